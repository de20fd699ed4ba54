// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.All;
import io.quorate.papers.ricartagrawala.PracticeMessage.Add;
import io.quorate.papers.ricartagrawala.PracticeMessage.AddAck;
import io.quorate.papers.ricartagrawala.PracticeMessage.Join;
import io.quorate.papers.ricartagrawala.PracticeMessage.Leave;
import io.quorate.papers.ricartagrawala.PracticeMessage.NotInside;
import io.quorate.papers.ricartagrawala.PracticeMessage.Participants;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Single steps of section 7, and messages that no honest node sends. */
class PracticalMachineTest {
    private static final NodeId N1 = NodeId.of(0);
    private static final NodeId N2 = NodeId.of(1);
    private static final NodeId N3 = NodeId.of(2);

    private final RecordingOutbox<RicartAgrawalaMessage> out = new RecordingOutbox<>();
    private final MachineContext context = new MachineContext(NodeStart.first(N1, Placement.asNumbered(new All(3))));
    private final LockMachine<RicartAgrawalaMessage> machine =
            RicartAgrawala.with("practical").newMachine(context);

    private List<String> receive(NodeId from, RicartAgrawalaMessage message) {
        machine.receive(from, message, out);
        return out.take();
    }

    private static Stamp stamp(long counter, NodeId node) {
        return new Stamp(counter, node, 0);
    }

    @Test
    void aSponsorThatGivesUpItsOwnWishStillInsertsTheNewcomer() {
        machine.acquire(Mode.EXCLUSIVE, out);
        out.take();
        assertThat(receive(N3, new Join(1))).contains("n3 <- WillSponsor term 1");
        machine.abandon(out);
        assertThat(machine.phase()).isEqualTo(Phase.IDLE);
        out.take();
        assertThat(receive(N2, new Reply(stamp(1, N1))))
                .contains("n2 <- Add n3 term 1")
                .doesNotContain("entered");
        assertThat(receive(N2, new AddAck(N3, 1, 7)))
                .contains("n3 <- Participants {n1,n2} for term 1 highest 7")
                .doesNotContain("entered");
        assertThat(machine.phase()).isEqualTo(Phase.IDLE);
    }

    @Test
    void aWishThatComesDuringASponsorshipIsServedAfterIt() {
        receive(N3, new Join(1));
        receive(N2, new Reply(stamp(1, N1)));
        machine.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).isEmpty();
        assertThat(machine.phase()).isEqualTo(Phase.WAITING);
        assertThat(receive(N2, new AddAck(N3, 1, 0))).contains("entered");
        assertThat(machine.phase()).isEqualTo(Phase.HOLDING);
    }

    @Test
    void aListOfAnEarlierInsertionIsNotTaken() {
        machine.leaveGroup(out);
        machine.timerFired(PracticeTimer.NO_ANSWER, out);
        machine.acquire(Mode.EXCLUSIVE, out);
        out.take();
        assertThat(receive(N2, new Participants(0, 5, Names.NONE))).isEmpty();
        assertThat(receive(N2, new Participants(1, 5, Names.NONE.with(N2, 0)))).contains("n2 <- Request 6.n1");
    }

    @Test
    void nobodyOutsideTheRosterIsAdded() {
        assertThat(receive(N2, new Add(NodeId.of(9), 1))).isEmpty();
        assertThat(context.forgedCount()).isEqualTo(1);
        machine.leaveGroup(out);
        machine.timerFired(PracticeTimer.NO_ANSWER, out);
        machine.acquire(Mode.EXCLUSIVE, out);
        out.take();
        Names strangers = Names.NONE.with(NodeId.of(9), 0).with(N1, 0).with(N3, 0);
        assertThat(receive(N2, new Participants(1, 0, strangers)))
                .containsExactly("stop NO_ANSWER", "n3 <- Request 1.n1", "start REPLY_LATE PT5S");
    }

    @Test
    void whoIsOutsideAnswersRequestsButSponsorsNobody() {
        machine.leaveGroup(out);
        out.take();
        assertThat(receive(N2, new Request(stamp(4, N2), Mode.EXCLUSIVE))).containsExactly("n2 <- Reply 4.n2");
        assertThat(receive(N3, new Join(1))).containsExactly("n3 <- NotInside term 1");
    }

    @Test
    void aLeaverKeepsItsPromiseToANewcomerFirst() {
        receive(N3, new Join(1));
        machine.leaveGroup(out);
        assertThat(out.take()).isEmpty();
        receive(N2, new Reply(stamp(1, N1)));
        assertThat(receive(N2, new AddAck(N3, 1, 0)))
                .contains(
                        "n3 <- Participants {n1,n2} for term 1 highest 1", "n2 <- Leave term 0", "n3 <- Leave term 0");
    }

    @Test
    void oldNewsOfALeaveChangesNothing() {
        receive(N2, new Leave(0));
        receive(N3, new Add(N2, 1));
        receive(N2, new Leave(0));
        machine.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).contains("n2 <- Request 1.n1");
    }

    @Test
    void whenAllOthersAreOutsideTheGroupIsFoundedAnew() {
        machine.leaveGroup(out);
        machine.timerFired(PracticeTimer.NO_ANSWER, out);
        machine.acquire(Mode.EXCLUSIVE, out);
        out.take();
        assertThat(receive(N2, new NotInside(3))).contains("n3 <- Join term 1");
        machine.timerFired(PracticeTimer.NO_ANSWER, out);
        assertThat(out.take())
                .as("n3 is dead, and not asked")
                .containsExactly("n2 <- Request 1.n1", "start REPLY_LATE PT5S");
    }

    @Test
    void aWayOfLearningNeedsNewcomers() {
        assertThatThrownBy(() -> RicartAgrawala.with("learn-from-one")).hasMessageContaining("add that");
        assertThatThrownBy(() -> RicartAgrawala.with("practical+standing-replies"))
                .hasMessageContaining("do not go together");
    }
}
