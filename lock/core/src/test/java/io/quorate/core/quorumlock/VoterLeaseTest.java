// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLockMessage.Announce;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import io.quorate.core.session.HeaderOutcome;
import io.quorate.core.session.Peers;
import io.quorate.core.session.Sessions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules of a voter about sessions, restarts, holders and fences. It is n4; the others ask. */
class VoterLeaseTest {
    private static final NodeId SELF = NodeId.parse("n4");
    private static final NodeId N1 = NodeId.parse("n1");
    private static final NodeId N2 = NodeId.parse("n2");

    private final NodeStart first = NodeStart.first(SELF, Placement.asNumbered(new Majority(4)));
    private MachineContext context = new MachineContext(first);
    private Peers peers = new Peers(SELF, context.sessions());
    private Voter voter = new Voter(context);
    private final RecordingOutbox<QuorumLockMessage> out = new RecordingOutbox<>();

    private void start(NodeStart start) {
        context = new MachineContext(start);
        peers = new Peers(SELF, context.sessions());
        voter = new Voter(context);
    }

    private static Stamp stamp(long counter, NodeId node) {
        return new Stamp(counter, node, 0);
    }

    private void request(long counter, NodeId from, boolean holding) {
        peers.hear(from);
        voter.onRequest(new Request(stamp(counter, from), Mode.EXCLUSIVE, holding), from, out);
    }

    private void release(long counter, NodeId from) {
        peers.hear(from);
        voter.onRelease(new Release(stamp(counter, from)), from, out);
    }

    /** The node has ended its session with the voter, and speaks in the next. */
    private void nextSession(NodeId node) {
        peers.start(node, 0).endTrust(SELF);
        HeaderOutcome hearing = peers.hear(node, 0);
        assertThat(hearing.isNewSession()).isTrue();
        voter.ownerGone(node, hearing.ownerIncarnation(), out);
    }

    @Nested
    class Ends {
        @Test
        void s5_aHigherSessionDropsWhatWasAskedBeforeAndTheNextIsServed() {
            request(1, N1, false);
            request(2, N2, false);
            out.take();
            nextSession(N1);
            assertThat(out.take()).containsExactly("n2 <- Grant 2.n2 #1 above 1.n1");
        }

        @Test
        void s5_aRequestOfASessionThatIsOverIsNotHeard() {
            voter.onRequest(new Request(stamp(1, N1), Mode.EXCLUSIVE, false), N1, out);
            assertThat(out.take()).isEmpty();
            assertThat(voter.isEmpty()).isTrue();
        }

        @Test
        void s5_aReleaseIsHeardInWhateverSession() {
            request(1, N1, false);
            Sessions n1 = peers.start(N1, 0);
            n1.unask(SELF);
            n1.endTrust(SELF);
            peers.hear(N1);
            assertThat(context.sessions().heedsRequester(N1)).isFalse();
            voter.onRelease(new Release(stamp(1, N1)), N1, out);
            assertThat(voter.isEmpty()).isTrue();
        }

        @Test
        void s7_whatAStartOfANodeAskedForIsOverWithItsSessionAndOnlyThat() {
            request(3, N1, false);
            peers.hear(N1, 1);
            Stamp reborn = new Stamp(4, N1, 1);
            voter.onRequest(new Request(reborn, Mode.EXCLUSIVE, false), N1, out);
            out.take();
            voter.ownerGone(N1, 2, out);
            assertThat(out.take()).isEmpty();
            voter.ownerGone(N1, 0, out);
            assertThat(out.take()).containsExactly("n1 <- Grant 4.n1'1 #1 above 3.n1");
        }
    }

    @Nested
    class Restarts {
        @Test
        void s8_inTheRestartIntervalNothingIsGrantedNotEvenToAHolder() {
            start(first.again(1, 0));
            request(2, N1, true);
            request(1, N2, false);
            assertThat(out.take()).containsExactly("n1 <- Queued 2.n1", "n2 <- Queued 1.n2");
            context.sessions().beginVoting();
            voter.votingBegan(out);
            assertThat(out.take()).as("the holder goes first").containsExactly("n1 <- Grant 2.n1 #1 contended");
        }
    }

    @Nested
    class Holders {
        @Test
        void p1_aHolderGoesBeforeThoseThatOnlyWaitHoweverOld() {
            request(1, N1, false);
            request(2, N2, false);
            request(9, NodeId.parse("n3"), true);
            out.take();
            release(1, N1);
            assertThat(out.take()).containsExactly("n3 <- Grant 9.n3 #1 contended above 1.n1");
        }

        @Test
        void p1_theVoteIsAskedBackForAHolder() {
            request(1, N1, false);
            out.take();
            request(9, N2, true);
            assertThat(out.take()).containsExactly("n1 <- Inquire 1.n1 #1 yield", "n2 <- Queued 9.n2");
        }

        @Test
        void p1_aWaiterThatHasComeToHoldElsewhereIsRaised() {
            request(1, N1, false);
            request(9, N2, false);
            out.take();
            request(9, N2, true);
            assertThat(out.take()).containsExactly("n1 <- Inquire 1.n1 #1 yield", "n2 <- Queued 9.n2");
        }
    }

    @Nested
    class Fences {
        private static final long FORTY = 40 * 16 + 2; // 40.n3

        private void announce(long counter, long number, long fence) {
            peers.hear(N1);
            voter.onAnnounce(new Announce(stamp(counter, N1), number, fence), N1, out);
        }

        @Test
        void f2_whoeverComesAfterAGrantIsToldOfItsFence() {
            request(5, N1, false);
            release(5, N1);
            request(3, N2, false);
            assertThat(out.take()).containsExactly("n1 <- Grant 5.n1 #1", "n2 <- Grant 3.n2 #1 above 5.n1");
        }

        @Test
        void f2_aRequestThatWasNeverGrantedUsedNoFence() {
            request(1, N1, false);
            request(7, N2, false);
            release(7, N2);
            release(1, N1);
            out.take();
            request(2, N2, false);
            assertThat(out.take()).containsExactly("n2 <- Grant 2.n2 #1 above 1.n1");
        }

        @Test
        void f2_anAnnouncedFenceIsVouchedForAndCountsForThoseAfter() {
            request(1, N1, false);
            out.take();
            announce(1, 1, FORTY);
            assertThat(out.take()).containsExactly("n1 <- Noted 1.n1 fence 40.n3");
            release(1, N1);
            request(2, N2, false);
            assertThat(out.take()).containsExactly("n2 <- Grant 2.n2 #1 above 40.n3");
        }

        @Test
        void f2_nobodyVouchesForAnotherGrantThanThePresentOne() {
            request(1, N1, false);
            out.take();
            announce(1, 2, FORTY);
            announce(2, 1, FORTY);
            peers.hearWithoutAnswer(N2, 0);
            voter.onAnnounce(new Announce(stamp(1, N1), 1, FORTY), N2, out);
            assertThat(out.take()).isEmpty();
            release(1, N1);
            request(2, N2, false);
            assertThat(out.take()).containsExactly("n2 <- Grant 2.n2 #1 above 1.n1");
        }

        @Test
        void f4_aLockThatWasForgottenIsGrantedAboveAllThatWere() {
            request(5, N1, false);
            release(5, N1);
            out.take();
            Voter ofAnotherLock = new Voter(context);
            peers.hear(N2);
            ofAnotherLock.onRequest(new Request(stamp(3, N2), Mode.EXCLUSIVE, false), N2, out);
            assertThat(out.take()).containsExactly("n2 <- Grant 3.n2 #1 above 5.n1");
        }

        @Test
        void f4_aStartVouchesForNothingBelowWhatTheClockWasBefore() {
            start(first.again(1, 77));
            context.sessions().beginVoting();
            request(5, N1, false);
            assertThat(out.take()).containsExactly("n1 <- Grant 5.n1 #1 above 77.n16");
        }
    }
}
