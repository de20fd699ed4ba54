// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import static io.quorate.overlay.dht.Roles.N1;
import static io.quorate.overlay.dht.Roles.N2;
import static io.quorate.overlay.dht.Roles.N3;
import static io.quorate.overlay.dht.Roles.N4;
import static io.quorate.overlay.dht.Roles.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.Passage;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtMessage.Request;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.dht.Roles;
import io.quorate.overlay.dht.TokenMessage.Cleared;
import io.quorate.overlay.dht.TokenMessage.IAmWinner;
import io.quorate.overlay.node.Place;
import io.quorate.overlay.node.Waypoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The replica list: what n4 does for others, when n1 has the lock and n4 is on the way to replica r2, which is at n2; n3 is before it. */
class EndToEndHintsTest {
    private static final Stamp OWNER = stamp(5, N1);

    private final MachineContext context = Roles.context(N4);
    private final EndToEndMachine machine = new EndToEndMachine(context, EndToEndRules.ALL);
    private final RecordingOutbox<DhtMessage> out = new RecordingOutbox<>();

    private Waypoint at(NodeId origin, NodeId previous, NodeId next) {
        return new Waypoint(Place.replicaKey(context, 1), origin, previous, next, 1);
    }

    private boolean passes(Request request) {
        NodeId origin = request.stamp().node();
        return passes(at(origin, origin, N2), request);
    }

    private boolean passes(Waypoint at, DhtMessage message) {
        return !machine.passing(at, message, out).equals(Passage.consumed());
    }

    /** The winner is said to be n1, by way of n3; the replica comes after one more node. */
    private void hearsOfWinner() {
        assertThat(passes(at(N1, N3, N2), new IAmWinner(OWNER, 1, NodeId.of(9))))
                .isTrue();
    }

    @Test
    void step2_whereNobodyIsKnownToHaveTheLockARequestGoesOn() {
        assertThat(passes(new Request(stamp(6, N3), 1, false))).isTrue();
        assertThat(out.take()).isEmpty();
    }

    @Test
    void step4_anIAmWinnerLeavesAHintAndGoesOn() {
        hearsOfWinner();
        assertThat(out.take()).containsExactly("start HINTS PT5S");
        assertThat(machine.isQuiescent()).isFalse();
    }

    @Test
    void step4_beforeTheReplicaItEndsForTheReplicaKnows() {
        assertThat(passes(at(N1, N3, N2), new IAmWinner(OWNER, 1, N2))).isFalse();
        machine.receive(N3, new Cleared(OWNER, 1), out);
        assertThat(out.take()).as("neither does what follows it").containsExactly("start HINTS PT5S", "stop HINTS");
    }

    @Test
    void anIAmWinnerOfAnotherThanTheWinnerIsNoHint() {
        assertThat(passes(at(N3, N3, N2), new IAmWinner(OWNER, 1, NodeId.of(9))))
                .isTrue();
        assertThat(passes(new Request(stamp(6, N3), 1, false))).isTrue();
    }

    @Nested
    class WithAHint {
        @BeforeEach
        void hint() {
            hearsOfWinner();
            out.take();
        }

        @Test
        void step2_aRequestForAnyReplicaIsStoppedAndItsNodeEnqueuedAtTheOwner() {
            assertThat(passes(new Request(stamp(6, N3), 1, false))).isFalse();
            assertThat(passes(new Request(stamp(6, N3), 2, false))).isFalse();
            assertThat(out.take()).containsExactly("n1 <- Enqueue 6.n3 at 5.n1", "n1 <- Enqueue 6.n3 at 5.n1");
        }

        @Test
        void aRequestOfTheOwnerItselfPasses() {
            assertThat(passes(new Request(stamp(8, N1), 1, false))).isTrue();
        }

        @Test
        void whoWasSentAwayPassesAndTheHintIsGone() {
            assertThat(passes(new Request(stamp(6, N3), 1, true))).isTrue();
            assertThat(out.take()).containsExactly("stop HINTS");
            assertThat(passes(new Request(stamp(7, N3), 1, false))).isTrue();
            assertThat(machine.isQuiescent()).isTrue();
        }

        @Test
        void step1_whoKnowsTheOwnerItselfAsksNoReplica() {
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take()).contains("n1 <- Enqueue 1.n4 at 5.n1").noneMatch(line -> line.startsWith("routed"));
        }

        @Test
        void step6_aReleaseCleansUpAndGoesOnAlongTheNextPointer() {
            machine.receive(N3, new Cleared(OWNER, 1), out);
            assertThat(out.take()).containsExactly("n2 <- Cleared 5.n1 at r2", "stop HINTS");
            assertThat(machine.isQuiescent()).isTrue();
        }

        @Test
        void step6_onlyFromThePreviousNodeAndOfTheSameOwner() {
            machine.receive(N2, new Cleared(OWNER, 1), out);
            machine.receive(N3, new Cleared(stamp(4, N1), 1), out);
            machine.receive(N3, new Cleared(OWNER, 2), out);
            assertThat(out.take()).isEmpty();
            assertThat(passes(new Request(stamp(6, N3), 1, false))).isFalse();
        }

        @Test
        void theLaterOfTwoWinnersCountsInWhicheverOrderTheyPass() {
            passes(at(N2, N2, N1), new IAmWinner(stamp(9, N2), 1, NodeId.of(9)));
            hearsOfWinner();
            out.take();
            assertThat(passes(new Request(stamp(10, N3), 1, false))).isFalse();
            assertThat(out.take()).containsExactly("n2 <- Enqueue 10.n3 at 9.n2");
        }

        @Test
        void e7_hintsEndWithATimer() {
            machine.timerFired(DhtTimer.HINTS, out);
            assertThat(passes(new Request(stamp(6, N3), 1, false))).isTrue();
            assertThat(machine.isQuiescent()).isTrue();
        }
    }
}
