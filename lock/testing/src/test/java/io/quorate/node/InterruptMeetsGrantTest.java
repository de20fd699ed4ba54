// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LocksConfig;
import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.admin.LockView;
import io.quorate.node.admin.NodeReport;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportCounters;
import io.quorate.node.time.NanoClock;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.InMemoryCluster;
import io.quorate.testing.InMemoryNetwork;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thread is interrupted while the turn goes on that grants it the lock, and gives up before the next turn reads that. One
 * node of two; the other one is played by the test, which stops turns where it wants them.
 */
@Tag("threads")
@Timeout(60)
class InterruptMeetsGrantTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final NodeId PEER = NodeId.of(1);
    private static final LockName X = LockName.of("x");

    /** Where a turn can be made to wait. */
    private static final class Gate {
        private volatile CountDownLatch open = new CountDownLatch(0);
        private volatile boolean waited;

        void shut() {
            waited = false;
            open = new CountDownLatch(1);
        }

        void open() {
            open.countDown();
        }

        void pass() {
            try {
                CountDownLatch latch = open;
                if (latch.getCount() > 0) {
                    waited = true;
                }
                latch.await();
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private final Gate beforeTheGrantIsTold = new Gate();
    private final Gate beforeTheNextTurn = new Gate();
    private final StubTransport transport = new StubTransport();
    private final NanoClock clock = new NanoClock() {
        @Override
        public long now() {
            beforeTheNextTurn.pass();
            return SYSTEM.now();
        }

        @Override
        public long wallMicros() {
            return SYSTEM.wallMicros();
        }

        @Override
        public void parkUntil(long deadline) {
            SYSTEM.parkUntil(deadline);
        }
    };
    private final RunningNode node = NodeBuilder.of(
                    InMemoryCluster.roster(2), "quorumlock", null, NodeSettings.of(LocksConfig.of("a=x:1")))
            .withClock(clock)
            .build(NodeId.of(0), 1, transport);

    @AfterEach
    void close() {
        beforeTheGrantIsTold.open();
        beforeTheNextTurn.open();
        node.close();
    }

    /** Drops everything, and lets the sender wait. */
    private final class StubTransport implements Transport {
        private final CompletableFuture<Receiver> receiver = new CompletableFuture<>();
        private final AtomicInteger offered = new AtomicInteger();
        private volatile byte[] lastOffered = {};

        @Override
        public void open(Receiver to) {
            receiver.complete(to);
        }

        @Override
        public boolean offer(NodeId to, byte[] frame, int length) {
            lastOffered = Arrays.copyOf(frame, length);
            offered.incrementAndGet();
            beforeTheGrantIsTold.pass();
            return true;
        }

        @Override
        public TransportCounters counters() {
            return new InMemoryNetwork(1).transport(NodeId.of(0)).counters();
        }

        @Override
        public void close() {}
    }

    @Test
    void whoIsToldThatItWasInterruptedHasNothingAndWhoHasTheLockKeepsIt() throws Exception {
        node.open();
        Transport.Receiver receiver = transport.receiver.join();
        receiver.peerRestored(PEER);
        FutureTask<Hold> asking =
                new FutureTask<>(() -> new EmbeddedLocks(node).lock("x").acquire());
        Thread asker = new Thread(asking, "asker");
        asker.start();
        await().atMost(SOON)
                .until(() -> transport.offered.get() == 1 && asker.getState() == Thread.State.TIMED_WAITING);

        beforeTheGrantIsTold.shut(); // the answer to the peer's own request goes out before the asker is told
        Thread turn = new Thread(() -> {
            byte[] frame = grantAndRequest();
            receiver.received(PEER, frame, 0, frame.length);
        });
        turn.start();
        await().atMost(SOON).until(() -> beforeTheGrantIsTold.waited);
        asker.interrupt();
        await().atMost(SOON).until(() -> asker.getState() == Thread.State.TIMED_WAITING && !asker.isInterrupted());
        beforeTheNextTurn.shut();
        beforeTheGrantIsTold.open();

        Hold hold = holdOrNull(asking);
        beforeTheNextTurn.open();
        turn.join();
        if (hold == null) {
            assertThat(partiesAt(node)).isEmpty();
        } else {
            assertThat(partiesAt(node)).hasSize(1);
            assertThat(hold.isValid()).isTrue();
        }
    }

    private static List<LockView.Party> partiesAt(RunningNode node) {
        Collection<NodeReport> own =
                node.clusterQuery().own(AdminRequest.describe(X)).reports().values();
        return own.iterator().next().locks().get(0).parties();
    }

    /** Null if the asker was interrupted. */
    private static Hold holdOrNull(Future<Hold> asking) throws Exception {
        try {
            return asking.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failure) {
            assertThat(failure).hasCauseInstanceOf(InterruptedException.class);
            return null;
        }
    }

    /** What the peer says when it has heard what was said to it, and wants a lock of its own. */
    private byte[] grantAndRequest() {
        LockNode<QuorumLockMessage> peer =
                new LockNode<>(new QuorumLock(), PEER, 1, Placement.asNumbered(new Majority(2)));
        FrameOfTheTurn effects = new FrameOfTheTurn();
        peer.acquire(new Wish(LockName.of("z"), Mode.EXCLUSIVE, 1));
        peer.endTurn(effects); // it has a session from here on, so the next frame is about that too
        byte[] asked = transport.lastOffered;
        peer.receive(NodeId.of(0), asked, 0, asked.length);
        peer.acquire(new Wish(LockName.of("y"), Mode.EXCLUSIVE, 2));
        peer.endTurn(effects);
        return effects.bytes;
    }

    /** The peer's own. */
    private record Wish(LockName lock, Mode mode, long id) implements Claim {}

    private static final class FrameOfTheTurn implements NodeEffects {
        private byte[] bytes = {};

        @Override
        public void keepCeiling(long ceiling) {}

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {}

        @Override
        public void stopTimer(LockName lock, TimerName timer) {}

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            bytes = Arrays.copyOf(frame, length);
        }

        @Override
        public void granted(Claim claim, long fence) {}

        @Override
        public void lost(Claim claim, LossReason reason) {}
    }
}
