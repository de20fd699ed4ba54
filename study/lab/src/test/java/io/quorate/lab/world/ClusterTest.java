// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterTest {
    private static final Setup THREE = Setup.usual(new QuorumLock(), 3);

    private final Transcript transcript = new Transcript();
    private final Cluster cluster = Cluster.of(THREE, transcript);

    private void apply(String... choices) {
        for (String choice : choices) {
            cluster.apply(Choice.parse(choice));
        }
    }

    @Test
    void twoNodesTakeTheirTurns() {
        apply("acquire n1", "acquire n2", "deliver n1->n2", "deliver n2->n1", "deliver n2->n3");
        apply("deliver n3->n2", "release n1", "deliver n1->n2");
        assertThat(transcript.take()).isEqualTo("""
                n1 -> n2  Request 1.n1
                n2 -> n3  Request 1.n2
                n2 -> n1  Queued  1.n1
                n2 -> n1  Grant   1.n1 #1 contended
                n1        holds
                n3 -> n2  Grant   1.n2 #1
                n1        releases
                n1 -> n2  Release 1.n1
                n2        holds
                """);
    }

    @Test
    void aChoiceThatIsNotPossibleIsRefusedAndChangesNothing() {
        apply("acquire n1");
        assertThatThrownBy(() -> apply("deliver n1->n2 @2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"deliver n1->n2 @2\" is not possible here: there are 1 frames under way");
        assertThatThrownBy(() -> apply("release n1")).hasMessageContaining("no such claim");
        assertThatThrownBy(() -> apply("deliver n1->n4")).hasMessageContaining("only the nodes n1 to n3");
        assertThat(cluster.framesInFlight()).isEqualTo(1);
    }

    @Test
    void aForkGoesItsOwnWay() {
        apply("acquire n1");
        Cluster fork = cluster.fork();
        fork.apply(Choice.parse("deliver n1->n2"));
        fork.apply(Choice.parse("deliver n2->n1"));
        assertThat(fork.node(0).holding()).hasSize(1);
        assertThat(cluster.node(0).holding()).isEmpty();
        apply("deliver n1->n2", "deliver n2->n1", "release n1");
        assertThat(cluster.node(0).holding()).isEmpty();
        assertThat(fork.node(0).holding()).hasSize(1);
    }

    @Test
    void aLinkThatIsResetLosesItsFramesAndTheOtherSideIsBroughtAlong() {
        apply("acquire n1", "reset n2->n1", "deliver n2->n1", "deliver n1->n2", "deliver n2->n1");
        assertThat(cluster.node(NodeId.of(0)).holding()).hasSize(1);
        assertThat(cluster.framesInFlight()).isZero();
    }

    @Test
    void whatACrashedNodeHasSentStillArrivesAndWhatIsSentToItIsLost() {
        apply("acquire n1", "acquire n2", "deliver n1->n2", "crash n1");
        assertThat(transcript.take())
                .as("the answer that was under way, and the claim")
                .contains("n1        gives up", "n2 -> n1  lost: Queued 1.n1");
        assertThat(cluster.framesInFlight()).as("the request of n2 to n3").isEqualTo(1);
        apply("acquire n3");
        assertThat(transcript.take()).contains("n3 -> n1  Request 1.n3", "n3 -> n1  lost: Request 1.n3");
        assertThat(cluster.channel(NodeId.of(2), NodeId.of(0)).size()).isZero();
    }

    @Test
    void aRequestThatWasSentBeforeTheCrashIsGranted() {
        apply("acquire n1", "crash n1", "deliver n1->n2");
        assertThat(transcript.take()).contains("n2 -> n1  Grant   1.n1 #1", "n2 -> n1  lost: Grant 1.n1 #1");
        assertThat(cluster.node(1).isEmpty())
                .as("n2 keeps its vote for the dead")
                .isFalse();
    }

    @Test
    void aCrashedNodeTakesNoTurnAgainAndHoldsNothing() {
        apply("acquire n1", "deliver n1->n2", "deliver n2->n1");
        assertThat(cluster.node(0).holding()).hasSize(1);
        apply("crash n1");
        assertThat(cluster.node(0).holding()).isEmpty();
        for (String choice : List.of("acquire n1", "release n1", "abandon n1", "detect n1 of n2", "crash n1")) {
            assertThatThrownBy(() -> apply(choice))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("n1 has crashed");
        }
        Limits limits = Limits.contenders(3, 1).withCrashes(1);
        assertThat(cluster.enabled(limits).stream().map(Choice::toString))
                .containsExactlyInAnyOrder(
                        "acquire n2", "acquire n3", "detect n2 of n1", "detect n3 of n1", "expire n2 of n1");
    }

    @Test
    void onlyACrashIsDetected() {
        assertThatThrownBy(() -> apply("detect n2 of n1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"detect n2 of n1\" is not possible here: n1 has not crashed");
        apply("crash n1", "detect n2 of n1");
        assertThat(cluster.node(1).facts().suspected()).isEqualTo(NodeSet.ofIndexes(0));
        assertThat(cluster.node(2).facts().suspected()).isEqualTo(NodeSet.EMPTY);
    }

    @Test
    void aTraceIsReadBackAndReplayed() {
        Trace trace = new Trace(
                THREE.over(Network.UNORDERED),
                List.of(
                        Choice.parse("acquire n1"),
                        Choice.parse("duplicate n1->n2"),
                        Choice.parse("deliver n1->n2 @2")));
        Trace read = Trace.parse("# why\n" + trace.toText());
        assertThat(read.toText()).isEqualTo(trace.toText());
        assertThat(read.choices()).isEqualTo(trace.choices());
        assertThat(read.replay(ClusterObserver.NONE).framesInFlight()).isEqualTo(2);
    }

    @Test
    void everyFormOfAChoiceIsReadBack() {
        for (String text : List.of(
                "acquire n1",
                "acquire n1 shared lock=orders",
                "release n1 #2",
                "abandon n2 #3 lock=orders",
                "deliver n1->n2",
                "deliver n1->n2 @3",
                "duplicate n1->n2 @2",
                "drop n1->n2",
                "reset n1--n2",
                "reset n1->n2",
                "suspect n1 of n2",
                "unsuspect n1 of n2",
                "crash n1",
                "detect n1 of n2",
                "fire n1 RETRY lock=orders")) {
            assertThat(Choice.parse(text)).hasToString(text);
        }
        for (String text : List.of("", "acquire", "acquire n1 often", "deliver n1", "deliver n1->n2 #3", "sleep n1")) {
            assertThatThrownBy(() -> Choice.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
