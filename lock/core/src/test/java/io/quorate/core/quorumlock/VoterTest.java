// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLockMessage.Announce;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import io.quorate.core.session.Peers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules A, one call at a time. Stamps are written as in {@code 3.n1}. */
class VoterTest {
    private static final NodeId SELF = NodeId.parse("n4");

    private final MachineContext context = new MachineContext(SELF, 0, Placement.asNumbered(new Majority(4)));
    private final Peers peers = new Peers(SELF, context.sessions());
    private final Voter voter = new Voter(context);
    private final RecordingOutbox<QuorumLockMessage> out = new RecordingOutbox<>();

    private static Stamp stamp(String text) {
        String[] parts = text.split("\\.");
        return new Stamp(Long.parseLong(parts[0]), NodeId.parse(parts[1]), 0);
    }

    private void request(String stamp) {
        request(stamp, Mode.EXCLUSIVE);
    }

    private void request(String stamp, Mode mode) {
        peers.hear(stamp(stamp).node());
        voter.onRequest(new Request(stamp(stamp), mode, false), stamp(stamp).node(), out);
    }

    private void release(String stamp) {
        peers.hear(stamp(stamp).node());
        voter.onRelease(new Release(stamp(stamp)), stamp(stamp).node(), out);
    }

    private void relinquish(String stamp, long number) {
        peers.hear(stamp(stamp).node());
        voter.onRelinquish(new Relinquish(stamp(stamp), number), stamp(stamp).node(), out);
    }

    @Nested
    class Granting {
        @Test
        void a4_theFirstComesAtOnce() {
            request("3.n1");
            assertThat(out.take()).containsExactly("n1 <- Grant 3.n1 #1");
        }

        @Test
        void a1_aYoungerOneIsQueuedAndTheHolderToldThatSomebodyWaits() {
            request("3.n1");
            out.take();
            request("4.n2");
            assertThat(out.take()).containsExactly("n1 <- Inquire 3.n1 #1", "n2 <- Queued 4.n2");
            request("5.n3");
            assertThat(out.take()).as("it is told once").containsExactly("n3 <- Queued 5.n3");
        }

        @Test
        void a4_anOlderOneMakesTheVoterAskForItsVoteBackOnce() {
            request("3.n1");
            out.take();
            request("2.n2");
            request("1.n3");
            assertThat(out.take())
                    .containsExactly("n1 <- Inquire 3.n1 #1 yield", "n2 <- Queued 2.n2", "n3 <- Queued 1.n3");
        }

        @Test
        void a3_theVoteGivenBackGoesToTheOldestWhoeverCausedTheInquiry() {
            request("3.n1");
            request("2.n2");
            request("1.n3");
            out.take();
            relinquish("3.n1", 1);
            assertThat(out.take()).containsExactly("n3 <- Grant 1.n3 #1 contended");
            release("1.n3");
            assertThat(out.take()).containsExactly("n2 <- Grant 2.n2 #1 contended above 1.n3");
            release("2.n2");
            assertThat(out.take()).as("a new grant has a new number").containsExactly("n1 <- Grant 3.n1 #2 above 2.n2");
        }

        @Test
        void a3_aRelinquishOfAnEarlierGrantChangesNothing() {
            request("3.n1");
            request("2.n2");
            relinquish("3.n1", 1);
            release("2.n2");
            out.take();
            relinquish("3.n1", 1);
            relinquish("4.n1", 2);
            assertThat(out.take()).isEmpty();
        }
    }

    @Nested
    class SharedAndExclusive {
        @Test
        void sharedOnesAreGrantedTogether() {
            request("1.n1", Mode.SHARED);
            request("2.n2", Mode.SHARED);
            assertThat(out.take()).containsExactly("n1 <- Grant 1.n1 #1", "n2 <- Grant 2.n2 #1");
        }

        @Test
        void a5_aSharedNewcomerDoesNotOvertakeAnExclusiveWaiter() {
            request("1.n1", Mode.SHARED);
            request("2.n2", Mode.EXCLUSIVE);
            out.take();
            request("3.n3", Mode.SHARED);
            assertThat(out.take()).containsExactly("n3 <- Queued 3.n3");
            release("1.n1");
            assertThat(out.take()).containsExactly("n2 <- Grant 2.n2 #1 contended above 1.n1");
        }

        @Test
        void a4_whenTheExclusiveWaiterLeavesTheSharedOneBehindItComesIn() {
            request("1.n1", Mode.SHARED);
            request("2.n2", Mode.EXCLUSIVE);
            request("3.n3", Mode.SHARED);
            out.take();
            release("2.n2");
            assertThat(out.take()).containsExactly("n3 <- Grant 3.n3 #1");
        }

        @Test
        void anOlderExclusiveOneAsksEverySharedGrantBack() {
            request("2.n1", Mode.SHARED);
            request("3.n2", Mode.SHARED);
            out.take();
            request("1.n3", Mode.EXCLUSIVE);
            assertThat(out.take())
                    .containsExactly("n1 <- Inquire 2.n1 #1 yield", "n2 <- Inquire 3.n2 #1 yield", "n3 <- Queued 1.n3");
            relinquish("2.n1", 1);
            assertThat(out.take()).as("the other one still has the vote").isEmpty();
            relinquish("3.n2", 1);
            assertThat(out.take()).containsExactly("n3 <- Grant 1.n3 #1 contended");
        }

        @Test
        void anExclusiveOneWaitsBehindAnOlderSharedWaiter() {
            request("1.n1", Mode.EXCLUSIVE);
            request("2.n2", Mode.SHARED);
            request("3.n3", Mode.EXCLUSIVE);
            out.take();
            release("1.n1");
            assertThat(out.take()).containsExactly("n2 <- Grant 2.n2 #1 contended above 1.n1");
        }
    }

    @Nested
    class Disorder {
        @Test
        void a1_aRepeatedRequestIsAnsweredWithTheStateItHas() {
            request("3.n1");
            request("2.n2");
            out.take();
            request("3.n1");
            request("2.n2");
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Grant 3.n1 #1 contended", "n1 <- Inquire 3.n1 #1 yield", "n2 <- Queued 2.n2");
        }

        @Test
        void a1_aNewerRequestMeansThatTheOlderIsOver() {
            request("3.n1");
            request("4.n2");
            out.take();
            request("5.n1");
            assertThat(out.take()).containsExactly("n2 <- Grant 4.n2 #1 contended above 3.n1", "n1 <- Queued 5.n1");
            request("3.n1");
            assertThat(out.take())
                    .as("and the older one that comes late is ignored")
                    .isEmpty();
        }

        @Test
        void a2_aLateReleaseLeavesTheNextRequestAlone() {
            request("5.n1");
            out.take();
            release("3.n1");
            assertThat(voter.isEmpty()).isFalse();
            release("5.n1");
            assertThat(voter.isEmpty()).isTrue();
            assertThat(out.take()).isEmpty();
        }

        @Test
        void nobodySpeaksForAnother() {
            peers.hear(NodeId.parse("n2"));
            voter.onRequest(new Request(stamp("1.n1"), Mode.EXCLUSIVE, false), NodeId.parse("n2"), out);
            assertThat(voter.isEmpty()).isTrue();
            request("3.n1");
            out.take();
            peers.hear(NodeId.parse("n2"));
            voter.onRelease(new Release(stamp("3.n1")), NodeId.parse("n2"), out);
            voter.onRelinquish(new Relinquish(stamp("3.n1"), 1), NodeId.parse("n2"), out);
            assertThat(voter.isEmpty()).isFalse();
            assertThat(out.take()).isEmpty();
        }

        @Test
        void nobodySpeaksForAnotherStartOfItselfSoNobodyFillsTheQueueWithMadeUpOnes() {
            NodeId n1 = NodeId.parse("n1");
            request("3.n1");
            out.take();
            for (int start = 1; start <= 100; start++) {
                Stamp madeUp = new Stamp(4, n1, start);
                voter.onRequest(new Request(madeUp, Mode.EXCLUSIVE, false), n1, out);
            }
            assertThat(out.take()).isEmpty();
            assertThat(context.forgedCount()).isEqualTo(100);
            peers.hear(n1, 1);
            voter.onRelease(new Release(stamp("3.n1")), n1, out);
            voter.onRelinquish(new Relinquish(stamp("3.n1"), 1), n1, out);
            voter.onAnnounce(new Announce(stamp("3.n1"), 1, Fence.MAX), n1, out);
            assertThat(out.take()).isEmpty();
            assertThat(voter.isEmpty()).isFalse();
            assertThat(context.forgedCount()).isEqualTo(103);
        }

        @Test
        void a2_aLateReleaseOfAnEarlierStartIsHeardIfItComesFromThatStart() {
            request("3.n1");
            Stamp reborn = new Stamp(4, NodeId.parse("n1"), 1);
            peers.hear(reborn.node(), 1);
            voter.onRequest(new Request(reborn, Mode.EXCLUSIVE, false), reborn.node(), out);
            out.take();
            release("3.n1");
            assertThat(out.take()).containsExactly("n1 <- Grant 4.n1'1 #1 above 3.n1");
            assertThat(context.forgedCount()).isZero();
        }

        @Test
        void aNewIncarnationIsAnotherOwner() {
            request("3.n1");
            out.take();
            Stamp reborn = new Stamp(1, NodeId.parse("n1"), 1);
            peers.hear(reborn.node(), 1);
            voter.onRequest(new Request(reborn, Mode.EXCLUSIVE, false), reborn.node(), out);
            assertThat(out.take()).containsExactly("n1 <- Inquire 3.n1 #1 yield", "n1 <- Queued 1.n1'1");
        }

        @Test
        void s6_afterALinkResetThePeerIsToldAgainWhatIsTrueOfIt() {
            request("3.n1");
            request("2.n2");
            out.take();
            voter.linkReset(NodeId.parse("n1"), out);
            assertThat(out.take()).containsExactly("n1 <- Grant 3.n1 #1 contended", "n1 <- Inquire 3.n1 #1 yield");
            voter.linkReset(NodeId.parse("n2"), out);
            assertThat(out.take()).containsExactly("n2 <- Queued 2.n2");
            voter.linkReset(NodeId.parse("n3"), out);
            assertThat(out.take()).isEmpty();
        }
    }
}
