// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LocksClosedException;
import io.quorate.api.LocksConfig;
import io.quorate.api.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.session.Sessions;
import io.quorate.node.FirstRequest;
import io.quorate.node.ManualClock;
import io.quorate.node.NodeBuilder;
import io.quorate.node.admin.PeerRequests;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.turn.AcquireTimeout;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.NodeCounters;
import io.quorate.node.turn.NodeSettings;
import io.quorate.node.turn.OpenHolds;
import io.quorate.testing.InMemoryCluster;
import io.quorate.testing.InMemoryNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("threads")
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // what lock and unlock do by themselves is what is tested
class RunningNodeTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    /** Never advanced: whatever is waited for here by time alone would never come. */
    private final InMemoryCluster cluster = new InMemoryCluster(
            NodeBuilder.of(InMemoryCluster.roster(3), "quorumlock", null, NodeSettings.of(LocksConfig.of("a=x:1")))
                    .withClock(new ManualClock()));

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void whateverAPeerSendsIsCountedAndTheNodeGoesOn() throws Exception {
        RunningNode node = cluster.node(0).node();
        Random random = new Random(1);
        int frames = 20_000;
        for (int count = 0; count < frames; count++) {
            byte[] garbage = new byte[random.nextInt(60)];
            random.nextBytes(garbage);
            if (garbage.length > 0) {
                garbage[0] = new byte[] {1, PeerRequests.QUERY, PeerRequests.ANSWER, garbage[0]}[count % 4];
            }
            node.received(NodeId.of(1), garbage, 0, garbage.length);
        }
        assertThat(node.counters().framesRefused()).isEqualTo(frames);
        assertThat(node.counters().failures()).isZero();
        cluster.node(0).lock("x").acquire().close();
    }

    @Test
    void whoAsksInTheNameOfAnotherIsCountedAndNotHeeded() throws Exception {
        RunningNode node = cluster.node(0).node();
        Placement placement = Placement.byName(new Majority(3));
        byte[] request = FirstRequest.of(
                new LockNode<>(new QuorumLock(), NodeStart.first(NodeId.of(2), placement)), LockName.of("x"), 0);
        node.received(NodeId.of(1), request, 0, request.length);
        assertThat(node.counters().messagesForged()).isEqualTo(1);
        assertThat(node.counters().locksInUse()).isZero();
        cluster.node(0).lock("x").acquire().close();
    }

    @Test
    void sessionsBeyondTheLimitAreRefusedAndCounted() {
        RunningNode node = cluster.node(0).node();
        Placement placement = Placement.byName(new Majority(3));
        int tooMany = Sessions.STARTS_MAX + 3;
        for (int start = 1; start <= tooMany; start++) {
            NodeStart peer = NodeStart.first(NodeId.of(2), placement).withIncarnation(start);
            byte[] request = FirstRequest.of(new LockNode<>(new QuorumLock(), peer), LockName.of("x"), 0);
            node.received(NodeId.of(2), request, 0, request.length);
        }
        assertThat(node.counters().sessionsRefused()).isEqualTo(3);
    }

    @Test
    void aPeerThatSendsFasterThanTheNodeReadsIsDroppedFromAndLosesNothingForGood() throws Exception {
        RunningNode node = cluster.node(0).node();
        byte[] large = new byte[60_000];
        int tooMany = (int) (2 * InboxLimit.BYTES_PER_PEER_MAX / large.length);
        node.inTurn(
                () -> { // nobody reads meanwhile
                    for (int count = 0; count < tooMany; count++) {
                        node.received(NodeId.of(1), large, 0, large.length);
                    }
                    return 0;
                });
        NodeCounters counters = node.counters();
        assertThat(counters.framesOverflowed()).isBetween(tooMany / 3L, tooMany * 2L / 3);
        assertThat(counters.framesRefused() + counters.framesOverflowed()).isEqualTo(tooMany);
        node.received(NodeId.of(1), large, 0, large.length);
        assertThat(node.counters().framesRefused()).as("there is room again").isEqualTo(counters.framesRefused() + 1);
        cluster.node(0).lock("x").acquire().close();
    }

    @Test
    void aNodeThatMeetsABugStopsWithoutAWordAndTellsEverybodyAtHome() throws Exception {
        Hold held = cluster.node(0).lock("held").acquire();
        Hold elsewhere = cluster.node(1).lock("awaited").acquire();
        CompletableFuture<Hold> waiting =
                cluster.node(0).lock("awaited").acquireAsync().toCompletableFuture();
        RunningNode node = cluster.node(0).node();
        node.abandon(null); // a bug as good as any: the turn throws
        await().atMost(SOON).until(() -> node.counters().failures() == 1);
        await().atMost(SOON).until(() -> !held.isValid());
        assertThat(waiting)
                .failsWithin(SOON)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LocksClosedException.class);
        assertThatThrownBy(() -> cluster.node(0).lock("x").acquire()).isInstanceOf(LocksClosedException.class);
        elsewhere.close();
        cluster.node(1).lock("y").acquire().close();
        CompletableFuture<Hold> stuck =
                cluster.node(2).lock("held").acquireAsync().toCompletableFuture();
        cluster.node(2).lock("y").acquire().close();
        assertThat(stuck)
                .as("what it held stays taken until its lease runs out: it has not said that it is free")
                .isNotDone();
    }

    @Test
    void anAttemptSaysNoAtOnceWhenAnotherThreadOfTheSameNodeHasTheLock() throws Exception {
        DistributedLock lock = cluster.node(0).lock("x");
        Hold hold = lock.acquire();
        assertThat(lock.tryLock()).isFalse();
        assertThat(lock.tryAcquire(Duration.ZERO)).isEmpty();
        hold.close();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    @Test
    void aThreadThatWouldWaitForItselfIsRefused() {
        DistributedLock lock = cluster.node(0).lock("x");
        lock.lock();
        assertThatThrownBy(lock::acquire)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("it would wait for itself");
        assertThatThrownBy(() -> lock.acquire(SOON)).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> lock.tryAcquire(SOON)).isInstanceOf(IllegalMonitorStateException.class);
        lock.unlock();
    }

    @Test
    void aListenerThatThrowsHarmsNobody() throws Exception {
        Hold hold = cluster.node(0).lock("x").acquire();
        CompletableFuture<String> told = new CompletableFuture<>();
        hold.onLost(reason -> {
            throw new IllegalStateException("a bug of the application");
        });
        hold.onLost(reason -> told.complete(Thread.currentThread().getName()));
        cluster.node(0).close();
        assertThat(told.get(20, SECONDS)).startsWith("quorate-loss-n1");
    }

    @Test
    @SuppressWarnings("NullAway") // callers without a null checker exist
    void nullIsRefusedAtOnceAndByName() throws Exception {
        DistributedLock lock = cluster.node(0).lock("x");
        assertThatThrownBy(() -> cluster.node(0).lock(null)).hasMessageContaining("name of a lock");
        assertThatThrownBy(() -> lock.acquire((Duration) null)).hasMessageContaining("timeout");
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        Hold hold = lock.acquire();
        hold.onLost(told::complete);
        assertThatThrownBy(() -> hold.onLost(null)).hasMessageContaining("listener");
        cluster.node(0).close();
        assertThat(told.get(20, SECONDS)).isEqualTo(LossReason.NODE_CLOSED);
    }

    @Test
    void aClusterInMemoryHasAsManyNodesAsARosterMayHave() {
        assertThat(InMemoryCluster.roster(Roster.MEMBERS_MAX).size()).isEqualTo(Roster.MEMBERS_MAX);
    }

    @Test
    void closingEndsTheThreadsOfTheNode() throws Exception {
        cluster.node(0).lock("x").acquireAsync().toCompletableFuture().get().close();
        assertThat(threadsOf("n2")).isNotEmpty();
        cluster.close();
        await().atMost(SOON).untilAsserted(() -> assertThat(threadsOf("n2")).isEmpty());
        assertThatThrownBy(() -> cluster.node(0).lock("x").describe()).isInstanceOf(LocksClosedException.class);
    }

    @Test
    void aNodeWithoutAThreadToJoinIsClosedWhenItOpens() {
        RunningNode node = builder(1).build(NodeId.of(0), 1, new InMemoryNetwork(1).transport(NodeId.of(0)));
        node.joining.inBackground(true, NoThread::new);
        assertThatThrownBy(node::open)
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("cannot start a thread");
        assertThat(node.isClosed()).isTrue();
    }

    /** One that the system has no room for. */
    private static final class NoThread extends Thread {
        NoThread(Runnable task) {
            super(task);
        }

        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }

    private static NodeBuilder builder(int size) {
        return NodeBuilder.of(
                        InMemoryCluster.roster(size), "quorumlock", null, NodeSettings.of(LocksConfig.of("a=x:1")))
                .withClock(new ManualClock());
    }

    @Test
    void aNodeThatDrainsStopsJoiningThoughAHoldIsOpen() throws Exception {
        InMemoryNetwork network = new InMemoryNetwork(3);
        NodeBuilder builder = builder(3);
        List<RunningNode> nodes = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            nodes.add(builder.build(NodeId.of(index), 1, network.transport(NodeId.of(index))));
        }
        RunningNode joins = nodes.get(0);
        RunningNode inTheWay = nodes.get(1);
        nodes.get(2).open();
        inTheWay.open();
        inTheWay.awaitQuorum();
        LocalClaim probe =
                inTheWay.ask(Joining.PROBE, Mode.EXCLUSIVE, AcquireTimeout.ENDLESS, OpenHolds.Limits.NONE, null);
        await().atMost(SOON).until(() -> probe.state() == LocalClaim.State.HELD);
        CompletableFuture<Thread> joining = new CompletableFuture<>();
        joins.joining.inBackground(true, task -> {
            Thread thread = new Thread(task);
            joining.complete(thread);
            return thread;
        });
        joins.open();
        joins.awaitQuorum();
        Hold hold = new EmbeddedLocks(joins).lock("x").acquire(SOON);
        assertThat(joining.join().isAlive()).isTrue();
        joins.closeWithProcess(Duration.ZERO);
        assertThat(joins.isClosed()).as("a hold is open").isFalse();
        await().atMost(SOON).until(() -> !joining.join().isAlive());
        assertThat(hold.isValid()).isTrue();
        nodes.forEach(RunningNode::close);
    }

    @Test
    void aThreadThatIsInterruptedWaitsUntilTheOthersHaveWhatItGivesBack() throws Exception {
        InMemoryNetwork network = new InMemoryNetwork(2);
        NodeBuilder builder =
                NodeBuilder.of(InMemoryCluster.roster(2), "quorumlock", null, NodeSettings.of(LocksConfig.of("a=x:1")));
        RunningNode one = builder.build(NodeId.of(0), 1, network.transport(NodeId.of(0)));
        RunningNode other = builder.build(NodeId.of(1), 1, network.transport(NodeId.of(1)));
        one.open();
        other.open();
        one.awaitQuorum();
        new EmbeddedLocks(one).lock("x").acquire();
        network.pause(other.self);
        Thread closing = new Thread(() -> {
            Thread.currentThread().interrupt();
            one.close();
        });
        closing.start();
        await().atMost(SOON).until(() -> closing.getState() == Thread.State.TIMED_WAITING || !closing.isAlive());
        assertThat(closing.isAlive()).isTrue();
        network.resume(other.self);
        closing.join(SOON.toMillis());
        assertThat(other.counters().locksInUse()).isZero();
        other.close();
    }

    private static Set<String> threadsOf(String node) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("quorate-") && name.contains("-" + node))
                .collect(Collectors.toSet());
    }

    @Test
    void aNameThatIsTooLongOrEmptyIsRefusedAtOnce() {
        EmbeddedLocks locks = cluster.node(0);
        assertThat(locks.lock("x".repeat(512)).name()).hasSize(512);
        assertThatThrownBy(() -> locks.lock("x".repeat(513)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 512 bytes");
        assertThatThrownBy(() -> locks.readWriteLock("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void thereAreNoConditionsAndTheErrorSaysWhy() {
        assertThatThrownBy(() -> cluster.node(0).lock("x").newCondition())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("a signal would have to reach threads on other nodes");
    }
}
