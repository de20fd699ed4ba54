// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.session.Peers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules R, one call at a time: node n1 of four, which asks n1, n2 and n3. */
class RequesterTest {
    private static final NodeId N1 = NodeId.of(0);
    private static final NodeId N2 = NodeId.of(1);
    private static final NodeId N3 = NodeId.of(2);
    private static final NodeId N4 = NodeId.of(3);
    private static final Stamp MINE = new Stamp(1, N1, 0);

    private final MachineContext context = new MachineContext(N1, 0, Placement.asNumbered(new Majority(4)));
    private final Peers peers = new Peers(N1, context.sessions());
    private final Requester requester = new Requester(context);
    private final RecordingOutbox<QuorumLockMessage> out = new RecordingOutbox<>();

    private void waiting() {
        requester.acquire(Mode.EXCLUSIVE, out);
        out.take();
    }

    private void grant(NodeId from, long number) {
        peers.hear(from);
        requester.onGrant(new Grant(MINE, number, false, 0), from, out);
    }

    /** An Inquire that asks to give way. */
    private void inquire(NodeId from, long number) {
        peers.hear(from);
        requester.onInquire(new Inquire(MINE, number, true, 0), from, out);
    }

    private void holding() {
        waiting();
        grant(N1, 1);
        grant(N2, 1);
        grant(N3, 1);
        assertThat(out.take()).containsExactly("entered");
    }

    @Nested
    class Asking {
        @Test
        void r1_asksEachMemberOfOneQuorum() {
            requester.acquire(Mode.SHARED, out);
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Request 1.n1 shared", "n2 <- Request 1.n1 shared", "n3 <- Request 1.n1 shared");
            assertThat(requester.phase()).isEqualTo(Phase.WAITING);
        }

        @Test
        void r1_goesAroundSuspectsIfAQuorumIsLeft() {
            context.suspect(NodeSet.of(N3));
            requester.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take()).containsExactly("n1 <- Request 1.n1", "n2 <- Request 1.n1", "n4 <- Request 1.n1");
        }

        @Test
        void r1_asksEverybodyWhenNoQuorumIsFreeOfSuspects() {
            context.suspect(NodeSet.of(N3, N4));
            requester.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Request 1.n1", "n2 <- Request 1.n1", "n3 <- Request 1.n1", "n4 <- Request 1.n1");
        }

        @Test
        void aSecondRequestWhileOneLivesIsOurBug() {
            waiting();
            assertThatThrownBy(() -> requester.acquire(Mode.EXCLUSIVE, out)).hasMessageContaining("no live request");
        }
    }

    @Nested
    class Counting {
        @Test
        void r7_entersWithTheLastVoteOfAQuorumAndOnlyOnce() {
            waiting();
            grant(N1, 1);
            grant(N2, 1);
            assertThat(out.take()).isEmpty();
            grant(N3, 1);
            assertThat(out.take()).containsExactly("entered");
            grant(N3, 1);
            assertThat(out.take()).isEmpty();
        }

        @Test
        void aDuplicatedGrantIsOneVote() {
            waiting();
            grant(N2, 1);
            grant(N2, 1);
            grant(N2, 1);
            assertThat(requester.phase()).isEqualTo(Phase.WAITING);
        }

        @Test
        void aGrantFromSomebodyNotAskedCountsNothing() {
            waiting();
            grant(N1, 1);
            grant(N2, 1);
            grant(N4, 1);
            assertThat(requester.phase()).isEqualTo(Phase.WAITING);
            assertThat(out.take()).isEmpty();
        }

        @Test
        void r4_anInquireProvesItsGrantAndIsAnsweredByGivingWay() {
            waiting();
            inquire(N2, 1);
            assertThat(out.take()).containsExactly("n2 <- Relinquish 1.n1 #1");
        }

        @Test
        void r4_theInquireThatCompletesAQuorumLetsItIn() {
            waiting();
            grant(N1, 1);
            grant(N2, 1);
            inquire(N3, 1);
            assertThat(out.take()).containsExactly("entered");
        }

        @Test
        void r5_aGrantGivenBackBeforeIsGivenBackAgain() {
            waiting();
            inquire(N2, 1);
            out.take();
            grant(N2, 1);
            assertThat(out.take()).containsExactly("n2 <- Relinquish 1.n1 #1");
            inquire(N2, 1);
            assertThat(out.take()).containsExactly("n2 <- Relinquish 1.n1 #1");
        }

        @Test
        void r8_anInquireAboutAnOlderGrantDoesNotCostTheNewerOne() {
            waiting();
            inquire(N2, 1);
            grant(N2, 2);
            out.take();
            inquire(N2, 1);
            assertThat(out.take()).isEmpty();
            grant(N1, 1);
            grant(N3, 1);
            assertThat(out.take()).containsExactly("entered");
        }
    }

    @Nested
    class Holding {
        @Test
        void r8_aHolderDoesNotGiveWay() {
            holding();
            inquire(N2, 1);
            assertThat(out.take()).isEmpty();
            assertThat(requester.phase()).isEqualTo(Phase.HOLDING);
            assertThat(requester.isContended()).isTrue();
        }

        @Test
        void r6_aGrantBornContendedOrANoticeTellsThatOthersWait() {
            waiting();
            assertThat(requester.isContended()).isFalse();
            peers.hear(N2);
            requester.onGrant(new Grant(MINE, 1, true, 0), N2, out);
            assertThat(requester.isContended()).isTrue();
        }

        @Test
        void r9_releaseGoesToEveryVoterAsked() {
            holding();
            requester.release(out);
            assertThat(out.take()).containsExactly("n1 <- Release 1.n1", "n2 <- Release 1.n1", "n3 <- Release 1.n1");
            assertThat(requester.phase()).isEqualTo(Phase.IDLE);
        }

        @Test
        void r9_abandonTellsThoseThatHaveNotAnsweredToo() {
            waiting();
            grant(N2, 1);
            requester.abandon(out);
            assertThat(out.take()).containsExactly("n1 <- Release 1.n1", "n2 <- Release 1.n1", "n3 <- Release 1.n1");
        }

        @Test
        void onlyAHolderReleasesAndOnlyAWaiterAbandons() {
            assertThatThrownBy(() -> requester.release(out)).hasMessageContaining("only a holder releases");
            assertThatThrownBy(() -> requester.abandon(out)).hasMessageContaining("only a waiter abandons");
        }
    }

    @Nested
    class AfterTheEnd {
        @Test
        void r2_everyAnswerToARequestThatIsOverIsAnsweredByRelease() {
            holding();
            requester.release(out);
            out.take();
            grant(N2, 1);
            requester.onQueued(new Queued(MINE), N3, out);
            inquire(N1, 1);
            assertThat(out.take()).containsExactly("n2 <- Release 1.n1", "n3 <- Release 1.n1", "n1 <- Release 1.n1");
        }

        @Test
        void r2_butNotForAnotherNodeOrAnEarlierStartOfThisOne() {
            requester.onGrant(new Grant(new Stamp(1, N2, 0), 1, false, 0), N2, out);
            requester.onGrant(new Grant(new Stamp(1, N1, 7), 1, false, 0), N2, out);
            assertThat(out.take()).isEmpty();
        }
    }

    @Nested
    class Trouble {
        @Test
        void s4_asksAgainAfterALinkResetButOnlyThatPeer() {
            waiting();
            requester.linkReset(N3, out);
            requester.linkReset(N4, out);
            assertThat(out.take()).containsExactly("n3 <- Request 1.n1");
        }

        @Test
        void p1_widensAroundASuspectAndWithdrawsNothing() {
            waiting();
            context.suspect(NodeSet.of(N3));
            requester.reconsider(out);
            assertThat(out.take()).containsExactly("n4 <- Request 1.n1");
            grant(N1, 1);
            grant(N2, 1);
            grant(N3, 1);
            assertThat(out.take())
                    .as("the late vote of the suspect is welcome")
                    .containsExactly("entered", "n4 <- Request 1.n1 holding");
            requester.release(out);
            assertThat(out.take()).hasSize(4).contains("n4 <- Release 1.n1");
        }

        @Test
        void p1_asksSuspectsTooWhenNoQuorumIsFreeOfThem() {
            waiting();
            context.suspect(NodeSet.of(N3, N4));
            requester.reconsider(out);
            assertThat(out.take()).as("a suspicion may be wrong").containsExactly("n4 <- Request 1.n1");
            context.suspect(NodeSet.of(N3));
            requester.reconsider(out);
            assertThat(out.take()).as("asked already").isEmpty();
        }

        @Test
        void p1_doesNothingForSomebodyNotAskedNorForAHolder() {
            waiting();
            context.suspect(NodeSet.of(N4));
            requester.reconsider(out);
            assertThat(out.take()).isEmpty();
        }
    }
}
