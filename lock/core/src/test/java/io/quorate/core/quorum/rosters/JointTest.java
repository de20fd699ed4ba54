// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.rosters;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Majority;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two rosters with the same voters obey the laws of every quorum system; with other voters each quorum meets those of both. */
class JointTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        return Stream.of(
                new Joint(new Majority(voters), new Majority(voters)),
                new Joint(new Majority(voters), new All(voters)));
    }

    @Test
    void aQuorumHasAQuorumOfEachRoster() {
        QuorumSystem lower = new Majority(3);
        QuorumSystem upper = Seated.at(NodeSet.ofIndexes(0, 1, 3), new Majority(3));
        Joint joint = new Joint(lower, upper);
        assertThat(joint.voters()).isEqualTo(NodeSet.ofIndexes(0, 1, 2, 3));
        for (int bits = 0; bits < 16; bits++) {
            NodeSet nodes = NodeSet.ofBits(bits);
            assertThat(joint.isQuorum(nodes)).isEqualTo(lower.isQuorum(nodes) && upper.isQuorum(nodes));
            joint.quorumAvoiding(NodeId.of(3), nodes)
                    .ifPresent(quorum -> assertThat(joint.isQuorum(quorum) && !quorum.intersects(nodes))
                            .isTrue());
        }
        assertThat(joint.isQuorum(NodeSet.ofIndexes(0, 2)))
                .as("a and c, of which c is no member of the upper roster")
                .isFalse();
        assertThat(joint.quorumAvoiding(NodeId.of(0), NodeSet.ofIndexes(0, 1))).isEmpty();
        for (int node = 0; node < 6; node++) {
            assertThat(joint.isQuorum(joint.quorumOf(NodeId.of(node)))).isTrue();
        }
    }
}
