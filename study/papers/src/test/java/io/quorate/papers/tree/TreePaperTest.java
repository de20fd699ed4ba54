// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.papers.tree.TreeMessage.Fail;
import io.quorate.papers.tree.TreeMessage.Inquire;
import io.quorate.papers.tree.TreeMessage.Relinq;
import io.quorate.papers.tree.TreeMessage.Reply;
import io.quorate.papers.tree.TreeMessage.Request;
import io.quorate.papers.tree.TreeMessage.Yield;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The paper, section by section, one call at a time: site 4 of the nine of Fig. 1, by the corrected rules. */
class TreePaperTest {
    private static final Stamp MINE = new Stamp(1, site(4), 0);

    private final MachineContext context = new MachineContext(site(4), 0, Placement.asNumbered(new Tree(9)));
    private final TreeMachine machine = new TreeMachine(context);
    private final RecordingOutbox<TreeMessage> out = new RecordingOutbox<>();

    /** As the paper numbers them, from 1. */
    private static NodeId site(int number) {
        return NodeId.of(number - 1);
    }

    private static Stamp stamp(long counter, int site) {
        return new Stamp(counter, site(site), 0);
    }

    private void request(long counter, int from) {
        machine.receive(site(from), new Request(stamp(counter, from), 0, false), out);
    }

    private void reply(int from, long number) {
        machine.receive(site(from), new Reply(MINE, number), out);
    }

    private void suspect(int site) {
        context.suspect(context.suspected().with(site(site)));
        machine.peerSuspected(site(site), out);
    }

    private void waiting() {
        machine.acquire(Mode.EXCLUSIVE, out);
        out.take();
    }

    @Nested
    class AlgorithmPrinciple {
        @Test
        void aSiteThatWantsToEnterAsksAllOfItsQuorum() {
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Request 1.n4", "n2 <- Request 1.n4", "n4 <- Request 1.n4", "n8 <- Request 1.n4");
        }

        @Test
        void theTopOfTheLineGetsTheReplyAndTheOthersWaitInTheOrderOfTheirStamps() {
            request(2, 8);
            request(5, 9);
            request(3, 2);
            assertThat(out.take()).containsExactly("n8 <- Reply 2.n8 #1");
            machine.receive(site(8), new Relinq(stamp(2, 8)), out);
            machine.receive(site(2), new Relinq(stamp(3, 2)), out);
            assertThat(out.take()).containsExactly("n2 <- Reply 3.n2 #1", "n9 <- Reply 5.n9 #1");
        }

        @Test
        void aLowerStampMakesTheSiteInquireOnceAndAwaitYieldOrRelinq() {
            request(5, 9);
            request(3, 8);
            request(2, 2);
            assertThat(out.take()).containsExactly("n9 <- Reply 5.n9 #1", "n9 <- Inquire 5.n9 #1");
            machine.receive(site(9), new Yield(stamp(5, 9), 1), out);
            assertThat(out.take()).containsExactly("n2 <- Reply 2.n2 #1");
        }

        @Test
        void whoIsInquiredYieldsUnlessItHasAllReplies() {
            waiting();
            reply(1, 1);
            machine.receive(site(1), new Inquire(MINE, 1), out);
            assertThat(out.take()).containsExactly("n1 <- Yield 1.n4 #1");
            reply(2, 1);
            reply(4, 1);
            reply(8, 1);
            assertThat(machine.phase()).isEqualTo(Phase.WAITING);
            reply(1, 2);
            assertThat(out.take()).containsExactly("entered");
            machine.receive(site(1), new Inquire(MINE, 2), out);
            assertThat(out.take()).isEmpty();
        }

        @Test
        void whoLeavesSendsRelinqToTheQuorum() {
            waiting();
            reply(1, 1);
            reply(2, 1);
            reply(4, 1);
            reply(8, 1);
            out.take();
            machine.release(out);
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Relinq 1.n4", "n2 <- Relinq 1.n4", "n4 <- Relinq 1.n4", "n8 <- Relinq 1.n4");
        }
    }

    @Nested
    class AlgorithmPresentation {
        @Test
        void whoNoticesAFailureTellsAllSites() {
            suspect(9);
            assertThat(out.take())
                    .containsExactly(
                            "n1 <- Fail n9",
                            "n2 <- Fail n9",
                            "n3 <- Fail n9",
                            "n5 <- Fail n9",
                            "n6 <- Fail n9",
                            "n7 <- Fail n9",
                            "n8 <- Fail n9");
        }

        @Test
        void aRequestOfTheFailedSiteThatWaitsIsDroppedAndTheSiteIsToldInCaseItLives() {
            request(2, 8);
            request(3, 9);
            out.take();
            machine.receive(site(1), new Fail(site(9)), out);
            assertThat(out.take()).containsExactly("n9 <- Fail n9");
            machine.receive(site(8), new Relinq(stamp(2, 8)), out);
            assertThat(out.take()).isEmpty();
            assertThat(machine.isQuiescent()).isTrue();
        }

        @Test
        void butThePermissionThatItHasStaysItsOwn() {
            request(2, 8);
            request(3, 9);
            out.take();
            suspect(8);
            assertThat(out.take()).noneMatch(line -> line.contains("Reply")).doesNotContain("n8 <- Fail n8");
            machine.receive(site(8), new Relinq(stamp(2, 8)), out);
            assertThat(out.take()).containsExactly("n9 <- Reply 3.n9 #1");
        }

        @Test
        void aWaiterWhoseQuorumHasFailedAsksTheNewMembersOfAnother() {
            waiting();
            machine.receive(site(3), new Fail(site(1)), out);
            assertThat(out.take())
                    .as("{2,4,8} stay asked; instead of the root a path below its other child")
                    .containsExactly("n3 <- Request 1.n4", "n6 <- Request 1.n4");
            machine.receive(site(3), new Fail(site(5)), out);
            assertThat(out.take())
                    .as("that site is in no quorum of this request")
                    .isEmpty();
        }

        @Test
        void whenTooManyAreSaidToHaveFailedEverybodyIsAsked() {
            waiting();
            context.suspect(NodeSet.first(9).without(site(4)));
            machine.peerSuspected(site(1), out);
            assertThat(out.take().stream().filter(line -> line.contains("Request")))
                    .containsExactly(
                            "n3 <- Request 1.n4",
                            "n5 <- Request 1.n4",
                            "n6 <- Request 1.n4",
                            "n7 <- Request 1.n4",
                            "n9 <- Request 1.n4");
        }

        @Test
        void aSiteThatIsTrustedAgainIsAskedByTheNextRequest() {
            context.suspect(NodeSet.of(site(8)));
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take()).contains("n9 <- Request 1.n4").doesNotContain("n8 <- Request 1.n4");
            context.suspect(NodeSet.EMPTY);
            machine.peerRestored(site(8), out);
            assertThat(out.take()).isEmpty();
            machine.abandon(out);
            out.take();
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take()).contains("n8 <- Request 2.n4").doesNotContain("n9 <- Request 2.n4");
        }
    }

    @Nested
    class InsuranceOfTheProcess {
        @Test
        void aSiteThatIsSaidToHaveFailedSaysThatItLives() {
            waiting();
            machine.receive(site(1), new Inquire(MINE, 1), out);
            out.take();
            machine.receive(site(1), new Fail(site(4)), out);
            assertThat(out.take()).containsExactly("n1 <- Request 1.n4 after #1 alive");
        }

        @Test
        void aRequestOfASuspectedSiteTakesItsPlaceOnlyWhenTheSiteSaysThatItLives() {
            context.suspect(NodeSet.of(site(8)));
            request(2, 8);
            assertThat(out.take()).containsExactly("n8 <- Fail n8");
            machine.receive(site(8), new Request(stamp(2, 8), 3, true), out);
            assertThat(out.take()).as("counted on from what the site has seen").containsExactly("n8 <- Reply 2.n8 #4");
        }

        @Test
        void aYieldOfASuspectedSiteDoesNotPutItBackIntoTheLine() {
            request(5, 9);
            request(3, 8);
            context.suspect(NodeSet.of(site(9)));
            out.take();
            machine.receive(site(9), new Yield(stamp(5, 9), 1), out);
            assertThat(out.take()).containsExactly("n9 <- Fail n9", "n8 <- Reply 3.n8 #1");
        }

        @Test
        void nobodyAsksYieldsOrLeavesForAnother() {
            machine.receive(site(2), new Request(stamp(2, 8), 0, false), out);
            assertThat(machine.isQuiescent()).isTrue();
            request(2, 8);
            out.take();
            machine.receive(site(2), new Yield(stamp(2, 8), 1), out);
            machine.receive(site(2), new Relinq(stamp(2, 8)), out);
            assertThat(out.take()).isEmpty();
            assertThat(machine.isQuiescent()).isFalse();
        }
    }
}
