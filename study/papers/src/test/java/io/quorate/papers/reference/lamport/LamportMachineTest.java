// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.lamport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.papers.reference.lamport.LamportMessage.Acknowledge;
import io.quorate.papers.reference.lamport.LamportMessage.Inquire;
import io.quorate.papers.reference.lamport.LamportMessage.Release;
import io.quorate.papers.reference.lamport.LamportMessage.Request;
import org.junit.jupiter.api.Test;

/** The machine of n1 among three, one call at a time; our first request is 1.n1. */
class LamportMachineTest {
    private static final NodeId N1 = NodeId.of(0);
    private static final NodeId N2 = NodeId.of(1);
    private static final NodeId N3 = NodeId.of(2);
    private static final Stamp OURS = new Stamp(1, N1, 0);

    private final MachineContext context = new MachineContext(N1, 0, Placement.asNumbered(new All(3)));
    private final RecordingOutbox<LamportMessage> out = new RecordingOutbox<>();
    private LockMachine<LamportMessage> machine = new Lamport().newMachine(context);

    private static Stamp stamp(long counter, NodeId node) {
        return new Stamp(counter, node, 0);
    }

    private void weAsk() {
        machine.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).containsExactly("n2 <- Request 1.n1", "n3 <- Request 1.n1");
    }

    @Test
    void rule1_aRequestGoesToEveryOtherNode() {
        weAsk();
        assertThat(machine.phase()).isEqualTo(Phase.WAITING);
    }

    @Test
    void rule2_aRequestIsQueuedAndAcknowledged() {
        machine.receive(N2, new Request(stamp(7, N2), 0), out);
        assertThat(out.take()).containsExactly("n2 <- Acknowledge 7.n2");
        assertThat(machine.isQuiescent()).isFalse();
        machine.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).contains("n3 <- Request 8.n1");
    }

    @Test
    void rules3And4_aReleaseTakesTheRequestOutOfEveryQueue() {
        machine.receive(N2, new Request(stamp(7, N2), 0), out);
        machine.receive(N2, new Release(stamp(7, N2)), out);
        assertThat(machine.isQuiescent()).isTrue();
    }

    @Test
    void rule5_theFirstInTheQueueEntersWhenAllOthersHaveBeenHeardOf() {
        weAsk();
        machine.receive(N2, new Acknowledge(OURS, 0), out);
        assertThat(out.take()).isEmpty();
        machine.receive(N3, new Acknowledge(OURS, 0), out);
        assertThat(out.take()).containsExactly("entered");
        machine.release(out);
        assertThat(out.take()).containsExactly("n2 <- Release 1.n1", "n3 <- Release 1.n1");
        assertThat(machine.isQuiescent()).isTrue();
    }

    @Test
    void rule5_whoIsNotTheFirstWaitsForTheRelease() {
        machine.receive(N2, new Request(stamp(1, N2), 0), out);
        machine.acquire(Mode.EXCLUSIVE, out);
        out.take();
        machine.receive(N2, new Acknowledge(stamp(2, N1), 0), out);
        machine.receive(N3, new Acknowledge(stamp(2, N1), 0), out);
        assertThat(machine.phase()).isEqualTo(Phase.WAITING);
        assertThat(machine.isContended()).isTrue();
        machine.receive(N2, new Release(stamp(1, N2)), out);
        assertThat(out.take()).containsExactly("entered");
    }

    /** "Received a message from every other process timestamped later": any message will do. */
    @Test
    void rule5_aLaterRequestIsHeardLikeAnAcknowledgement() {
        weAsk();
        machine.receive(N2, new Request(stamp(1, N2), 0), out);
        assertThat(out.take()).containsExactly("n2 <- Acknowledge 1.n2");
        machine.receive(N3, new Acknowledge(OURS, 0), out);
        assertThat(out.take()).containsExactly("entered");
    }

    @Test
    void footnote_whereWeHaveAskedLaterOurselvesNoAcknowledgementIsNeeded() {
        machine = Lamport.sparing().newMachine(context);
        context.clock().observe(5);
        machine.acquire(Mode.EXCLUSIVE, out);
        out.take();
        machine.receive(N2, new Request(stamp(3, N2), 0), out);
        assertThat(out.take()).isEmpty();
        machine.receive(N3, new Request(stamp(9, N3), 0), out);
        assertThat(out.take()).containsExactly("n3 <- Acknowledge 9.n3");
    }

    @Test
    void anAcknowledgementOfARequestThatWasGivenUpDoesNotCount() {
        weAsk();
        machine.abandon(out);
        assertThat(out.take()).containsExactly("n2 <- Release 1.n1", "n3 <- Release 1.n1");
        machine.acquire(Mode.EXCLUSIVE, out);
        machine.receive(N2, new Acknowledge(OURS, 0), out);
        machine.receive(N3, new Acknowledge(OURS, 0), out);
        assertThat(machine.phase()).isEqualTo(Phase.WAITING);
    }

    /**
     * A frame may be lost and a later one not. So n2's own request may be missing although its acknowledgement arrives; it is said
     * again before the next one.
     */
    @Test
    void anAcknowledgementFromBeforeALinkResetDoesNotCount() {
        weAsk();
        machine.receive(N3, new Acknowledge(OURS, 0), out);
        machine.linkReset(N2, out);
        assertThat(out.take()).containsExactly("n2 <- Request 1.n1 again 1");
        machine.receive(N2, new Acknowledge(OURS, 0), out);
        assertThat(machine.phase()).isEqualTo(Phase.WAITING);
        machine.receive(N2, new Acknowledge(OURS, 1), out);
        assertThat(machine.phase()).isEqualTo(Phase.HOLDING);
    }

    @Test
    void afterALinkResetWeInquireAboutWhatIsQueuedAndAnswerOfWhatIsOver() {
        machine.receive(N2, new Request(stamp(7, N2), 0), out);
        out.take();
        machine.linkReset(N3, out);
        assertThat(out.take()).isEmpty();
        machine.linkReset(N2, out);
        assertThat(out.take()).containsExactly("n2 <- Inquire 7.n2");
        machine.receive(N2, new Inquire(OURS), out);
        assertThat(out.take()).containsExactly("n2 <- Release 1.n1");
        machine.receive(N2, new Inquire(stamp(1, N3)), out);
        assertThat(out.take()).isEmpty();
    }

    @Test
    void nobodySpeaksForAnother() {
        machine.receive(N2, new Request(stamp(7, N3), 0), out);
        assertThat(out.take()).isEmpty();
        assertThat(machine.isQuiescent()).isTrue();
        machine.receive(N3, new Request(stamp(7, N3), 0), out);
        machine.receive(N2, new Release(stamp(7, N3)), out);
        assertThat(machine.isQuiescent()).isFalse();
        assertThat(context.forgedCount()).isEqualTo(2);
    }

    @Test
    void aNodeAloneEntersAtOnce() {
        machine = new Lamport().newMachine(new MachineContext(N1, 0, Placement.asNumbered(new All(1))));
        machine.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).containsExactly("entered");
    }

    @Test
    void everybodyMustVote() {
        assertThatThrownBy(() -> new Lamport().requireUsable(new Majority(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lamport asks every node")
                .hasMessageContaining("\"majority\"");
        MachineContext guest = new MachineContext(NodeId.of(3), 0, Placement.asNumbered(new All(3)));
        assertThatThrownBy(() -> new Lamport().newMachine(guest))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("n4 is not one of the 3 voters")
                .hasMessageContaining("let every node vote");
    }
}
