// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLockMessage.Behind;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Held;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import io.quorate.core.session.Peers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules M, one call at a time. */
class WriterBehindTest {
    private static final NodeId N1 = NodeId.of(0);
    private static final NodeId N2 = NodeId.of(1);
    private static final NodeId N3 = NodeId.of(2);
    private static final NodeId N4 = NodeId.of(3);

    private final RecordingOutbox<QuorumLockMessage> out = new RecordingOutbox<>();

    private static Stamp stamp(String text) {
        String[] parts = text.split("\\.");
        return new Stamp(Long.parseLong(parts[0]), NodeId.parse(parts[1]), 0);
    }

    /** Node n4, whose vote n1 has to read. */
    @Nested
    class AtTheVoter {
        private final MachineContext context = new MachineContext(N4, 0, Placement.asNumbered(new Majority(4)));
        private final Peers peers = new Peers(N4, context.sessions());
        private final Voter voter = new Voter(context);

        private void request(String stamp, Mode mode, boolean holding, long asking) {
            peers.hear(stamp(stamp).node());
            voter.onRequest(
                    new Request(stamp(stamp), mode, holding, asking),
                    stamp(stamp).node(),
                    out);
        }

        private void read(String stamp) {
            request(stamp, Mode.SHARED, false, 0);
        }

        private void behind(String stamp, long writer, boolean waits) {
            peers.hear(stamp(stamp).node());
            voter.onBehind(new Behind(stamp(stamp), writer, waits), stamp(stamp).node(), out);
        }

        private void n1ReadsAndWantsToWrite() {
            read("3.n1");
            behind("3.n1", 5, true);
            assertThat(out.take()).containsExactly("n1 <- Grant 3.n1 #1", "n1 <- Grant 3.n1 #1");
        }

        @Test
        void m2_aReaderThatAsksAfterTheWriterWaits() {
            n1ReadsAndWantsToWrite();
            read("6.n2");
            assertThat(out.take()).containsExactly("n2 <- Queued 6.n2");
        }

        @Test
        void m2_aReaderThatAskedBeforeTheWriterReadsAndKnowsThatSomebodyWaits() {
            n1ReadsAndWantsToWrite();
            read("4.n2");
            assertThat(out.take()).containsExactly("n2 <- Grant 4.n2 #1 contended");
        }

        @Test
        void m2_whoReadsAlreadyIsToldOnceAndHeWhoseNodeWritesIsNot() {
            read("4.n2");
            n1ReadsAndWantsToWriteBesides();
            behind("3.n1", 5, true);
            assertThat(out.take()).containsExactly("n1 <- Grant 3.n1 #1");
        }

        private void n1ReadsAndWantsToWriteBesides() {
            read("3.n1");
            out.take();
            behind("3.n1", 5, true);
            assertThat(out.take()).containsExactly("n1 <- Grant 3.n1 #1", "n2 <- Inquire 4.n2 #1");
        }

        @Test
        void m2_aHolderThatAsksForAFurtherVoteDoesNotWait() {
            n1ReadsAndWantsToWrite();
            request("6.n2", Mode.SHARED, true, 0);
            assertThat(out.take()).containsExactly("n2 <- Grant 6.n2 #1 contended");
        }

        @Test
        void m2_whoeverAsksNowIsToldWhoReads() {
            n1ReadsAndWantsToWrite();
            request("6.n2", Mode.SHARED, false, 1);
            assertThat(out.take()).containsExactly("n1 <- Inquire 3.n1 #1 held? 1", "n2 <- Queued 6.n2");
            peers.hear(N1);
            voter.onHeld(new Held(stamp("3.n1"), 1, 1), N1, out);
            assertThat(out.take()).containsExactly("n2 <- Busy 6.n2 held by n1");
        }

        @Test
        void m3_theRequestOfTheWriterReplacesThatOfTheReaders() {
            n1ReadsAndWantsToWrite();
            read("6.n2");
            out.take();
            request("5.n1", Mode.EXCLUSIVE, false, 0);
            assertThat(out.take()).containsExactly("n1 <- Grant 5.n1 #1 contended above 3.n1");
        }

        @Test
        void m1_whenTheWriterGivesUpReadersGoOn() {
            n1ReadsAndWantsToWrite();
            read("6.n2");
            out.take();
            behind("3.n1", 5, false);
            assertThat(out.take()).containsExactly("n1 <- Grant 3.n1 #1", "n2 <- Grant 6.n2 #1");
        }

        @Test
        void m1_wordOfAWriterThatComesAfterItsWithdrawalMeansNothing() {
            n1ReadsAndWantsToWrite();
            behind("3.n1", 5, false);
            behind("3.n1", 5, true);
            out.take();
            read("6.n2");
            assertThat(out.take()).containsExactly("n2 <- Grant 6.n2 #1");
        }

        @Test
        void m1_theNextWriterHasALaterStamp() {
            n1ReadsAndWantsToWrite();
            behind("3.n1", 7, true);
            behind("3.n1", 5, false);
            out.take();
            read("6.n2");
            assertThat(out.take()).containsExactly("n2 <- Grant 6.n2 #1 contended");
            read("8.n3");
            assertThat(out.take()).containsExactly("n3 <- Queued 8.n3");
        }

        @Test
        void whenTheReadersEndOrTheirNodeIsGoneNobodyWaitsForTheirWriter() {
            n1ReadsAndWantsToWrite();
            read("6.n2");
            out.take();
            peers.hear(N1);
            voter.onRelease(new Release(stamp("3.n1")), N1, out);
            assertThat(out.take()).containsExactly("n2 <- Grant 6.n2 #1 above 3.n1");
            behind("3.n1", 5, true); // late
            voter.ownerGone(N1, 0, out);
            out.take();
            read("9.n3");
            assertThat(out.take()).containsExactly("n3 <- Grant 9.n3 #1 above 3.n1");
        }

        @Test
        void aVoterThatDoesNotKnowTheReadersTakesTheWordForTheirRequest() {
            behind("3.n1", 5, true);
            read("6.n2");
            assertThat(out.take()).containsExactly("n1 <- Grant 3.n1 #1", "n2 <- Queued 6.n2");
        }

        @Test
        void nobodySpeaksForAnother() {
            read("3.n1");
            out.take();
            peers.hear(N2);
            voter.onBehind(new Behind(stamp("3.n1"), 5, true), N2, out);
            read("6.n3");
            assertThat(out.take()).containsExactly("n3 <- Grant 6.n3 #1");
        }
    }

    /** Node n1 of four, which asks n1, n2 and n3, and reads. */
    @Nested
    class AtTheRequester {
        private final MachineContext context = new MachineContext(N1, 0, Placement.asNumbered(new Majority(4)));
        private final Peers peers = new Peers(N1, context.sessions());
        private final Requester requester = new Requester(context);

        private void grant(String stamp, NodeId from) {
            peers.hear(from);
            requester.onGrant(new Grant(stamp(stamp), 1, false, 0), from, out);
        }

        private void reads() {
            requester.acquire(Mode.SHARED, out);
            grant("1.n1", N1);
            grant("1.n1", N2);
            grant("1.n1", N3);
            assertThat(out.take()).endsWith("entered");
        }

        private void aWriterWaits() {
            assertThat(requester.writerWaits(true, out)).isTrue();
        }

        @Test
        void m1_everyVoterIsToldOnceAndToldWhenTheWriterGivesUp() {
            reads();
            aWriterWaits();
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Behind 1.n1 writer 2.n1",
                            "n2 <- Behind 1.n1 writer 2.n1",
                            "n3 <- Behind 1.n1 writer 2.n1");
            assertThat(requester.writerWaits(true, out)).isFalse();
            assertThat(requester.writerWaits(false, out)).isTrue();
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Behind 1.n1 writer 2.n1 gave up",
                            "n2 <- Behind 1.n1 writer 2.n1 gave up",
                            "n3 <- Behind 1.n1 writer 2.n1 gave up");
            aWriterWaits();
            assertThat(out.take()).hasSize(3).first().isEqualTo("n1 <- Behind 1.n1 writer 3.n1");
        }

        @Test
        void m1_withoutAWriterNothingIsSaid() {
            reads();
            assertThat(requester.writerWaits(false, out)).isFalse();
            assertThat(requester.passOnToWriter(out)).isFalse();
            assertThat(out.take()).isEmpty();
        }

        @Test
        void m1_itIsSaidAgainAfterALinkResetAndToVotersThatAreAskedLater() {
            reads();
            aWriterWaits();
            out.take();
            requester.linkReset(N2, out);
            assertThat(out.take()).containsExactly("n2 <- Behind 1.n1 writer 2.n1");
            context.suspect(NodeSet.of(N3));
            requester.reconsider(out);
            assertThat(out.take()).containsExactly("n4 <- Behind 1.n1 writer 2.n1");
        }

        @Test
        void m3_theWriterAsksAllVotersOfTheReadersInTheirPlace() {
            reads();
            context.suspect(NodeSet.of(N3));
            requester.reconsider(out);
            aWriterWaits();
            out.take();
            assertThat(requester.passOnToWriter(out)).isTrue();
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Request 2.n1", "n2 <- Request 2.n1", "n4 <- Request 2.n1", "n3 <- Request 2.n1");
            assertThat(requester.phase()).isEqualTo(Phase.WAITING);
            grant("2.n1", N1);
            grant("2.n1", N2);
            grant("2.n1", N4);
            assertThat(out.take()).containsExactly("entered");
        }

        @Test
        void m3_aWriterThatHasGivenUpIsNotAskedFor() {
            reads();
            aWriterWaits();
            requester.writerWaits(false, out);
            out.take();
            assertThat(requester.passOnToWriter(out)).isFalse();
            requester.release(out);
            assertThat(out.take()).containsExactly("n1 <- Release 1.n1", "n2 <- Release 1.n1", "n3 <- Release 1.n1");
        }

        @Test
        void m3_aLateAnswerToTheReadersIsAnsweredByRelease() {
            reads();
            aWriterWaits();
            requester.passOnToWriter(out);
            out.take();
            grant("1.n1", N2);
            assertThat(out.take()).containsExactly("n2 <- Release 1.n1");
            assertThat(requester.phase()).isEqualTo(Phase.WAITING);
        }
    }
}
