// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.core.session.Peers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A voter lets each peer make it keep three locks, no more. */
class SlotsOfPeersTest {
    private static final NodeId SELF = NodeId.of(0);
    private static final NodeId GREEDY = NodeId.of(NodeId.INDEX_MAX);
    private static final NodeId OTHER = NodeId.of(1);
    private static final int LIMIT = 3;

    private final MachineContext context = new MachineContext(SELF, 0, Placement.asNumbered(new Majority(1)));
    private final Peers peers = new Peers(SELF, context.sessions());
    private LockEngine<QuorumLockMessage> engine = newEngine();

    private LockEngine<QuorumLockMessage> newEngine() {
        return new LockEngine<>(new QuorumLock(), context, new Unheard(), LIMIT);
    }

    private void request(NodeId peer, int lock) {
        peers.hear(peer);
        Stamp stamp = new Stamp(lock + 1, peer, 0);
        engine.receive(peer, name(lock), new QuorumLockMessage.Request(stamp, Mode.EXCLUSIVE, false));
    }

    private void release(NodeId peer, int lock) {
        peers.hear(peer);
        engine.receive(peer, name(lock), new QuorumLockMessage.Release(new Stamp(lock + 1, peer, 0)));
    }

    private static LockName name(int lock) {
        return LockName.of("L" + lock);
    }

    private void fill() {
        for (int lock = 0; lock < LIMIT; lock++) {
            request(GREEDY, lock);
        }
        assertThat(engine.refusedCount()).isZero();
    }

    private void assertFull() {
        long before = engine.refusedCount();
        request(GREEDY, 99);
        assertThat(engine.find(name(99))).isNull();
        assertThat(engine.refusedCount()).isEqualTo(before + 1);
    }

    private void assertRoom() {
        long before = engine.refusedCount();
        request(GREEDY, 98);
        assertThat(engine.find(name(98))).isNotNull();
        assertThat(engine.refusedCount()).isEqualTo(before);
    }

    @Test
    void whatIsTooMuchOfOnePeerIsRefusedAndCountedAndOthersAreServed() {
        fill();
        assertFull();
        for (int lock = 10; lock < 10 + LIMIT; lock++) {
            request(OTHER, lock);
            assertThat(engine.find(name(lock))).isNotNull();
        }
        engine.acquire(exclusive("mine", 1));
        assertThat(engine.refusedCount()).isEqualTo(1);
    }

    @Test
    void whatItSaysOfLocksThatAreKeptAnywayIsHeard() {
        fill();
        request(OTHER, 10);
        request(GREEDY, 10);
        assertThat(engine.refusedCount()).isZero();
        release(OTHER, 10);
        assertThat(engine.find(name(10))).as("it waited behind the other").isNotNull();
    }

    @Test
    void aLockThatIsForgottenMakesRoom() {
        fill();
        release(GREEDY, 0);
        assertThat(engine.find(name(0))).isNull();
        assertRoom();
        assertFull();
    }

    @Test
    void aLockThatThisNodeWantsItselfMakesRoomOnce() {
        fill();
        engine.acquire(exclusive("L0", 1));
        engine.acquire(exclusive("L0", 2));
        assertRoom();
        assertFull();
        engine.abandon(exclusive("L0", 1));
        engine.abandon(exclusive("L0", 2));
        release(GREEDY, 0);
        assertThat(engine.find(name(0))).isNull();
        assertFull();
    }

    @Test
    void aMessageThatLeavesNothingBehindCountsForNothing() {
        for (int lock = 0; lock < 10 * LIMIT; lock++) {
            release(GREEDY, lock);
        }
        fill();
        assertFull();
    }

    @Test
    void aCopyCountsOnItsOwn() {
        fill();
        LockEngine<QuorumLockMessage> original = engine;
        LockEngine<QuorumLockMessage> copy = newEngine();
        copy.copyFrom(engine);
        engine = copy;
        assertFull();
        release(GREEDY, 1);
        assertRoom();
        engine = original;
        assertFull();
    }

    @Test
    void peersThatComeAndGoLeaveTheCountsOfTheOthersAlone() {
        fill();
        for (int peer = 1; peer <= 5_000; peer++) {
            request(NodeId.of(peer), 10);
            release(NodeId.of(peer), 10);
        }
        assertFull();
    }

    /** What this voter answers is of no interest here. */
    private static final class Unheard implements EngineEffects<QuorumLockMessage> {
        @Override
        public void send(NodeId to, LockName lock, QuorumLockMessage message) {}

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {}

        @Override
        public void stopTimer(LockName lock, TimerName timer) {}

        @Override
        public void granted(Claim claim, long fence) {}

        @Override
        public void lost(Claim claim, LossReason reason) {}
    }
}
