// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.node.net.Membership;
import io.quorate.node.time.NodeTime;
import io.quorate.node.turn.AcquireTimeout;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.LocalClaim.State;
import io.quorate.node.turn.NodeState;
import io.quorate.node.watch.Supervisor;
import io.quorate.testing.InMemoryCluster;
import io.quorate.testing.InMemoryNetwork;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each lock has its own voters: since when those of one are missing says nothing about those of another. */
@Tag("threads")
class MissingVotersTest {
    private static final int NODES = 7;
    private static final NodeId SELF = NodeId.of(0);
    private static final Duration UNAVAILABLE_AFTER = Duration.ofSeconds(5);
    private static final Duration LONG_ENOUGH = UNAVAILABLE_AFTER.plusSeconds(1);
    private static final Duration TIMEOUT = Duration.ofMillis(50);

    private final Placement placement = Placement.byName(new ProjectivePlane(NODES));
    private final ManualClock clock = new ManualClock();
    private final NodeState state = new NodeState(
            new LockNode<>(new QuorumLock(), SELF, 1, placement),
            new InMemoryNetwork(NODES).transport(SELF),
            new NodeTime(clock, null),
            Long.MAX_VALUE,
            ceiling -> {},
            new RosterAvailability(Membership.of(InMemoryCluster.roster(NODES)), SELF, placement),
            UNAVAILABLE_AFTER,
            new Supervisor("n", Duration.ZERO, () -> true),
            (claim, reason) -> {});
    private long lastId;

    @BeforeEach
    void everybodyIsThere() {
        turn(() -> {
            for (int index = 1; index < NODES; index++) {
                state.peerRestored(NodeId.of(index));
            }
        });
        clock.advance(LONG_ENOUGH);
    }

    private void turn(Runnable calls) {
        state.beginTurn();
        calls.run();
        state.endTurn();
    }

    private void lose(int... indexes) {
        turn(() -> {
            for (int index : indexes) {
                state.peerSuspected(NodeId.of(index));
            }
        });
    }

    private LocalClaim waiting(LockName lock, AcquireTimeout timeout) {
        LocalClaim claim = new LocalClaim(state, lock, Mode.EXCLUSIVE, ++lastId, timeout, null);
        turn(() -> state.acquire(claim));
        return claim;
    }

    private void pass(Duration time) {
        clock.advance(time);
        turn(() -> {});
    }

    /** What becomes of somebody who waits for a short time. */
    private State outcomeOfAShortWait(LockName lock) {
        LocalClaim claim = waiting(lock, AcquireTimeout.of(TIMEOUT));
        pass(TIMEOUT);
        return claim.state();
    }

    /** A lock that cannot be decided without these nodes, although the plane as it is numbered could. */
    private LockName stuckWithout(int... indexes) {
        NodeSet missing = NodeSet.ofIndexes(indexes);
        assertThat(placement.system().quorumAvoiding(SELF, missing)).isPresent();
        return Stream.iterate(0, number -> number + 1)
                .map(number -> LockName.of("lock " + number))
                .filter(lock -> placement.of(lock).quorumAvoiding(SELF, missing).isEmpty())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLockWhoseVotersHaveJustGoneIsNotCalledUnavailable() {
        LockName stuck = stuckWithout(1, 2, 3);
        lose(1, 2, 3);
        assertThat(outcomeOfAShortWait(stuck)).isEqualTo(State.TIMED_OUT);
    }

    @Test
    void aLockWhoseVotersAreGoneForLongIsCalledUnavailableWhoeverElseHasJustGone() {
        LockName stuck = stuckWithout(1, 2, 3);
        lose(1, 2, 3);
        clock.advance(LONG_ENOUGH);
        assertThat(outcomeOfAShortWait(stuck)).isEqualTo(State.UNAVAILABLE);
        lose(4, 5, 6);
        assertThat(outcomeOfAShortWait(stuck)).isEqualTo(State.UNAVAILABLE);
    }

    @Test
    void aVoterThatWasThereMeanwhileHasNotBeenGoneForLong() {
        LockName stuck = stuckWithout(1, 2, 3);
        lose(1, 2, 3);
        clock.advance(LONG_ENOUGH);
        turn(() -> {
            for (int index = 1; index <= 3; index++) {
                state.peerRestored(NodeId.of(index));
            }
        });
        lose(1, 2, 3);
        assertThat(outcomeOfAShortWait(stuck)).isEqualTo(State.TIMED_OUT);
    }

    @Test
    void toHearOfAMissingVoterAgainDoesNotMakeItsAbsenceShorter() {
        LockName stuck = stuckWithout(1, 2, 3);
        lose(1, 2, 3);
        clock.advance(LONG_ENOUGH);
        lose(1, 2, 3);
        assertThat(outcomeOfAShortWait(stuck)).isEqualTo(State.UNAVAILABLE);
    }

    @Test
    void whoeverWaitsWhenTheVotersGoIsToldInTimeWhoeverElseComesAndGoes() {
        LockName stuck = stuckWithout(1, 2, 3);
        LocalClaim claim = waiting(stuck, AcquireTimeout.ENDLESS);
        lose(1, 2, 3);
        pass(UNAVAILABLE_AFTER.minusSeconds(1));
        lose(4);
        assertThat(claim.state()).isEqualTo(State.WAITING);
        pass(Duration.ofSeconds(2));
        assertThat(claim.state()).isEqualTo(State.UNAVAILABLE);
    }

    @Test
    void whoeverWaitsGoesOnWaitingWhenEnoughVotersAreBackInTime() {
        LocalClaim claim = waiting(stuckWithout(1, 2, 3), AcquireTimeout.ENDLESS);
        lose(1, 2, 3);
        pass(UNAVAILABLE_AFTER.minusSeconds(1));
        turn(() -> state.peerRestored(NodeId.of(1)));
        pass(LONG_ENOUGH);
        assertThat(claim.state()).isEqualTo(State.WAITING);
    }
}
