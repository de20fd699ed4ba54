// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.NodeStart;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.session.LeaseTerms;
import io.quorate.core.session.Sessions;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Whole nodes whose sessions last as long as their clocks say. Times are in milliseconds. */
class LeasedNodesTest {
    private static final long MS = 1_000_000;
    private static final LeaseTerms SECOND = LeaseTerms.of(Duration.ofSeconds(1));

    private static NodeStart start(int number) {
        return NodeStart.first(NodeId.of(number - 1), Placement.asNumbered(new Majority(3)))
                .withLease(SECOND);
    }

    private static TimedNodes three(long latencyMillis) {
        return new TimedNodes(
                IntStream.rangeClosed(1, 3).mapToObj(LeasedNodesTest::start).toList(), latencyMillis * MS);
    }

    @Nested
    class Quiet {
        @Test
        void aHoldCostsTwoEmptyFramesAThirdOfALeaseAndEndsWhenItIsReleased() {
            TimedNodes nodes = three(1);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(10_000 * MS);
            assertThat(nodes.takeNews()).containsExactly("n1 granted 1");
            assertThat(nodes.sent).as("frames in ten leases").isBetween(60, 66);
            nodes.turn(1, node -> node.release(exclusive("L", 1)));
            nodes.runUntil(12_000 * MS);
            int sentBefore = nodes.sent;
            nodes.runUntil(100_000 * MS);
            assertThat(nodes.sent)
                    .as("nobody says anything when nobody wants anything")
                    .isEqualTo(sentBefore);
            assertThat(nodes.nodes).allSatisfy(node -> assertThat(node.wake()).isEqualTo(Long.MAX_VALUE));
        }

        @Test
        void whatKeepsASessionAliveIsAnEmptyFrameAndSoIsItsConfirmation() {
            TimedNodes nodes = three(1);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(334 * MS);
            assertThat(nodes.network).singleElement().satisfies(packet -> {
                assertThat(packet.from).isEqualTo(NodeId.of(0));
                assertThat(packet.isEmpty()).isTrue();
            });
            nodes.runUntil(335 * MS);
            assertThat(nodes.network).singleElement().satisfies(packet -> {
                assertThat(packet.from).isEqualTo(NodeId.of(1));
                assertThat(packet.isEmpty()).isTrue();
            });
            nodes.runUntil(600 * MS);
            assertThat(nodes.network).isEmpty();
        }

        @Test
        void twoNodesThatCountOnEachOtherDoNotAnswerAnswersForEver() {
            TimedNodes nodes = three(50); // more than a tick
            nodes.turn(1, node -> node.peerSuspected(NodeId.of(2)));
            nodes.turn(2, node -> node.peerSuspected(NodeId.of(2)));
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.turn(2, node -> node.acquire(exclusive("M", 2)));
            nodes.runUntil(10_000 * MS);
            assertThat(nodes.takeNews()).containsExactlyInAnyOrder("n1 granted 1", "n2 granted 2");
            assertThat(nodes.sent).as("frames in ten leases").isLessThan(140);
        }

        @Test
        void sessionsThatAreNotNeededEndAlthoughBothSidesHaveOne() {
            TimedNodes nodes = three(50);
            nodes.turn(2, node -> node.peerSuspected(NodeId.of(2)));
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.turn(2, node -> node.acquire(exclusive("M", 2)));
            nodes.runUntil(1_000 * MS);
            nodes.turn(1, node -> node.release(exclusive("L", 1)));
            nodes.turn(2, node -> node.release(exclusive("M", 2)));
            nodes.runUntil(5_000 * MS);
            assertThat(nodes.nodes).allSatisfy(node -> assertThat(node.wake()).isEqualTo(Long.MAX_VALUE));
        }

        @Test
        void whoAsksNowAndThenAsksNobodyElseBecauseOfThePauses() {
            for (int pause = 100; pause <= 1_500; pause += 50) {
                TimedNodes nodes = three(1);
                for (int round = 1; round <= 20; round++) {
                    int id = round;
                    nodes.turn(1, node -> node.acquire(exclusive("L", id)));
                    nodes.runUntil(nodes.now + 10 * MS);
                    assertThat(nodes.takeNews()).containsExactly("n1 granted " + id);
                    nodes.turn(1, node -> node.release(exclusive("L", id)));
                    nodes.runUntil(nodes.now + pause * MS);
                }
                assertThat(nodes.sent).as("frames with pauses of %s ms", pause).isBetween(60, 70);
            }
        }
    }

    @Nested
    class Restarts {
        /** Its keep-alives are heard before its next session begins: without a word from the voter it would wait for ever. */
        @Test
        void aNodeThatStartsTooOftenGetsItsLockALeaseLater() {
            TimedNodes nodes = three(1);
            nodes.dead.add(NodeId.of(2));
            for (long incarnation = 0; incarnation <= Sessions.STARTS_MAX; incarnation++) {
                nodes.nodes.set(0, new LockNode<>(new QuorumLock(), start(1).withIncarnation(incarnation)));
                long id = incarnation;
                nodes.turn(1, node -> node.acquire(exclusive("L", id)));
                nodes.runUntil(nodes.now + 80 * MS);
            }
            LockNode<?> voter = nodes.nodes.get(1);
            assertThat(voter.refusedSessionsCount()).isPositive();
            assertThat(nodes.takeNews()).containsExactly("n1 granted 0");
            nodes.runUntil(nodes.now + 1_500 * MS);
            assertThat(nodes.takeNews()).containsExactly("n1 granted " + Sessions.STARTS_MAX);
            assertThat(voter.forgedCount()).isZero();
        }

        @Test
        void aVoterThatBeginsToVoteTellsThoseWhomItToldThatItDoesNot() {
            TimedNodes nodes = restartedN3();
            nodes.dead.add(NodeId.of(1)); // whom n1 would ask
            nodes.turn(1, node -> node.peerSuspected(NodeId.of(1)));
            nodes.runUntil(900 * MS);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(950 * MS);
            nodes.turn(1, node -> node.abandon(exclusive("L", 1)));
            nodes.runUntil(1_100 * MS);
            nodes.turn(1, node -> node.acquire(exclusive("L", 2)));
            nodes.runUntil(1_200 * MS);
            assertThat(nodes.takeNews()).containsExactly("n1 granted 2");
        }

        @Test
        void whoHasNoSessionWithAVoterDoesNotRememberThatItDidNotVote() {
            TimedNodes nodes = restartedN3();
            nodes.turn(3, node -> node.linkReset(NodeId.of(0)));
            nodes.runUntil(100 * MS);
            nodes.dead.add(NodeId.of(1)); // whom n1 would ask
            nodes.turn(1, node -> node.peerSuspected(NodeId.of(1)));
            nodes.runUntil(2_000 * MS);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(2_100 * MS);
            assertThat(nodes.takeNews()).containsExactly("n1 granted 1");
        }

        @Test
        void whatIsAskedInTheRestartIntervalIsGrantedAtItsEnd() {
            TimedNodes nodes = restartedN3();
            nodes.dead.add(NodeId.of(1));
            nodes.turn(1, node -> node.peerSuspected(NodeId.of(1)));
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(1_009 * MS);
            assertThat(nodes.takeNews()).isEmpty();
            nodes.runUntil(1_013 * MS);
            assertThat(nodes.takeNews()).containsExactly("n1 granted 1");
        }

        private TimedNodes restartedN3() {
            TimedNodes nodes = new TimedNodes(List.of(start(1), start(2), start(3).again(1, 0)), 1 * MS);
            nodes.turn(3, node -> {}); // from here on it counts
            return nodes;
        }
    }

    @Nested
    class Losses {
        @Test
        void s3_aHolderThatIsCutOffLosesTheLockWithinALeaseOfItsLastConfirmedFrame() {
            TimedNodes nodes = three(1);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(10 * MS);
            long valid = nodes.nodes.get(0).find(LockName.of("L")).validUntil();
            assertThat(valid).as("its session began when it asked").isEqualTo(990 * MS);
            nodes.dead.add(NodeId.of(1));
            nodes.dead.add(NodeId.of(2));
            nodes.runUntil(valid - 1);
            assertThat(nodes.takeNews()).containsExactly("n1 granted 1");
            nodes.runUntil(valid + 1);
            assertThat(nodes.takeNews()).containsExactly("n1 lost 1 QUORUM_LOST");
        }

        @Test
        void s7_whatADeadNodeHeldIsFreeALeaseLater() {
            TimedNodes nodes = three(1);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(10 * MS);
            nodes.dead.add(NodeId.of(0));
            nodes.turn(2, node -> node.acquire(exclusive("L", 2)));
            nodes.runUntil(1_010 * MS);
            assertThat(nodes.takeNews()).containsExactly("n1 granted 1");
            nodes.runUntil(1_020 * MS);
            assertThat(nodes.takeNews()).containsExactly("n2 granted 2");
        }

        @Test
        void p1_aHolderKeepsTheLockByAnotherVoterWhenOneDies() {
            TimedNodes nodes = three(1);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(10 * MS);
            nodes.dead.add(NodeId.of(1)); // who has granted
            nodes.runUntil(5_000 * MS);
            assertThat(nodes.takeNews()).containsExactly("n1 granted 1");
            assertThat(nodes.nodes.get(0).find(LockName.of("L")).validUntil()).isGreaterThan(5_000 * MS);
        }

        @Test
        void allTrustEndsWhenNobodyKnowsForHowLongTheMachineStoodStill() {
            TimedNodes nodes = three(1);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(10 * MS);
            nodes.turn(1, LockNode::endAllTrust);
            assertThat(nodes.takeNews()).containsExactly("n1 granted 1", "n1 lost 1 QUORUM_LOST");
        }

        @Test
        void whoStopsVotingIsGoneAroundByThoseWhoCountOnIt() {
            TimedNodes nodes = three(1);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            nodes.runUntil(10 * MS);
            nodes.turn(2, LockNode::stopVoting);
            nodes.dead.add(NodeId.of(1));
            nodes.runUntil(20 * MS);
            assertThat(nodes.nodes.get(2).slots()).as("n3 was asked").hasSize(1);
            nodes.runUntil(3_000 * MS);
            assertThat(nodes.takeNews()).containsExactly("n1 granted 1");
        }
    }

    @Nested
    class Ceilings {
        @Test
        void theCeilingIsKeptBeforeAnythingLeavesAndSeldom() {
            TimedNodes nodes = new TimedNodes(List.of(start(1).withCeiling(5), start(2), start(3)), 1 * MS);
            nodes.turn(1, node -> node.acquire(exclusive("L", 1)));
            assertThat(nodes.news).containsExactly("n1 keeps 60000006", "n1 sends");
            nodes.turn(1, node -> node.acquire(exclusive("M", 2)));
            assertThat(nodes.news).containsExactly("n1 keeps 60000006", "n1 sends", "n1 sends");
            nodes.turn(1, node -> node.acquire(exclusive("N", 3)));
            assertThat(nodes.news).hasSize(4).last().isEqualTo("n1 sends");
        }

        @Test
        void theNextCeilingIsAskedForLongBeforeItIsNeeded() {
            TimedNodes nodes = new TimedNodes(List.of(start(1).withCeiling(5), start(2), start(3)), 1 * MS);
            nodes.turn(1, node -> {});
            assertThat(nodes.takeNews()).containsExactly("n1 keeps 60000005");
            nodes.turn(1, node -> node.beginTurn(2 * MS, 30_000_005));
            assertThat(nodes.takeNews()).isEmpty();
            nodes.turn(1, node -> node.beginTurn(3 * MS, 30_000_006));
            assertThat(nodes.takeNews()).containsExactly("n1 keeps 90000006");
        }
    }
}
