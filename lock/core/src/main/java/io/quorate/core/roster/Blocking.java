// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;

/** Which sets of voters can stop, or form, the quorums of every lock, whatever variant of the quorum system its name chooses. */
public final class Blocking {
    private Blocking() {}

    /** Whether the other voters contain no quorum of any lock (E6). */
    public static boolean blocks(NodeSet voters, Placement placement) {
        NodeSet others = placement.system().voters().minus(voters);
        for (int which = 0; which < placement.variants(); which++) {
            if (placement.variant(which).isQuorum(others)) {
                return false;
            }
        }
        return true;
    }

    /** Whether these voters contain a quorum of every lock (D6). */
    public static boolean serves(NodeSet voters, Placement placement) {
        for (int which = 0; which < placement.variants(); which++) {
            if (!placement.variant(which).isQuorum(voters)) {
                return false;
            }
        }
        return true;
    }
}
