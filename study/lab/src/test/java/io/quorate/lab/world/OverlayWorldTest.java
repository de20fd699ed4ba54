// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What may happen on an overlay, where there is no time. There is one replica of the lock L, at n2; when that is gone, at n1. */
class OverlayWorldTest {
    private static final Limits LIMITS =
            Limits.contenders(3, 1).withCrashes(1).withRestarts(1).withSuspicions(1);

    private final Cluster cluster = Cluster.of(Setup.parse("nodes 3  protocol sigma  quorums majority  voters 1"));

    private void apply(String... choices) {
        for (String choice : choices) {
            cluster.apply(Choice.parse(choice));
        }
    }

    private List<String> enabled() {
        return cluster.enabled(LIMITS).stream().map(Choice::toString).toList();
    }

    private void assertHolds(int number) {
        assertThat(cluster.node(number - 1).holding()).as("n%d holds", number).hasSize(1);
    }

    private void enter(String node, String replica) {
        String there = "deliver " + node + "->" + replica;
        String back = "deliver " + replica + "->" + node;
        apply("acquire " + node, there, back, there, back);
    }

    @Test
    void theReplicasAreWhereTheirKeysAre() {
        LockName lock = LockName.of("L");
        assertThat(cluster.setup().replicasAt(NodeId.of(1), lock)).isEqualTo(NodeSet.ofIndexes(0));
        assertThat(cluster.setup().replicasAt(NodeId.of(0), lock)).isEqualTo(NodeSet.EMPTY);
        assertThat(cluster.node(0).timers()).isEmpty();
    }

    @Test
    void messagesPassOthersWhereNodesReachOnlyTheNext() {
        Transcript transcript = new Transcript();
        Cluster ring = Cluster.of(
                Setup.parse("nodes 6  protocol sigma  quorums majority  voters 1  overlay fixed:1"), transcript);
        ring.apply(Choice.parse("acquire n1"));
        while (ring.framesInFlight() > 0) {
            ring.apply(ring.enabled(Limits.contenders(0, 0)).get(0));
        }
        assertThat(transcript.take()).isEqualTo("""
                        n1 -> n4  Request  1.n1 at r1 to 7ab3
                        n4 -> n5  Request  1.n1 at r1 to 7ab3
                        n5 -> n6  Request  1.n1 at r1 to 7ab3
                        n6 -> n2  Request  1.n1 at r1 to 7ab3
                        n2 -> n1  Response 1.n1 no vote stranger at r1
                        n1 -> n2  Request  1.n1 at r1
                        n2 -> n1  Response 1.n1 vote #1 at r1
                        n1        holds
                        """);
    }

    @Test
    void nobodySuspectsWhoIsThere() {
        assertThat(enabled()).contains("crash n2").noneMatch(choice -> choice.startsWith("suspect"));
    }

    @Nested
    class WhenTheReplicaHasComeToAnother {
        @BeforeEach
        void crash() {
            enter("n3", "n2");
            assertHolds(3);
            apply("crash n2", "detect n1 of n2");
        }

        @Test
        void itDoesNotVoteAsLongAsAnybodyCountsOnWhoeverHadItBefore() {
            apply("acquire n1");
            assertThat(cluster.node(0).holding()).isEmpty();
            assertThat(enabled()).doesNotContain("vote n1").contains("distrust n3 of n2");
            assertThatThrownBy(() -> apply("vote n1")).hasMessageContaining("still trusts");
            apply("distrust n3 of n2");
            assertThat(cluster.node(2).holding()).isEmpty();
            apply("vote n1");
            assertHolds(1);
        }

        @Test
        void whoeverIsBackDoesNotVoteAsLongAsAnybodyCountsOnWhoeverHadItMeanwhile() {
            apply("detect n3 of n2", "distrust n3 of n2", "vote n1");
            enter("n3", "n1");
            assertHolds(3);
            apply("restart n2", "acquire n2");
            assertThat(enabled()).doesNotContain("vote n2").contains("distrust n3 of n1");
            apply("distrust n3 of n1", "vote n2");
            assertThat(cluster.node(2).holding()).isEmpty();
            assertHolds(2);
        }
    }

    @Test
    void whoeverHasLostAllOthersDoesNotVote() {
        Cluster two = Cluster.of(Setup.parse("nodes 2  protocol sigma  quorums majority  voters 1"));
        two.apply(Choice.parse("crash n2"));
        two.apply(Choice.parse("detect n1 of n2"));
        assertThat(two.node(0).facts().lonely()).isTrue();
        assertThat(two.enabled(LIMITS)).noneMatch(choice -> choice.toString().startsWith("vote "));
        two.apply(Choice.parse("restart n2"));
        assertThat(two.node(0).facts().lonely()).isFalse();
        assertThat(two.enabled(LIMITS)).contains(Choice.parse("vote n1"), Choice.parse("vote n2"));
    }
}
