// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.mutant;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;

/** Takes the place of the quorums in mutants that are content with one vote less. */
public final class OneVoteLess {
    private OneVoteLess() {}

    /** Whether one more vote would make it a quorum. */
    public static boolean isQuorum(QuorumSystem quorums, NodeSet granted) {
        for (int voter = 0; voter < quorums.size(); voter++) {
            if (quorums.isQuorum(granted.with(NodeId.of(voter)))) {
                return true;
            }
        }
        return false;
    }
}
