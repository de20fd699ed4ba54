// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LocksConfig;
import io.quorate.api.LossReason;
import io.quorate.core.model.NodeId;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Roster;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.RosterPeers;
import io.quorate.node.net.tcp.TcpTransport;
import io.quorate.node.store.Incarnations;
import io.quorate.node.store.NodeMemory;
import io.quorate.node.time.NanoClock;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A node one of whose threads dies or gets stuck ends as a whole: its holds are lost, those who wait are told, and it says why. Also
 * when the log fails in the same moment.
 */
@Tag("slow")
@Tag("threads")
@Timeout(120)
class SupervisionTest {
    private static final Duration SOON = Duration.ofSeconds(40);

    private final OutOfMemoryError noMemory = new OutOfMemoryError("Java heap space");
    private final FaultyPeers.Faults faults = new FaultyPeers.Faults();
    private final List<Locks> others = new ArrayList<>();
    private final FaultyClock clock = new FaultyClock();
    private final FaultyLog log = new FaultyLog();
    private final Logger logger = Logger.getLogger("io.quorate");
    private final CountDownLatch stuck = new CountDownLatch(1);
    private Roster roster;
    private RunningNode node;
    private Locks locks;

    /** The machine's clock, by which the thread of the timers may meet an error, or get stuck. */
    private final class FaultyClock implements NanoClock {
        volatile boolean fails;
        volatile boolean hangs;

        @Override
        public long now() {
            return SYSTEM.now();
        }

        @Override
        public long wallMicros() {
            return SYSTEM.wallMicros();
        }

        @Override
        public void parkUntil(long deadline) {
            if (fails) {
                throw noMemory;
            }
            if (hangs) {
                awaitTheEnd();
            }
            SYSTEM.parkUntil(deadline);
        }
    }

    private void awaitTheEnd() {
        boolean open = false;
        while (!open) {
            try {
                open = stuck.await(1, SECONDS);
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** A log for which there is no memory either. */
    private final class FaultyLog extends Handler {
        volatile boolean fails;

        @Override
        public void publish(LogRecord line) {
            if (fails && line.getLevel().intValue() >= Level.WARNING.intValue()) {
                throw noMemory;
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void start() throws Exception {
        LocksConfig config = LocksConfig.of(TcpLockTest.members(3))
                .nodeId("a")
                .cluster("supervised")
                .lease(Duration.ofSeconds(1))
                .joinTimeout(SOON);
        roster = ClusterNode.roster(config);
        NodeBuilder builder = NodeBuilder.of(config, false).withClock(clock);
        NodeId self = NodeId.of(0);
        long incarnation = Incarnations.next();
        Membership membership = builder.membership(builder.rosterState(NodeMemory.first(incarnation)));
        Hello hello = TcpTransport.helloOf(membership, self, "a", incarnation, builder.clusterSettings(), "");
        node = builder.build(
                self,
                incarnation,
                new TcpTransport(
                        "a",
                        hello,
                        LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofSeconds(20)),
                        roster.member(self),
                        (receiver, meter) ->
                                new FaultyPeers(new RosterPeers(membership, self, receiver, meter), faults)));
        node.open();
        locks = new EmbeddedLocks(node);
        others.add(FirstStart.join(config.nodeId("b")));
        others.add(FirstStart.join(config.nodeId("c")));
        node.awaitQuorum();
        await().atMost(SOON).until(() -> locks.statistics().nodesMissing() == 0);
        logger.addHandler(log);
    }

    @AfterEach
    void end() {
        stuck.countDown();
        faults.accepting = null;
        faults.looking = null;
        logger.removeHandler(log);
        node.close();
        others.forEach(Locks::close);
    }

    /** What the fault is to bring about. */
    private void assertEndsAsAWhole(String why, Runnable fault) throws Exception {
        try (Hold inTheWay = others.get(0).lock("taken").acquire()) {
            Hold mine = locks.lock("mine").acquire();
            CompletableFuture<LossReason> lost = new CompletableFuture<>();
            mine.onLost(lost::complete);
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread waiter = new Thread(() -> {
                try {
                    thrown.completeExceptionally(
                            new AssertionError(locks.lock("taken").acquire()));
                } catch (Throwable failure) {
                    thrown.complete(failure);
                }
            });
            waiter.start();
            CompletableFuture<Hold> async = locks.lock("taken").acquireAsync().toCompletableFuture();
            await().atMost(SOON).until(() -> locks.statistics().waiting() == 2);
            log.fails = true;
            fault.run();

            assertThat(thrown.get(SOON.toSeconds(), SECONDS))
                    .isInstanceOf(LocksClosedException.class)
                    .hasMessageContaining(why);
            await().atMost(SOON).until(async::isDone);
            assertThatThrownBy(async::join).hasCauseInstanceOf(LocksClosedException.class);
            assertThat(lost.get(SOON.toSeconds(), SECONDS)).isEqualTo(LossReason.NODE_CLOSED);
            assertThat(mine.isValid()).isFalse();
            assertThat(locks.statistics().failure()).contains(why);
            assertThat(locks.statistics().nodesMissing()).isEqualTo(2);
            assertThatThrownBy(() -> locks.lock("other").acquire()).isInstanceOf(LocksClosedException.class);
            assertThatThrownBy(() -> locks.lock("other").describe()).hasMessageContaining(why);
            others.get(1).lock("mine").acquire(SOON).close();
            assertThat(inTheWay.isValid()).isTrue();
        }
    }

    @Test
    void aTurnThatRunsOutOfMemoryEndsTheNode() throws Exception {
        assertEndsAsAWhole(
                "a turn has failed",
                () -> assertThatThrownBy(() -> node.inTurn(() -> {
                            throw noMemory;
                        }))
                        .hasCause(noMemory));
    }

    @Test
    void aTurnThatNeverEndsEndsTheNode() throws Exception {
        assertEndsAsAWhole(
                "a turn makes no progress",
                () -> new Thread(() -> node.inTurn(() -> {
                            awaitTheEnd();
                            return true;
                        }))
                        .start());
    }

    @Test
    void aTimerThreadThatRunsOutOfMemoryEndsTheNode() throws Exception {
        assertEndsAsAWhole("quorate-timer-a has died", () -> clock.fails = true);
    }

    @Test
    void aTimerThreadThatHangsEndsTheNode() throws Exception {
        assertEndsAsAWhole("quorate-timer-a makes no progress", () -> clock.hangs = true);
    }

    @Test
    void anAcceptorThatDiesEndsTheNode() throws Exception {
        assertEndsAsAWhole("acceptor has died", () -> {
            faults.accepting = new StackOverflowError();
            callA();
        });
    }

    @Test
    void anAcceptorAndATimekeeperWithoutMemoryGoOnWhenThereIsSomeAgain() throws Exception {
        log.fails = true;
        faults.accepting = noMemory;
        faults.looking = noMemory;
        callA();
        callA();
        faults.looking = null;
        faults.accepting = null;
        locks.lock("x").acquire(SOON).close();
        assertThat(locks.statistics().failure()).isNull();
        try (Socket caller = newCaller()) {
            caller.getOutputStream().write(new byte[100]);
            caller.setSoTimeout((int) SOON.toMillis());
            assertThat(caller.getInputStream().read())
                    .as("cut off, so somebody is there")
                    .isEqualTo(-1);
        }
        assertThat(locks.statistics().failure()).isNull();
        locks.lock("x").acquire(SOON).close();
    }

    private void callA() {
        try (Socket caller = newCaller()) {
            assertThat(caller.getInputStream().read()).isEqualTo(-1);
        } catch (java.io.IOException broken) {
            assertThat(broken).hasMessageContaining("reset");
        }
    }

    private Socket newCaller() throws java.io.IOException {
        return new Socket(
                InetAddress.getLoopbackAddress(), roster.member(NodeId.of(0)).port());
    }
}
