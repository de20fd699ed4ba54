// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.Family;
import io.quorate.core.quorum.Listed;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumText;
import io.quorate.core.quorum.Voters;
import io.quorate.core.quorum.systems.ProjectivePlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Quorums of which only those members are asked that are in at least two of them: the others have nothing to decide between
 * quorums, and within one its shared members decide as well (Thiare and Fall, section 5). So nodes are of two kinds: arbiters,
 * which are in several quorums, and clients, which are in one and are never asked. With M arbiters in each quorum a hold
 * costs a client 3M messages and an arbiter 3(M-1), however many nodes there are. M = 1 is a central lock server, M = N
 * asks everybody.
 *
 * <p>Every two quorums S_i and S_j still meet when restricted, since what they have in common is in two. That takes two
 * quorums: of one alone no member would be asked, and exclusion would be lost. A set that is listed twice counts twice.
 *
 * <p>A family of quorums is given one by one, as in {@code intersection-only:n1,n2/n2,n3,n4}, or made for a number y of
 * quorums and a number D that no arbiter serves more of, as in {@code intersection-only:7} or {@code intersection-only:7,3};
 * see {@link SharedArbiters}. Without D that of a projective plane is taken, without y the largest plane within the nodes:
 * the fewest messages at the load that Maekawa's arbiters have in that plane. The first nodes are the arbiters. Each other
 * node is put into the quorum with the fewest members, so that quorums are of equal size as far as possible (the paper's
 * condition iii; it makes equally many ask each quorum, and is not needed for exclusion).
 *
 * <p>Variants of a made family renumber the nodes, so each lock has other arbiters. In those of a given family, whose nodes
 * are named, each node asks another of the quorums.
 */
public final class IntersectionOnly implements Listed {
    private static final String NAME = "intersection-only";

    private final String name;
    private final int size;
    private final Coterie coterie;

    /** Whether somebody has named the nodes of the family, so that they cannot change places. */
    private final boolean isGiven;

    private IntersectionOnly(String name, int size, List<NodeSet> family, boolean isGiven) {
        Family whole = new Family(size, family);
        if (family.size() < 2) {
            throw new IllegalArgumentException("there is only one quorum, so no node is in two of them: nobody would be"
                    + " asked, and two could hold a lock at once. List at least two quorums");
        }
        this.name = name;
        this.size = size;
        this.isGiven = isGiven;
        this.coterie = new Family(size, restricted(family)).coterie(whole.sharedOut());
    }

    private IntersectionOnly(IntersectionOnly same, Coterie turned) {
        this.name = same.name;
        this.size = same.size;
        this.isGiven = same.isGiven;
        this.coterie = turned;
    }

    /** This family of quorums, restricted; refused if there is only one, if two do not meet, or if a node is in none. */
    public static IntersectionOnly of(int size, List<NodeSet> family) {
        return given(size, new QuorumText(List.copyOf(family), Collections.nCopies(family.size(), QuorumText.NOBODY)));
    }

    private static IntersectionOnly given(int size, QuorumText family) {
        if (family.askers().stream().anyMatch(asker -> asker != QuorumText.NOBODY)) {
            throw new IllegalArgumentException(
                    "here each node asks a quorum that it is in, so take away what says which node asks which");
        }
        NodeSet rest = NodeSet.first(size);
        for (NodeSet quorum : family.sets()) {
            rest = rest.minus(quorum);
        }
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException(
                    "each node asks a quorum that it is in, but " + rest + " are in none: add them to one");
        }
        return new IntersectionOnly(NAME + ":" + family.slashed(), size, family.sets(), true);
    }

    /** The largest plane within the nodes. */
    public static IntersectionOnly usual(int size) {
        Voters.requireAny(size);
        int quorums = Math.max(2, ProjectivePlane.points(ProjectivePlane.largestOrderWithin(size)));
        return made(NAME, size, quorums, SharedArbiters.usualLoad(quorums));
    }

    /**
     * A number of quorums, with the fewest arbiters in each at a load that the nodes allow.
     *
     * @param quorums the paper's y
     */
    public static IntersectionOnly made(int size, int quorums) {
        requireCount(size, quorums);
        int load = SharedArbiters.usualLoad(quorums);
        while (SharedArbiters.of(quorums, load, size) == null) {
            load++; // in the end one arbiter serves all
        }
        return made(NAME + ":" + quorums, size, quorums, load);
    }

    /** A number of quorums; no arbiter serves more of them than the load. */
    public static IntersectionOnly made(int size, int quorums, int load) {
        requireCount(size, quorums);
        if (load < 2) {
            throw new IllegalArgumentException(
                    "an arbiter is a node in two quorums or more, so it cannot serve at most " + load
                            + ": allow 2 or more");
        }
        return made(NAME + ":" + quorums + "," + load, size, quorums, load);
    }

    private static void requireCount(int size, int quorums) {
        Voters.requireAny(size);
        if (quorums < 2) {
            throw new IllegalArgumentException(
                    "with " + quorums + " quorum no node would be in two of them: nobody would be"
                            + " asked, and two could hold a lock at once. Take 2 quorums or more");
        }
        if (quorums > Math.max(2, size)) {
            throw new IllegalArgumentException("there are only " + size + " nodes for " + quorums
                    + " quorums: take at most as many quorums as nodes");
        }
    }

    private static IntersectionOnly made(String name, int size, int quorums, int load) {
        int[][] arbiters = SharedArbiters.of(quorums, load, size);
        if (arbiters == null) {
            throw new IllegalArgumentException(quorums + " quorums whose arbiters serve at most " + load
                    + " of them need more arbiters than there are nodes, " + size
                    + ": take fewer quorums, or let arbiters serve more of them");
        }
        int[][] shared = Coterie.places(quorums, arbiters); // seen from the quorums: the arbiters of each
        List<NodeSet.Builder> family = new ArrayList<>();
        int[] members = new int[quorums];
        for (int quorum = 0; quorum < quorums; quorum++) {
            NodeSet.Builder set = new NodeSet.Builder();
            Arrays.stream(shared[quorum]).forEach(set::add);
            family.add(set);
            members[quorum] = shared[quorum].length;
        }
        int[] clients = new int[arbiters.length];
        for (int client = arbiters.length; client < size; client++) {
            int chosen = forNextClient(members, shared, clients);
            family.get(chosen).add(client);
            members[chosen]++;
            for (int arbiter : shared[chosen]) {
                clients[arbiter]++;
            }
        }
        return new IntersectionOnly(
                name, size, family.stream().map(NodeSet.Builder::build).toList(), false);
    }

    /** The quorum with the fewest members; of several that whose arbiters serve the fewest clients so far. */
    private static int forNextClient(int[] members, int[][] shared, int[] clients) {
        int fewest = Arrays.stream(members).min().orElseThrow();
        int chosen = -1;
        int leastLoad = Integer.MAX_VALUE;
        for (int quorum = 0; quorum < members.length; quorum++) {
            if (members[quorum] == fewest) {
                int load = 0;
                for (int arbiter : shared[quorum]) {
                    load = Math.max(load, clients[arbiter]);
                }
                if (load < leastLoad) {
                    chosen = quorum;
                    leastLoad = load;
                }
            }
        }
        return chosen;
    }

    /** Reads {@code y}, {@code y,D} or quorums with a slash between; the largest plane if there is nothing to read. */
    public static IntersectionOnly parse(String text, int size) {
        if (text.isEmpty()) {
            return usual(size);
        }
        if (text.contains("/") || text.contains("n")) {
            return given(size, QuorumText.ofSets(text));
        }
        if (!text.matches("[0-9]{1,6}(,[0-9]{1,6})?")) {
            throw new IllegalArgumentException("\"" + text + "\" is no number of quorums: write " + NAME + ":7, or "
                    + NAME + ":7,3 if no arbiter may serve more than 3 of them, or the quorums as in " + NAME
                    + ":n1,n2/n2,n3");
        }
        int[] numbers =
                Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray();
        return numbers.length == 1 ? made(size, numbers[0]) : made(size, numbers[0], numbers[1]);
    }

    /** Of each set the members that are in at least two. */
    static List<NodeSet> restricted(List<NodeSet> family) {
        NodeSet once = NodeSet.EMPTY;
        NodeSet twice = NodeSet.EMPTY;
        for (NodeSet set : family) {
            twice = twice.union(once.intersection(set));
            once = once.union(set);
        }
        NodeSet arbiters = twice;
        return family.stream().map(set -> set.intersection(arbiters)).toList();
    }

    /** How many nodes are ever asked; the others are clients. */
    public int arbiters() {
        int arbiters = 0;
        for (int node = 0; node < size; node++) {
            arbiters += coterie.quorumsWith(node) > 0 ? 1 : 0;
        }
        return arbiters;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Coterie coterie() {
        return coterie;
    }

    @Override
    public int variants() {
        return isGiven ? coterie.turns() : Listed.super.variants();
    }

    @Override
    public QuorumSystem variant(int which) {
        if (!isGiven || which == 0) {
            return Listed.super.variant(which);
        }
        return new IntersectionOnly(this, coterie.turned(which));
    }
}
