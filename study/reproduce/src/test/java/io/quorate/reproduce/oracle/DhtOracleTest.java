// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.fixed.FixedRoster;
import io.quorate.reproduce.measure.PlayedScenario;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DhtOracleTest {
    private static String digits(Key key) {
        return String.format("%016x%016x", key.high(), key.low());
    }

    /** Section II: who is responsible for the replicas of a resource. */
    @Test
    void aReplicaIsAtTheNodeWithTheNearestKey() {
        List<Handle> handles = IntStream.range(0, 40)
                .mapToObj(node -> Handle.of(NodeId.of(node)))
                .toList();
        List<String> keys = handles.stream().map(handle -> digits(handle.key())).toList();
        FixedRoster overlay = new FixedRoster(handles, 0);
        for (int resource = 0; resource < 65; resource++) {
            Key key = Key.ofReplica("resource " + resource, resource % 3);
            int owner = RingOracle.nearest(digits(key), keys);
            for (int node = 0; node < handles.size(); node++) {
                assertThat(overlay.newNode(handles.get(node), handles).owns(key))
                        .isEqualTo(node == owner);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 16})
    void aMajorityOfTheReplicasIsEnough(int replicas) {
        assertThat(new Majority(replicas).quorumOf(NodeId.of(0)).size()).isEqualTo(RingOracle.majority(replicas));
    }

    /** Section IV-A, steps 6 and 7 as printed: RELEASE and TOKEN race, and two are inside. */
    @Test
    void asPrintedTheTokenRacesWithTheRelease() {
        assertThat(Search.from(EndToEndModel.begin(false)).mostInside()).isEqualTo(2);
        assertThat(PlayedScenario.of("endtoend/as-printed-two-inside").isBroken())
                .isTrue();
    }

    @Test
    void correctedTheTokenMovesTheVoteFirst() {
        assertThat(Search.from(EndToEndModel.begin(true)).mostInside()).isEqualTo(1);
        PlayedScenario real = PlayedScenario.of("endtoend/a-lock-goes-on-with-its-queue");
        assertThat(real.isBroken()).isFalse();
        assertThat(real.entries()).hasSize(3);
    }

    /** Step 3 as printed: who reaches the replica while another has its vote is told so, and nobody queues it. */
    @Test
    void asPrintedALoserWaitsForEver() {
        assertThat(Search.from(EndToEndModel.begin(false)).deadlocks()).isPositive();
        assertThat(PlayedScenario.of("endtoend/as-printed-a-loser-is-never-queued")
                        .entries())
                .doesNotContain("n3");
    }
}
