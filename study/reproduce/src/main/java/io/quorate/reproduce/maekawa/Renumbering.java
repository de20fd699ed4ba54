// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.reproduce.measure.SetProperties;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Looks for numbers of the nodes of one plane that make its lines those of another. */
final class Renumbering {
    private final List<NodeSet> lines;
    private final Set<NodeSet> wanted;
    private final int[] names;
    private final boolean[] isTaken;

    private Renumbering(QuorumSystem from, QuorumSystem to) {
        this.lines = SetProperties.sets(from);
        this.wanted = new LinkedHashSet<>(SetProperties.sets(to));
        this.names = new int[from.size()];
        this.isTaken = new boolean[from.size()];
        Arrays.fill(names, -1);
    }

    /** For each node of the first its number in the second; nothing if they are not the same plane. */
    static int[] of(QuorumSystem from, QuorumSystem to) {
        Renumbering search = new Renumbering(from, to);
        return from.size() == to.size() && search.succeedsFrom(0) ? search.names : new int[0];
    }

    private boolean succeedsFrom(int node) {
        if (node == names.length) {
            return true;
        }
        for (int name = 0; name < names.length; name++) {
            if (!isTaken[name]) {
                names[node] = name;
                isTaken[name] = true;
                if (fits(node) && succeedsFrom(node + 1)) {
                    return true;
                }
                isTaken[name] = false;
            }
        }
        names[node] = -1;
        return false;
    }

    /** Whether every line through the node still lies within a line of the other plane, as far as its nodes have names. */
    private boolean fits(int node) {
        for (NodeSet line : lines) {
            if (line.contains(node)) {
                NodeSet.Builder named = new NodeSet.Builder();
                for (int each = line.next(0); each >= 0; each = line.next(each + 1)) {
                    if (names[each] >= 0) {
                        named.add(names[each]);
                    }
                }
                NodeSet part = named.build();
                if (wanted.stream().noneMatch(whole -> whole.containsAll(part))) {
                    return false;
                }
            }
        }
        return true;
    }
}
