// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.suzukikasami;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.papers.reference.suzukikasami.SuzukiKasamiMessage.Privilege;
import io.quorate.papers.reference.suzukikasami.SuzukiKasamiMessage.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The machines of n1, which has the token at first, and of n2, among three; one call at a time. */
class SuzukiKasamiMachineTest {
    private static final NodeId N1 = NodeId.of(0);
    private static final NodeId N2 = NodeId.of(1);
    private static final NodeId N3 = NodeId.of(2);

    private final RecordingOutbox<SuzukiKasamiMessage> out = new RecordingOutbox<>();
    private final LockMachine<SuzukiKasamiMessage> home = machine(N1);
    private final LockMachine<SuzukiKasamiMessage> other = machine(N2);

    private static LockMachine<SuzukiKasamiMessage> machine(NodeId self) {
        return new SuzukiKasami().newMachine(new MachineContext(self, 0, Placement.asNumbered(new All(3))));
    }

    private static Privilege token(long passes, List<Long> served, NodeId... queue) {
        return new Privilege(passes, Numbers.of(served), List.of(queue));
    }

    @Test
    void p1_whoHasTheTokenEntersWithoutAMessage() {
        home.acquire(Mode.EXCLUSIVE, out);
        home.release(out);
        home.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).containsExactly("entered", "entered");
        home.release(out);
        assertThat(home.isQuiescent())
                .as("nobody else has asked: it is as at first")
                .isTrue();
    }

    @Test
    void p1_theOthersAskEverybodyAndEnterWithTheToken() {
        other.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).containsExactly("n1 <- Request 1", "n3 <- Request 1");
        other.receive(N1, token(1, List.of()), out);
        assertThat(out.take()).containsExactly("entered");
    }

    @Test
    void p1_whoLeavesNotesThatItWasServedAndSendsTheTokenToTheFirstOfTheQueue() {
        other.acquire(Mode.EXCLUSIVE, out);
        other.receive(N1, token(4, List.of(2L), N3), out);
        other.receive(N1, new Request(3), out);
        out.take();
        assertThat(other.isContended()).isTrue();
        other.release(out);
        assertThat(out.take()).containsExactly("n3 <- Privilege 5 LN n1:2,n2:1 Q n1");
    }

    @Test
    void p2_aTokenThatIsNotUsedGoesToWhoeverAsks() {
        home.receive(N3, new Request(1), out);
        assertThat(out.take()).containsExactly("n3 <- Privilege 1");
        assertThat(home.isQuiescent()).isFalse();
    }

    @Test
    void p2_aRequestThatWasServedMeansNothing() {
        other.acquire(Mode.EXCLUSIVE, out);
        other.receive(N3, token(2, List.of(0L, 0L, 1L)), out);
        other.release(out);
        out.take();
        other.receive(N3, new Request(1), out);
        assertThat(out.take()).isEmpty();
        other.receive(N3, new Request(2), out);
        assertThat(out.take()).containsExactly("n3 <- Privilege 3 LN n2:1,n3:1");
    }

    @Test
    void whoHasGivenUpPassesTheTokenOnWhenItComes() {
        other.acquire(Mode.EXCLUSIVE, out);
        other.abandon(out);
        assertThat(other.phase()).isEqualTo(Phase.IDLE);
        out.take();
        other.receive(N1, token(1, List.of(), N3), out);
        assertThat(out.take()).containsExactly("n3 <- Privilege 2 LN n2:1");
    }

    @Test
    void whoWantsTheLockAgainAfterGivingUpStillHasItsRequest() {
        other.acquire(Mode.EXCLUSIVE, out);
        other.abandon(out);
        out.take();
        other.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).isEmpty();
        other.receive(N1, token(1, List.of()), out);
        assertThat(out.take()).containsExactly("entered");
    }

    @Test
    void aTokenThatComesTwiceIsTakenOnce() {
        other.acquire(Mode.EXCLUSIVE, out);
        other.receive(N1, token(1, List.of()), out);
        other.release(out);
        other.receive(N3, new Request(1), out);
        out.take();
        other.acquire(Mode.EXCLUSIVE, out);
        out.take();
        other.receive(N1, token(1, List.of()), out);
        assertThat(out.take()).isEmpty();
        assertThat(other.phase()).isEqualTo(Phase.WAITING);
    }

    @Test
    void afterALinkResetRequestAndTokenAreSentAgainUntilTheTokenIsBack() {
        home.receive(N3, new Request(1), out);
        home.acquire(Mode.EXCLUSIVE, out);
        out.take();
        home.linkReset(N2, out);
        assertThat(out.take()).containsExactly("n2 <- Request 1");
        home.linkReset(N3, out);
        assertThat(out.take()).containsExactly("n3 <- Request 1", "n3 <- Privilege 1");
        home.receive(N3, token(2, List.of(0L, 0L, 1L)), out);
        out.take();
        home.linkReset(N3, out);
        assertThat(out.take()).isEmpty();
    }

    @Test
    void aStrangerIsNotHeard() {
        home.receive(NodeId.of(3), new Request(1), out);
        assertThat(out.take()).isEmpty();
        assertThat(home.isQuiescent()).isTrue();
    }

    @Test
    void everybodyMustVote() {
        assertThatThrownBy(() -> new SuzukiKasami().requireUsable(new Majority(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("suzuki-kasami asks every node");
        assertThatThrownBy(() -> machine(NodeId.of(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("with suzuki-kasami let every node vote");
    }
}
