// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import static io.quorate.overlay.dht.Roles.N1;
import static io.quorate.overlay.dht.Roles.N2;
import static io.quorate.overlay.dht.Roles.N3;
import static io.quorate.overlay.dht.Roles.N4;
import static io.quorate.overlay.dht.Roles.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.session.Peers;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtMessage.Response;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.dht.Roles;
import io.quorate.overlay.dht.TokenMessage.Enqueue;
import io.quorate.overlay.dht.TokenMessage.Enqueued;
import io.quorate.overlay.dht.TokenMessage.NotOwner;
import io.quorate.overlay.dht.TokenMessage.Outcome;
import io.quorate.overlay.dht.TokenMessage.Token;
import io.quorate.overlay.dht.TokenMessage.TokenAck;
import io.quorate.overlay.dht.TokenMessage.Voter;
import io.quorate.overlay.node.RouteOrder;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules of queue and token, at n4, which has no replica of the lock itself: those are at n1, n2 and n3. */
class EndToEndMachineTest {
    private static final Stamp MINE = stamp(1, N4);
    private static final Stamp ANOTHER = stamp(7, N3);
    private static final List<Voter> VOTERS = List.of(new Voter(0, N1), new Voter(1, N2));

    private final MachineContext context = Roles.context(N4);
    private final Peers peers = new Peers(N4, context.sessions());
    private final EndToEndMachine machine = new EndToEndMachine(context, EndToEndRules.ALL);
    private final RecordingOutbox<DhtMessage> out = new RecordingOutbox<>();

    private List<String> said() {
        return out.take().stream()
                .filter(line -> !line.startsWith("start ") && !line.startsWith("stop "))
                .toList();
    }

    private void asks() {
        machine.acquire(Mode.EXCLUSIVE, out);
        out.take();
    }

    /** In a session that both know. */
    private void hears(Response response, NodeId from) {
        context.sessions().ask(from);
        peers.hear(from);
        context.sessions().unask(from);
        machine.receive(from, response, out);
    }

    private void hears(NodeId from, DhtMessage message) {
        peers.hear(from);
        machine.receive(from, message, out);
    }

    private void votes(Stamp stamp, int replica, NodeId from) {
        hears(Response.vote(stamp, replica, 1, null, 0), from);
    }

    private void holds() {
        asks();
        votes(MINE, 0, N1);
        votes(MINE, 1, N2);
        assertThat(machine.phase()).isEqualTo(Phase.HOLDING);
        out.take();
    }

    /** It waits with n3, whose request has the lock. */
    private void waitsWithAnother() {
        asks();
        hears(Response.noVote(MINE, 0, ANOTHER, true, 0, null), N1);
        hears(Response.noVote(MINE, 1, ANOTHER, true, 0, null), N2);
        out.take();
    }

    @Nested
    class Step4Winner {
        @Test
        void whoHasAMajorityIsInsideAndSaysSoToTheReplicasThatHaveAnswered() {
            asks();
            votes(MINE, 0, N1);
            assertThat(said()).as("one vote").doesNotContain("entered");
            votes(MINE, 1, N2);
            assertThat(said()).containsExactly("entered", "routed IAmWinner 1.n4 at r1", "routed IAmWinner 1.n4 at r2");
            assertThat(machine.fence()).isEqualTo(Fence.of(MINE));
        }

        @Test
        void theThirdReplicaIsNotToldLater() {
            holds();
            votes(MINE, 2, N3);
            assertThat(said()).isEmpty();
        }

        @Test
        void e1_whoLearnsThatAnotherHasAMajorityWaitsInItsQueue() {
            asks();
            hears(Response.noVote(MINE, 0, ANOTHER, true, 0, null), N1);
            assertThat(said()).as("one of three").isEmpty();
            hears(Response.noVote(MINE, 1, ANOTHER, true, 0, null), N2);
            assertThat(said()).contains("n3 <- Enqueue 1.n4 at 7.n3");
            assertThat(machine.phase()).isEqualTo(Phase.WAITING);
        }

        @Test
        void e2_whoWaitsInAQueueHasGivenItsOwnVoteBack() {
            asks();
            votes(MINE, 2, N3);
            hears(Response.noVote(MINE, 0, ANOTHER, true, 0, null), N1);
            hears(Response.noVote(MINE, 1, ANOTHER, true, 0, null), N2);
            assertThat(said()).containsSubsequence("n3 <- Release 1.n4 at r3", "n3 <- Enqueue 1.n4 at 7.n3");
        }

        @Test
        void ifNobodyHasAMajorityWhoIsNotTheOldestWaitsWithTheOldest() {
            Stamp older = stamp(0, N3);
            asks();
            votes(MINE, 0, N1);
            hears(Response.noVote(MINE, 1, older, true, 0, null), N2);
            assertThat(said()).as("not all have answered").isEmpty();
            hears(Response.noVote(MINE, 2, stamp(2, N1), true, 0, null), N3);
            assertThat(said()).contains("n1 <- Release 1.n4 at r1", "n3 <- Enqueue 1.n4 at 0.n3");
        }

        @Test
        void theOldestKeepsItsVotesAndWaits() {
            asks();
            votes(MINE, 0, N1);
            hears(Response.noVote(MINE, 1, stamp(5, N3), true, 0, null), N2);
            hears(Response.noVote(MINE, 2, stamp(6, N2), true, 0, null), N3);
            assertThat(said()).isEmpty();
        }
    }

    @Nested
    class Step5Enqueue {
        @Test
        void whoHasTheLockPutsRequestsIntoItsQueueOnceEach() {
            holds();
            assertThat(machine.isContended()).isFalse();
            hears(N3, new Enqueue(stamp(3, N3), MINE, 0));
            hears(N1, new Enqueue(stamp(4, N1), MINE, 0));
            hears(N3, new Enqueue(stamp(3, N3), MINE, 0));
            assertThat(said())
                    .containsExactly(
                            "n3 <- Enqueued 3.n3 #1 at 1.n4",
                            "n1 <- Enqueued 4.n1 #2 at 1.n4",
                            "n3 <- Enqueued 3.n3 #1 at 1.n4");
            assertThat(machine.isContended()).isTrue();
        }

        @Test
        void whoIsTakenForTheWinnerAndMayWinKeepsTheQueueAlready() {
            asks();
            hears(N3, new Enqueue(stamp(3, N3), MINE, 0));
            assertThat(said()).containsExactly("n3 <- Enqueued 3.n3 #1 at 1.n4");
        }

        @Test
        void e3_whoNeverHadItSaysSo() {
            hears(N3, new Enqueue(stamp(3, N3), stamp(1, N4), 0));
            assertThat(said()).containsExactly("n3 <- NotOwner to 3.n3");
        }

        @Test
        void e4_whoGivesUpSendsItsQueueOnOrAway() {
            asks();
            hears(N3, new Enqueue(stamp(3, N3), MINE, 0));
            out.take();
            machine.abandon(out);
            assertThat(said()).contains("n3 <- NotOwner to 3.n3");
        }

        @Test
        void e4_whoWaitsWithAnotherTakesItsQueueThere() {
            asks();
            hears(N2, new Enqueue(stamp(3, N2), MINE, 0));
            hears(Response.noVote(MINE, 0, ANOTHER, true, 0, null), N1);
            hears(Response.noVote(MINE, 1, ANOTHER, true, 0, null), N2);
            assertThat(said()).contains("n3 <- Enqueue 3.n2 at 7.n3", "n3 <- Enqueue 1.n4 at 7.n3");
        }
    }

    @Nested
    class WhoWaits {
        @BeforeEach
        void waits() {
            waitsWithAnother();
        }

        @Test
        void itWaitsTheLongerTheFartherBackItStands() {
            machine.receive(N3, new Enqueued(MINE, ANOTHER, 0), out);
            assertThat(out.take()).contains("stop NOT_ENQUEUED", "start PATIENCE PT2S");
            machine.receive(N3, new Enqueued(MINE, ANOTHER, 3), out);
            assertThat(out.take()).contains("start PATIENCE PT8S");
        }

        @Test
        void e6_itAsksNowAndThenWhetherItStillStandsInTheQueue() {
            machine.receive(N3, new Enqueued(MINE, ANOTHER, 0), out);
            out.take();
            machine.timerFired(DhtTimer.PATIENCE, out);
            assertThat(out.take()).contains("n3 <- Enqueue 1.n4 at 7.n3", "start NOT_ENQUEUED PT0.5S");
        }

        @Test
        void e6_withoutAnAnswerItAsksTheReplicasPastAllHintsByANewStamp() {
            machine.timerFired(DhtTimer.NOT_ENQUEUED, out);
            assertThat(out.orders())
                    .map(order -> (Object) ((RouteOrder<?>) order).message())
                    .contains(new DhtMessage.Request(stamp(2, N4), 0, true))
                    .hasSize(3);
            assertThat(machine.phase()).isEqualTo(Phase.WAITING);
        }

        @Test
        void e3_whoIsSentAwayAsksTheReplicasAtOnceAndTheSecondTimeAfterARandomDelay() {
            machine.receive(N3, new NotOwner(MINE), out);
            assertThat(said()).contains("routed Request 2.n4 at r1");
            hears(Response.noVote(stamp(2, N4), 0, ANOTHER, true, 0, null), N1);
            hears(Response.noVote(stamp(2, N4), 1, ANOTHER, true, 0, null), N2);
            out.take();
            machine.receive(N3, new NotOwner(stamp(2, N4)), out);
            assertThat(out.take()).contains("start BACK_OFF PT0.1S").noneMatch(line -> line.startsWith("routed"));
            machine.timerFired(DhtTimer.BACK_OFF, out);
            assertThat(said()).contains("routed Request 3.n4 at r1");
        }

        @Test
        void itTakesTheTokenAndMovesTheVotesToAStampOfItsOwn() {
            hears(N3, new Token(ANOTHER, VOTERS, List.of(stamp(9, N2))));
            assertThat(said())
                    .containsExactly("n1 <- Transfer 7.n3 to 2.n4 at r1", "n2 <- Transfer 7.n3 to 2.n4 at r2");
            assertThat(machine.phase()).as("t1: no vote is its own yet").isEqualTo(Phase.WAITING);
            votes(stamp(2, N4), 0, N1);
            votes(stamp(2, N4), 1, N2);
            assertThat(said()).containsExactly("entered", "n3 <- TokenAck of 7.n3 MOVED");
            assertThat(machine.isContended())
                    .as("e5: the rest of the queue has come along")
                    .isTrue();
        }

        @Test
        void ifNotAllVotesCouldBeMovedItSaysSo() {
            hears(N3, new Token(ANOTHER, VOTERS, List.of()));
            said();
            votes(stamp(2, N4), 0, N1);
            hears(Response.noVote(stamp(2, N4), 1, stamp(8, N1), true, 0, null), N2);
            assertThat(said()).contains("n3 <- TokenAck of 7.n3 TAKEN", "routed Request 2.n4 at r3");
            assertThat(machine.phase()).isEqualTo(Phase.WAITING);
        }

        @Test
        void aTokenThatComesTwiceIsTakenOnce() {
            hears(N3, new Token(ANOTHER, VOTERS, List.of()));
            out.take();
            hears(N3, new Token(ANOTHER, VOTERS, List.of()));
            assertThat(said()).isEmpty();
        }

        @Test
        void nobodyHandsOnWhatAnotherHas() {
            hears(N2, new Token(ANOTHER, VOTERS, List.of()));
            assertThat(said()).isEmpty();
            assertThat(context.forgedCount()).isEqualTo(1);
        }
    }

    @Nested
    class Step6And7Leaving {
        @BeforeEach
        void isInside() {
            holds();
        }

        @Test
        void withoutAQueueTheVotesGoBackAndNoTokenIsSent() {
            machine.release(out);
            assertThat(said()).containsExactly("n1 <- Release 1.n4 at r1", "n2 <- Release 1.n4 at r2");
            assertThat(machine.isQuiescent()).isTrue();
        }

        @Test
        void withAQueueTheFirstGetsTheTokenWithTheRestOfItAndNoVoteIsFreed() {
            queue(stamp(3, N3), stamp(4, N1));
            machine.release(out);
            assertThat(said()).containsExactly("n3 <- Token of 1.n4 then [4.n1]");
            assertThat(machine.phase()).isEqualTo(Phase.IDLE);
            assertThat(context.sessions().open().size()).as("the votes live on").isEqualTo(2);
        }

        private void queue(Stamp... requests) {
            for (Stamp request : requests) {
                hears(request.node(), new Enqueue(request, MINE, 0));
            }
            out.take();
        }

        @Test
        void whoComesLateIsSentOnToWhoeverHasItNow() {
            queue(stamp(3, N3));
            machine.release(out);
            out.take();
            hears(N2, new Enqueue(stamp(5, N2), MINE, 0));
            assertThat(said()).containsExactly("n3 <- Enqueue 5.n2 at 3.n3");
            hears(N3, new TokenAck(MINE, Outcome.MOVED));
            hears(N2, new Enqueue(stamp(5, N2), MINE, 0));
            assertThat(said()).as("also when it has been taken").containsExactly("n3 <- Enqueue 5.n2 at 3.n3");
        }

        @Test
        void aTokenThatIsLostIsSentToTheOneAfter() {
            queue(stamp(3, N3), stamp(4, N1));
            machine.release(out);
            out.take();
            machine.timerFired(DhtTimer.PASS_ON, out);
            assertThat(said()).containsExactly("n1 <- Token of 1.n4");
        }

        @Test
        void ifThereIsNobodyAfterItTheVotesAreFree() {
            queue(stamp(3, N3));
            machine.release(out);
            out.take();
            machine.timerFired(DhtTimer.PASS_ON, out);
            assertThat(said()).containsExactly("n1 <- Release 1.n4 at r1", "n2 <- Release 1.n4 at r2");
            assertThat(machine.isQuiescent()).isTrue();
        }

        @Test
        void whoDoesNotWantItIsPassedOver() {
            queue(stamp(3, N3), stamp(4, N1));
            machine.release(out);
            out.take();
            hears(N3, new TokenAck(MINE, Outcome.NOT_WANTED));
            assertThat(said()).containsExactly("n1 <- Token of 1.n4");
            hears(N3, new TokenAck(MINE, Outcome.MOVED));
            assertThat(said()).as("what was passed over has no say any more").isEmpty();
            hears(N1, new TokenAck(MINE, Outcome.MOVED));
            assertThat(said()).isEmpty();
        }

        @Test
        void votesThatDidNotMoveAreGivenBack() {
            queue(stamp(3, N3));
            machine.release(out);
            out.take();
            hears(N3, new TokenAck(MINE, Outcome.TAKEN));
            assertThat(said()).containsExactly("n1 <- Release 1.n4 at r1", "n2 <- Release 1.n4 at r2");
        }

        @Test
        void whoWantsItAgainMeanwhileWaitsWithItsHeir() {
            queue(stamp(3, N3));
            machine.release(out);
            out.take();
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(said()).containsExactly("n3 <- Enqueue 2.n4 at 3.n3");
        }

        @Test
        void s3_whoLosesTheLockSendsItsQueueAway() {
            queue(stamp(3, N3));
            context.sessions().endTrust(N2);
            machine.trustEnded(N2, out);
            assertThat(said()).contains("lost QUORUM_LOST", "n3 <- NotOwner to 3.n3");
        }
    }

    @Test
    void whoWantsNothingSendsATokenBack() {
        hears(N3, new Token(ANOTHER, VOTERS, List.of()));
        assertThat(said()).containsExactly("n3 <- TokenAck of 7.n3 NOT_WANTED");
    }
}
