// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.health;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Which members may fail next, and how many, before too few are left to decide about locks. */
public final class FailureReserve {
    /** Sets of members that are tried at most: with many members the answer is then too low. */
    private static final int TRIED_MAX = 2000;

    private final NodeSet failed;
    private final List<NodeId> working = new ArrayList<>();
    private final Predicate<NodeSet> isEnoughWithout;
    private int tried;

    /**
     * Of a cluster.
     *
     * @param failed those that do not count already
     * @param isEnoughWithout whether the members without these can decide
     */
    public FailureReserve(NodeSet members, NodeSet failed, Predicate<NodeSet> isEnoughWithout) {
        this.failed = failed;
        this.isEnoughWithout = isEnoughWithout;
        NodeSet rest = members.minus(failed);
        for (int index = rest.next(0); index >= 0; index = rest.next(index + 1)) {
            working.add(NodeId.of(index));
        }
    }

    /** Whether the cluster decides now, but not without this member as well. */
    public boolean isNeeded(NodeId member) {
        return !failed.contains(member) && isEnoughWithout.test(failed) && !isEnoughWithout.test(failed.with(member));
    }

    /** How many may fail, whichever they are; -1 if too few work now. */
    public int tolerated() {
        if (!isEnoughWithout.test(failed)) {
            return -1;
        }
        int count = 0;
        while (count < working.size() && surviveAny(count + 1, 0, failed)) {
            count++;
        }
        return count;
    }

    /** Whether any {@code more} members may fail, of those from this place on. */
    private boolean surviveAny(int more, int from, NodeSet missing) {
        if (more == 0) {
            return ++tried <= TRIED_MAX && isEnoughWithout.test(missing);
        }
        for (int place = from; place <= working.size() - more; place++) {
            if (!surviveAny(more - 1, place + 1, missing.with(working.get(place)))) {
                return false;
            }
        }
        return true;
    }
}
