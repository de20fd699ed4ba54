// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.Placement;
import io.quorate.papers.maekawa.MaekawaMessage.Failed;
import io.quorate.papers.maekawa.MaekawaMessage.Inquire;
import io.quorate.papers.maekawa.MaekawaMessage.Locked;
import io.quorate.papers.maekawa.MaekawaMessage.Relinquish;
import io.quorate.papers.maekawa.MaekawaMessage.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What saves messages and memory: nothing breaks without it, so the checker does not ask for it. */
class MaekawaMachineTest {
    private static final NodeId N1 = NodeId.of(0);
    private static final NodeId N2 = NodeId.of(1);
    private static final NodeId N3 = NodeId.of(2);
    private static final NodeId N4 = NodeId.of(3);

    private final RecordingOutbox<MaekawaMessage> out = new RecordingOutbox<>();

    private static LockMachine<MaekawaMessage> machine(NodeId self) {
        Placement sets = Placement.asNumbered(Explicit.ofSets("n1,n2", 2));
        return new Maekawa().newMachine(new MachineContext(self, 0, sets));
    }

    private static Stamp stamp(long counter, NodeId node) {
        return new Stamp(counter, node, 0);
    }

    private List<String> receive(LockMachine<MaekawaMessage> machine, NodeId from, MaekawaMessage message) {
        machine.receive(from, message, out);
        return out.take();
    }

    @Test
    void aRequestThatIsKnownIsNotQueuedAgain() {
        LockMachine<MaekawaMessage> arbiter = machine(N1);
        receive(arbiter, N3, new Request(stamp(1, N3)));
        assertThat(receive(arbiter, N3, new Request(stamp(1, N3)))).isEmpty();
        assertThat(receive(arbiter, N4, new Request(stamp(1, N4)))).containsExactly("n4 <- Failed 1.n4");
        assertThat(receive(arbiter, N4, new Request(stamp(1, N4)))).isEmpty();
    }

    @Test
    void nobodyAsksForAnother() {
        assertThat(receive(machine(N1), N4, new Request(stamp(1, N3)))).isEmpty();
    }

    @Test
    void anArbiterInquiresOnceForAllWhoPrecede() {
        LockMachine<MaekawaMessage> arbiter = machine(N1);
        receive(arbiter, N4, new Request(stamp(9, N4)));
        assertThat(receive(arbiter, N3, new Request(stamp(5, N3)))).containsExactly("n4 <- Inquire 9.n4 #1");
        assertThat(receive(arbiter, N2, new Request(stamp(3, N2)))).containsExactly("n3 <- Failed 5.n3");
        assertThat(receive(arbiter, N4, new Relinquish(stamp(9, N4), 1)))
                .as("the most preceding, whichever caused the INQUIRE")
                .containsExactly("n2 <- Locked 3.n2 #1");
    }

    @Test
    void anInquireAboutALockThatWasGivenBackIsNotAnsweredAgain() {
        LockMachine<MaekawaMessage> requester = machine(N3);
        requester.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).containsExactly("n1 <- Request 1.n3", "n2 <- Request 1.n3");
        receive(requester, N1, new Locked(stamp(1, N3), 1));
        receive(requester, N2, new Failed(stamp(1, N3)));
        assertThat(receive(requester, N1, new Inquire(stamp(1, N3), 1))).containsExactly("n1 <- Relinquish 1.n3 #1");
        assertThat(receive(requester, N1, new Inquire(stamp(1, N3), 1))).isEmpty();
        assertThat(receive(requester, N1, new Locked(stamp(1, N3), 2))).isEmpty();
        assertThat(requester.isContended()).isTrue();
    }

    @Test
    void whoGivesUpTellsAllItAsked() {
        LockMachine<MaekawaMessage> requester = machine(N3);
        requester.acquire(Mode.SHARED, out);
        out.take();
        requester.abandon(out);
        assertThat(out.take()).containsExactly("n1 <- Release 1.n3", "n2 <- Release 1.n3");
        assertThat(requester.isQuiescent()).isTrue();
    }
}
