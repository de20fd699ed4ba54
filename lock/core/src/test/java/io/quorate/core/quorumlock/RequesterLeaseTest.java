// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Fence;
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
import io.quorate.core.quorumlock.QuorumLockMessage.Noted;
import io.quorate.core.session.Peers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules of a requester about trust, repair, fences and standing grants: n1 of four, which asks n1, n2 and n3. */
class RequesterLeaseTest {
    private static final NodeId N1 = NodeId.of(0);
    private static final NodeId N2 = NodeId.of(1);
    private static final NodeId N3 = NodeId.of(2);
    private static final NodeId N4 = NodeId.of(3);
    private static final Stamp MINE = new Stamp(1, N1, 0);

    private final MachineContext context = new MachineContext(N1, 0, Placement.asNumbered(new Majority(4)));
    private final Peers peers = new Peers(N1, context.sessions());
    private final Requester requester = new Requester(context);
    private final RecordingOutbox<QuorumLockMessage> out = new RecordingOutbox<>();

    private void waiting(Mode mode) {
        requester.acquire(mode, out);
        out.take();
    }

    private void grant(NodeId from, long number, long floor) {
        peers.hear(from);
        requester.onGrant(new Grant(MINE, number, false, floor), from, out);
    }

    /** As in {@code 5.n2}. */
    private static long fence(String text) {
        String[] parts = text.split("\\.");
        return Fence.of(new Stamp(Long.parseLong(parts[0]), NodeId.parse(parts[1]), 0));
    }

    private void noted(NodeId from, long fence) {
        peers.hear(from);
        requester.onNoted(new Noted(MINE, fence), from, out);
    }

    private void holding(Mode mode) {
        waiting(mode);
        grant(N1, 1, 0);
        grant(N2, 1, 0);
        grant(N3, 1, 0);
        assertThat(out.take()).containsExactly("entered");
    }

    private void endTrust(NodeId voter) {
        context.sessions().endTrust(voter);
        requester.trustEnded(voter, out);
    }

    private void suspect(NodeId... nodes) {
        context.suspect(NodeSet.of(nodes));
        requester.reconsider(out);
    }

    @Nested
    class Trust {
        @Test
        void s3_aWaiterAsksTheVoterAnewAndWhatItGrantedBeforeCountsNoLonger() {
            waiting(Mode.EXCLUSIVE);
            grant(N2, 1, 0);
            grant(N3, 1, 0);
            endTrust(N2);
            assertThat(out.take()).containsExactly("n2 <- Request 1.n1");
            grant(N1, 1, 0);
            assertThat(requester.phase()).isEqualTo(Phase.WAITING);
            grant(N2, 1, 0);
            assertThat(out.take()).as("numbers begin anew").containsExactly("entered");
        }

        @Test
        void s3_aHolderWithoutAQuorumHasLostTheLockAndTellsEverybodyAsked() {
            holding(Mode.EXCLUSIVE);
            endTrust(N2);
            assertThat(out.take())
                    .containsExactly(
                            "lost QUORUM_LOST", "n1 <- Release 1.n1", "n2 <- Release 1.n1", "n3 <- Release 1.n1");
            assertThat(requester.phase()).isEqualTo(Phase.IDLE);
        }

        @Test
        void s3_aHolderWithAQuorumLeftGoesOnAndAsksAsAHolder() {
            holding(Mode.EXCLUSIVE);
            suspect(N3);
            grant(N4, 1, 0);
            out.take();
            endTrust(N3);
            assertThat(out.take()).containsExactly("n3 <- Request 1.n1 holding");
            assertThat(requester.phase()).isEqualTo(Phase.HOLDING);
        }

        @Test
        void s3_aLockThatOnlyStoodIsGivenBackAndNobodyHasLostIt() {
            holding(Mode.EXCLUSIVE);
            requester.stand(out);
            out.take();
            endTrust(N2);
            assertThat(out.take())
                    .containsExactly("n1 <- Release 1.n1", "n2 <- Release 1.n1", "n3 <- Release 1.n1", "stop IDLE");
        }

        @Test
        void s3_whoWasNotAskedMeansNothing() {
            waiting(Mode.EXCLUSIVE);
            requester.trustEnded(N4, out);
            assertThat(out.take()).isEmpty();
        }

        @Test
        void r3_aGrantOfAnotherSessionCountsNothing() {
            waiting(Mode.EXCLUSIVE);
            grant(N1, 1, 0);
            grant(N2, 1, 0);
            peers.hearWithoutAnswer(N3, 0);
            requester.onGrant(new Grant(MINE, 1, false, 0), N3, out);
            assertThat(requester.phase()).isEqualTo(Phase.WAITING);
            assertThat(out.take()).isEmpty();
        }
    }

    @Nested
    class VotersThatStartAgain {
        /** So what is given back is of the start that granted it, though no Relinquish says of which start it speaks. */
        @Test
        void r3_withinOneSessionOnlyWhatOneStartSaysCountsAndIsAnswered() {
            waiting(Mode.EXCLUSIVE);
            grant(N2, 1, 0);
            peers.hear(N2, 1);
            requester.onGrant(new Grant(MINE, 2, false, 0), N2, out);
            requester.onInquire(new Inquire(MINE, 1, true, 0), N2, out);
            assertThat(out.take()).isEmpty();
            peers.hear(N2, 0);
            requester.onInquire(new Inquire(MINE, 1, true, 0), N2, out);
            assertThat(out.take()).containsExactly("n2 <- Relinquish 1.n1 #1");
        }

        @Test
        void r3_inTheNextSessionItIsTheNewStartThatCounts() {
            waiting(Mode.EXCLUSIVE);
            grant(N2, 1, 0);
            endTrust(N2);
            out.take();
            peers.hear(N2, 1);
            requester.onInquire(new Inquire(MINE, 1, true, 0), N2, out);
            assertThat(out.take()).containsExactly("n2 <- Relinquish 1.n1 #1");
            peers.hear(N2, 0);
            requester.onGrant(new Grant(MINE, 2, false, 0), N2, out);
            grant(N1, 1, 0);
            grant(N3, 1, 0);
            assertThat(requester.phase()).isEqualTo(Phase.WAITING);
        }
    }

    @Nested
    class Repair {
        @Test
        void p1_aHolderAsksFurtherVotersWhenOneIsSuspected() {
            holding(Mode.SHARED);
            suspect(N3);
            assertThat(out.take()).containsExactly("n4 <- Request 1.n1 shared holding");
            suspect(N3);
            assertThat(out.take()).as("once").doesNotContain("n2 <- Request 1.n1 shared holding");
        }

        @Test
        void p1_thoseAskedBeforeThatHaveNotGrantedLearnThatItHolds() {
            waiting(Mode.EXCLUSIVE);
            suspect(N3);
            grant(N1, 1, 0);
            grant(N2, 1, 0);
            grant(N3, 1, 0);
            out.take();
            requester.reconsider(out);
            assertThat(out.take()).containsExactly("n4 <- Request 1.n1 holding");
        }

        @Test
        void p1_aHolderWithAQuorumOfUnsuspectedAsksNobody() {
            holding(Mode.EXCLUSIVE);
            suspect(N4);
            assertThat(out.take()).isEmpty();
        }
    }

    @Nested
    class Fences {
        @Test
        void f1_theStampIsTheFenceIfItIsAboveEveryFloor() {
            holding(Mode.EXCLUSIVE);
            assertThat(requester.fence()).isEqualTo(Fence.of(MINE));
            requester.release(out);
            assertThat(requester.fence()).isZero();
        }

        @Test
        void f1_otherwiseOneAboveIsAnnouncedToAllWhoHaveGranted() {
            waiting(Mode.EXCLUSIVE);
            grant(N1, 1, 0);
            grant(N2, 3, fence("8.n2"));
            grant(N3, 1, fence("5.n2"));
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Announce 1.n1 #1 fence 8.n3",
                            "n2 <- Announce 1.n1 #3 fence 8.n3",
                            "n3 <- Announce 1.n1 #1 fence 8.n3");
            assertThat(requester.phase()).isEqualTo(Phase.WAITING);
            assertThat(context.clock().counter()).as("no later stamp is below").isGreaterThanOrEqualTo(8);
        }

        @Test
        void f3_itHoldsWhenAQuorumVouchesForThatFence() {
            waiting(Mode.EXCLUSIVE);
            grant(N1, 1, 0);
            grant(N2, 1, 0);
            grant(N3, 1, fence("5.n2"));
            out.take();
            noted(N1, fence("5.n3"));
            noted(N2, fence("5.n3"));
            noted(N3, fence("5.n2"));
            assertThat(out.take()).as("another fence").isEmpty();
            noted(N3, fence("5.n3"));
            assertThat(out.take()).containsExactly("entered");
            assertThat(requester.fence()).isEqualTo(fence("5.n3"));
        }

        @Test
        void f3_whoAnnouncesDoesNotGiveWayAndSaysSoToThoseItAsksThen() {
            waiting(Mode.EXCLUSIVE);
            grant(N1, 1, 0);
            grant(N2, 1, 0);
            grant(N3, 1, fence("5.n2"));
            out.take();
            peers.hear(N2);
            requester.onInquire(new Inquire(MINE, 1, true, 0), N2, out);
            assertThat(out.take()).noneMatch(line -> line.contains("Relinquish"));
            assertThat(requester.isContended()).isTrue();
            suspect(N3);
            assertThat(out.take()).contains("n4 <- Request 1.n1 holding");
        }

        @Test
        void f1_aLaterGrantWithAHigherFloorMakesItAnnounceAnewToAll() {
            waiting(Mode.EXCLUSIVE);
            grant(N1, 1, 0);
            grant(N2, 1, 0);
            grant(N3, 1, fence("5.n2"));
            noted(N1, fence("5.n3"));
            suspect(N3);
            out.take();
            grant(N4, 1, fence("30.n1"));
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Announce 1.n1 #1 fence 30.n2",
                            "n2 <- Announce 1.n1 #1 fence 30.n2",
                            "n3 <- Announce 1.n1 #1 fence 30.n2",
                            "n4 <- Announce 1.n1 #1 fence 30.n2");
            noted(N2, fence("30.n2"));
            noted(N3, fence("30.n2"));
            assertThat(requester.phase()).as("what n1 noted was less").isEqualTo(Phase.WAITING);
            noted(N4, fence("30.n2"));
            assertThat(requester.fence()).isEqualTo(fence("30.n2"));
        }

        @Test
        void s3_whoLosesItsQuorumWhileItAnnouncesBeginsAnewBehindThoseItKeptWaiting() {
            waiting(Mode.EXCLUSIVE);
            grant(N1, 1, 0);
            grant(N2, 1, 0);
            grant(N3, 1, fence("5.n2"));
            out.take();
            endTrust(N2);
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Release 1.n1",
                            "n2 <- Release 1.n1",
                            "n3 <- Release 1.n1",
                            "n1 <- Request 6.n1",
                            "n2 <- Request 6.n1",
                            "n3 <- Request 6.n1");
        }

        @Test
        void s4_afterALinkResetItAnnouncesAgain() {
            waiting(Mode.EXCLUSIVE);
            grant(N1, 1, 0);
            grant(N2, 1, 0);
            grant(N3, 1, fence("5.n2"));
            out.take();
            requester.linkReset(N3, out);
            assertThat(out.take()).containsExactly("n3 <- Request 1.n1 holding", "n3 <- Announce 1.n1 #1 fence 5.n3");
        }
    }

    @Nested
    class StandingGrants {
        @Test
        void g1_givingBackAndTakingAgainSaysNothing() {
            holding(Mode.EXCLUSIVE);
            assertThat(requester.stand(out)).isTrue();
            assertThat(out.take()).containsExactly("start IDLE PT2S");
            requester.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take()).containsExactly("entered");
            assertThat(requester.fence()).isEqualTo(Fence.of(MINE));
            requester.stand(out);
            assertThat(out.take()).as("the timer runs").isEmpty();
        }

        @Test
        void g1_whoKnowsThatOthersWaitDoesNotKeepTheLock() {
            holding(Mode.EXCLUSIVE);
            peers.hear(N2);
            requester.onInquire(new Inquire(MINE, 1, false, 0), N2, out);
            assertThat(requester.stand(out)).isFalse();
            assertThat(requester.phase()).isEqualTo(Phase.HOLDING);
            assertThat(out.take()).isEmpty();
        }

        @Test
        void g1_aStrongerModeIsAskedForAnew() {
            holding(Mode.SHARED);
            requester.stand(out);
            out.take();
            requester.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Release 1.n1",
                            "n2 <- Release 1.n1",
                            "n3 <- Release 1.n1",
                            "stop IDLE",
                            "n1 <- Request 2.n1",
                            "n2 <- Request 2.n1",
                            "n3 <- Request 2.n1");
        }

        @Test
        void g2_anInquireOrAContendedGrantEndsIt() {
            holding(Mode.EXCLUSIVE);
            requester.stand(out);
            out.take();
            peers.hear(N2);
            requester.onInquire(new Inquire(MINE, 1, false, 0), N2, out);
            assertThat(out.take()).contains("n1 <- Release 1.n1", "n2 <- Release 1.n1", "n3 <- Release 1.n1");
            assertThat(requester.phase()).isEqualTo(Phase.IDLE);
        }

        @Test
        void onlyAHolderLetsTheLockStand() {
            waiting(Mode.EXCLUSIVE);
            assertThatThrownBy(() -> requester.stand(out)).hasMessageContaining("only a holder");
        }
    }
}
