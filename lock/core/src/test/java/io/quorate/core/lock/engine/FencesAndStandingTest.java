// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static io.quorate.core.lock.engine.TestClaim.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.NodeStart.Standing;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LamportClock;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.core.session.Peers;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Claims of a node whose vote alone decides, so that each call settles at once; n2 is a guest. */
class FencesAndStandingTest {
    private static final NodeId SELF = NodeId.of(0);
    private static final NodeId GUEST = NodeId.of(1);
    private static final LockName L = LockName.of("L");
    private static final long PER_FENCE = LockSlot.CLAIMS_PER_FENCE;

    private final EngineRecorder recorder = new EngineRecorder();
    private final List<Long> fences = recorder.fences;

    private final class Node {
        final MachineContext context;
        final LockEngine<QuorumLockMessage> engine;
        final Peers peers;

        Node(Standing standing) {
            this(standing, 0);
        }

        Node(Standing standing, long clock) {
            NodeStart start =
                    NodeStart.first(SELF, Placement.asNumbered(new Majority(1))).withCeiling(clock);
            context = new MachineContext(start.withStanding(standing));
            engine = new LockEngine<>(new QuorumLock(), context, recorder);
            peers = new Peers(SELF, context.sessions());
        }

        void use(Claim claim) {
            engine.acquire(claim);
            assertThat(engine.release(claim)).isTrue();
        }

        void guestAsks(long counter) {
            peers.hear(GUEST);
            Stamp stamp = new Stamp(counter, GUEST, 0);
            engine.receive(GUEST, L, new QuorumLockMessage.Request(stamp, Mode.EXCLUSIVE, false));
        }

        void guestReleases(long counter) {
            peers.hear(GUEST);
            engine.receive(GUEST, L, new QuorumLockMessage.Release(new Stamp(counter, GUEST, 0)));
        }

        Phase phase() {
            return Objects.requireNonNull(engine.find(L), "the lock is in use").phase();
        }
    }

    /** The machine has but one timer. */
    private enum Clockwork implements TimerName {
        IDLE
    }

    /** The first number under the fence of this node's stamp with this counter; sixteen nodes have fences of one counter. */
    private static long first(long counter) {
        return counter * 16 * PER_FENCE;
    }

    private List<String> take() {
        return recorder.take();
    }

    @Nested
    class Fences {
        @Test
        void everyClaimHasAHigherOneThanTheClaimBefore() {
            Node node = new Node(Standing.NEVER);
            node.engine.acquire(exclusive("L", 1));
            node.engine.acquire(exclusive("L", 2));
            node.engine.release(exclusive("L", 1));
            node.engine.release(exclusive("L", 2));
            node.use(exclusive("L", 3));
            assertThat(fences).containsExactly(first(1), first(1) + 1, first(2));
        }

        @Test
        void aLockThatStoodIsUsedAgainUnderAHigherOne() {
            Node node = new Node(Standing.ALWAYS);
            node.use(exclusive("L", 1));
            node.use(exclusive("L", 2));
            assertThat(fences).containsExactly(first(1), first(1) + 1);
        }

        @Test
        void f1_theNextFenceIsThereBeforeTheNumbersUnderTheOneInUseRunOut() {
            Node node = new Node(Standing.ALWAYS);
            for (int id = 0; id < 2 * PER_FENCE + 1; id++) {
                node.use(exclusive("L", id));
            }
            int half = (int) PER_FENCE / 2;
            assertThat(fences).isSorted().doesNotHaveDuplicates();
            assertThat(fences.get(half - 1)).isEqualTo(first(1) + half - 1);
            assertThat(fences.get(half)).isEqualTo(first(2));
            assertThat(fences.get(2 * half)).isEqualTo(first(3));
            assertThat(node.phase()).as("it was never given back").isEqualTo(Phase.STANDING);
        }

        @Test
        void f1_theNextFenceIsThereAlsoIfAnotherLockTakesTheNextStep() {
            Node node = new Node(Standing.NEVER);
            for (int id = 0; id < PER_FENCE / 2; id++) {
                node.engine.acquire(shared("L", id));
            }
            node.use(exclusive("M", PER_FENCE));
            node.engine.acquire(shared("L", PER_FENCE + 1));
            assertThat(fences).last().isEqualTo(first(2));
        }

        @Test
        void sharedClaimsThatUseUpAFenceGoOnUnderTheNext() {
            Node node = new Node(Standing.NEVER);
            for (int id = 0; id <= PER_FENCE; id++) {
                node.engine.acquire(shared("L", id));
            }
            assertThat(fences)
                    .hasSize((int) PER_FENCE + 1)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .last()
                    .isEqualTo(first(3));
        }

        @Test
        void theLastFencesThereCanBeAreNumbersStill() {
            Node node = new Node(Standing.ALWAYS, LamportClock.COUNTER_MAX - 1);
            node.use(exclusive("L", 1));
            node.use(exclusive("L", 2));
            assertThat(fences).containsExactly(first(LamportClock.COUNTER_MAX), first(LamportClock.COUNTER_MAX) + 1);
            assertThat(fences.get(0)).isPositive();
        }

        @Test
        void aSlotThatServesAnotherLockBeginsWithNothingOfTheOneBefore() {
            Node node = new Node(Standing.NEVER);
            node.use(exclusive("L", 1));
            node.use(exclusive("M", 2));
            assertThat(fences).containsExactly(first(1), first(2));
        }
    }

    @Nested
    class Revoking {
        @Test
        void theHolderIsToldAndTheNextClaimHasAHigherFence() {
            Node node = new Node(Standing.NEVER);
            node.engine.acquire(exclusive("L", 1));
            node.engine.acquire(exclusive("L", 2));
            take();
            assertThat(node.engine.revoke(L)).isTrue();
            assertThat(take()).containsExactly("lost 1 REVOKED", "granted 2");
            assertThat(fences).isSorted().doesNotHaveDuplicates();
            assertThat(node.engine.release(exclusive("L", 1)))
                    .as("it does not hold any more")
                    .isFalse();
        }

        @Test
        void theLockIsGivenBackIfNobodyElseOfTheNodeWantsIt() {
            Node node = new Node(Standing.NEVER);
            node.engine.acquire(exclusive("L", 1));
            assertThat(node.engine.revoke(L)).isTrue();
            assertThat(node.engine.find(L)).isNull();
        }

        @Test
        void whereNobodyHoldsThereIsNothingToRevoke() {
            Node node = new Node(Standing.ALWAYS);
            assertThat(node.engine.revoke(L)).isFalse();
            node.use(exclusive("L", 1));
            assertThat(node.engine.revoke(L)).as("it only stands").isFalse();
        }
    }

    @Nested
    class StandingLocks {
        @Test
        void g1_aLockThatStandsIsHadAgainWithoutAskingAnybody() {
            Node node = new Node(Standing.ALWAYS);
            node.use(exclusive("L", 1));
            assertThat(node.phase()).isEqualTo(Phase.STANDING);
            assertThat(take()).containsExactly("granted 1", "start IDLE");
            node.use(exclusive("L", 2));
            assertThat(take()).containsExactly("granted 2");
        }

        @Test
        void g1_readersDoNotUseTheVotesOfAWriter() {
            Node node = new Node(Standing.ALWAYS);
            node.use(exclusive("L", 1));
            take();
            node.engine.acquire(shared("L", 2));
            assertThat(take()).containsExactly("stop IDLE", "granted 2");
            assertThat(fences).containsExactly(first(1), first(2));
        }

        @Test
        void g1_sharedDoesNotCoverExclusiveWhichIsAskedForAnew() {
            Node node = new Node(Standing.ALWAYS);
            node.use(shared("L", 1));
            take();
            node.engine.acquire(exclusive("L", 2));
            assertThat(take()).containsExactly("stop IDLE", "granted 2");
            assertThat(fences).containsExactly(first(1), first(2));
        }

        @Test
        void g2_aLockThatStandsGoesToWhomeverWantsIt() {
            Node node = new Node(Standing.ALWAYS);
            node.use(exclusive("L", 1));
            take();
            node.guestAsks(5);
            assertThat(take()).contains("stop IDLE", "n2 <- Grant 5.n2 #1 above 1.n1");
            assertThat(node.phase()).isEqualTo(Phase.IDLE);
        }

        @Test
        void aLockThatOthersWantIsNotKept() {
            Node node = new Node(Standing.ALWAYS);
            node.engine.acquire(exclusive("L", 1));
            node.guestAsks(5);
            take();
            node.engine.release(exclusive("L", 1));
            assertThat(take()).containsExactly("n2 <- Grant 5.n2 #1 above 1.n1");
        }

        @Test
        void g2_whatStandsUnusedForOnePeriodIsGivenBackAndWhatIsUsedIsNot() {
            Node node = new Node(Standing.ALWAYS);
            node.use(exclusive("L", 1));
            node.use(exclusive("L", 2));
            take();
            node.engine.timerFired(L, Clockwork.IDLE);
            assertThat(take()).containsExactly("start IDLE");
            node.engine.timerFired(L, Clockwork.IDLE);
            assertThat(take()).isEmpty();
            assertThat(node.engine.find(L)).isNull();
        }

        @Test
        void byHabitALockIsKeptFromTheThirdUseAndNoLongerWhenAnotherHasWantedIt() {
            Node node = new Node(Standing.ADAPTIVE);
            node.use(exclusive("L", 1));
            node.use(exclusive("L", 2));
            assertThat(node.engine.find(L)).isNull();
            node.use(exclusive("L", 3));
            assertThat(node.phase()).isEqualTo(Phase.STANDING);
            node.guestAsks(9);
            node.guestReleases(9);
            node.use(exclusive("L", 4));
            assertThat(node.engine.find(L)).isNull();
        }
    }
}
