// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.node.ManualClock;
import io.quorate.node.RosterAvailability;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Roster;
import io.quorate.node.time.NodeTime;
import io.quorate.node.turn.LocalClaim.Spin;
import io.quorate.node.turn.LocalClaim.State;
import io.quorate.node.watch.Supervisor;
import io.quorate.testing.InMemoryCluster;
import io.quorate.testing.InMemoryNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node alone, turn by turn: what threads do to each other only sometimes happens here always. */
@Tag("threads")
class NodeStateTest {
    private static final NodeId SELF = NodeId.of(0);
    private static final LockName X = LockName.of("x");
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Roster roster = InMemoryCluster.roster(1);
    private final Placement placement = Placement.byName(new Majority(1));
    private final NodeState state = new NodeState(
            new LockNode<>(new QuorumLock(), SELF, 1, placement),
            new InMemoryNetwork(1).transport(SELF),
            new NodeTime(new ManualClock(), null),
            Long.MAX_VALUE,
            ceiling -> {},
            new RosterAvailability(Membership.of(roster), SELF, placement),
            Duration.ofSeconds(1),
            new Supervisor("n", Duration.ZERO, () -> true),
            (claim, reason) -> {});
    private long lastId;

    private LocalClaim claim(Mode mode) {
        return new LocalClaim(state, X, mode, ++lastId, AcquireTimeout.ENDLESS, null);
    }

    private static List<LocalClaim> all(LocalClaim settled) {
        List<LocalClaim> claims = new ArrayList<>();
        for (LocalClaim each = settled; each != null; each = each.nextSettled) {
            claims.add(each);
        }
        return claims;
    }

    @Test
    void aClaimAbandonedBeforeThoseGrantedWithItAreWokenKeepsNobodyAsleep() {
        LocalClaim first = claim(Mode.SHARED);
        LocalClaim second = claim(Mode.SHARED);
        state.beginTurn();
        state.acquire(first);
        state.acquire(second);
        LocalClaim toWake = state.endTurn();
        // The thread of that turn has left it, and is about to wake both, when one of them is interrupted.
        state.beginTurn();
        state.abandon(second);
        LocalClaim toWakeNext = state.endTurn();
        assertThat(first.state()).isEqualTo(State.HELD);
        assertThat(second.state()).isEqualTo(State.ABANDONED);
        assertThat(all(toWake)).containsExactlyInAnyOrder(first, second);
        assertThat(all(toWakeNext)).isEmpty();
    }

    @Test
    void aClaimAbandonedInTheTurnThatGrantsItIsToldOnce() {
        LocalClaim claim = claim(Mode.EXCLUSIVE);
        state.beginTurn();
        state.acquire(claim);
        state.abandon(claim);
        assertThat(all(state.endTurn())).containsExactly(claim);
        assertThat(claim.state()).isEqualTo(State.ABANDONED);
        assertThat(state.counters(0, 0, 0, 0, 0).locksInUse()).isZero();
    }

    /** With a lease it stays taken, see AtLeastTest; here nobody else could ever free it. */
    @Test
    void withoutALeaseALockThatIsKeptIsGivenBackWhenTheNodeIsClosed() {
        OpenHolds.Limits limits = new OpenHolds.Limits(Duration.ofHours(1).toNanos(), Long.MAX_VALUE);
        LocalClaim claim = new LocalClaim(state, X, Mode.EXCLUSIVE, ++lastId, AcquireTimeout.ENDLESS, limits, null);
        state.beginTurn();
        claim.apply();
        state.endTurn();
        assertThat(claim.move(State.HELD, State.RELEASED)).isTrue();
        state.beginTurn();
        claim.apply();
        state.endTurn();
        assertThat(state.counters(0, 0, 0, 0, 0).locksInUse()).as("kept").isEqualTo(1);
        state.beginTurn();
        state.close();
        state.endTurn();
        assertThat(state.counters(0, 0, 0, 0, 0).locksInUse()).isZero();
    }

    private LocalClaim settled() {
        LocalClaim claim = claim(Mode.EXCLUSIVE);
        assertThat(claim.move(State.WAITING, State.TIMED_OUT)).isTrue();
        return claim;
    }

    @Test
    void theLongerSpinningWasInVainTheMoreCallersSleepAtOnce() {
        Spin spin = new Spin(1);
        LocalClaim waiting = claim(Mode.EXCLUSIVE);
        LocalClaim settled = settled();
        for (int skipped : List.of(1, 3, 7, 15, 31, Spin.SKIPPED_MAX, Spin.SKIPPED_MAX)) {
            assertThat(spin.until(waiting)).as("in vain").isFalse();
            for (int count = 0; count < skipped; count++) {
                assertThat(spin.until(settled)).as("skipped").isFalse();
            }
        }
        assertThat(spin.until(settled)).isTrue();
        assertThat(spin.until(settled)).as("after one that was not in vain").isTrue();
        assertThat(Spin.NEVER.until(settled)).isFalse();
    }

    @Test
    void oneCallerOfANodeSpinsAtATime() throws Exception {
        Spin spin = new Spin(Long.MAX_VALUE);
        LocalClaim waiting = claim(Mode.EXCLUSIVE);
        LocalClaim settled = settled();
        CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(() -> spin.until(waiting));
        await().atMost(DEADLINE).until(() -> !spin.until(settled));
        assertThat(waiting.move(State.WAITING, State.HELD)).isTrue();
        assertThat(first.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(spin.until(settled)).isTrue();
    }
}
