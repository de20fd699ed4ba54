// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumKind;
import io.quorate.core.quorum.QuorumKinds;
import io.quorate.core.quorum.QuorumSystem;
import java.util.List;

/** The quorum systems that ship with the lock. */
public final class StandardQuorums implements QuorumKinds {
    @Override
    public List<QuorumKind> kinds() {
        return List.of(
                QuorumKind.forAny(10, "majority", Majority::new),
                QuorumKind.forAny(20, "all", All::new),
                QuorumKind.withParameter(30, "singleton", "NODE", StandardQuorums::singleton),
                QuorumKind.forSome(40, "plane", ProjectivePlane::fits, ProjectivePlane::new),
                QuorumKind.forAny(80, "grid", Grid::new),
                QuorumKind.withParameter(90, "tree", "DEGREE", StandardQuorums::tree),
                QuorumKind.withParameter(100, "weighted", "VOTES,VOTES,...", WeightedVoting::parse),
                QuorumKind.withParameter(110, "hierarchical", "3x3|SIZE,SIZE,...", Hierarchical::parse));
    }

    private static QuorumSystem singleton(String centre, int voters) {
        return centre.isEmpty() ? new Singleton(voters) : new Singleton(voters, NodeId.parse(centre));
    }

    private static QuorumSystem tree(String degree, int voters) {
        return degree.isEmpty() ? new Tree(voters) : new Tree(voters, number(degree, "tree:3"));
    }

    private static int number(String text, String example) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a number that fits there: write one, as in " + example + ".", notANumber);
        }
    }
}
