// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.sequential;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;

/**
 * Where the members of a quorum are locked one by one, each serves those who come to it in order of arrival. That makes an order of
 * all only if all begin at the same member. Otherwise one who waits at its first member may be passed by another who begins at a
 * later one, without a bound.
 */
final class FirstMember {
    private FirstMember() {}

    static boolean isTheSameForAll(QuorumSystem quorums) {
        int first = quorums.quorumOf(NodeId.of(0)).next(0);
        for (int node = 1; node < quorums.size(); node++) {
            if (quorums.quorumOf(NodeId.of(node)).next(0) != first) {
                return false;
            }
        }
        return true;
    }
}
