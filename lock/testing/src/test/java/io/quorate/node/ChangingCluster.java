// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.api.RosterChange;
import io.quorate.api.RosterView;
import io.quorate.core.model.NodeId;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.RosterState;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.net.Membership;
import io.quorate.node.store.CeilingStore;
import io.quorate.node.store.NodeMemory;
import io.quorate.node.turn.NodeSettings;
import io.quorate.node.turn.NodeState;
import io.quorate.testing.InMemoryCluster;
import io.quorate.testing.InMemoryNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Nodes over a network in memory whose roster changes, by one clock that the test moves. They keep their rosters in memory. */
final class ChangingCluster implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(5);
    private static final int NODES_MAX = 12;
    private static final Duration STEP = LEASE.dividedBy(16);
    private static final long SETTLE_SECONDS = 30;

    private final ManualClock clock = new ManualClock();
    private final InMemoryNetwork network = new InMemoryNetwork(NODES_MAX);
    private final NodeBuilder builder;
    private final TreeMap<Integer, EmbeddedLocks> running = new TreeMap<>();
    private final TreeMap<Integer, FlushableTransport> transports = new TreeMap<>();
    private final TreeMap<Integer, Disk> disks = new TreeMap<>();
    private final AtomicInteger incarnations = new AtomicInteger();

    /** What a node keeps, as a disk would. */
    static final class Disk implements CeilingStore {
        private volatile long ceiling;
        private volatile @Nullable RosterState roster;

        /** Writes wait until it is open. */
        private volatile CountDownLatch open = new CountDownLatch(0);

        @Override
        public void keepCeiling(long height) {
            ceiling = height;
        }

        @Override
        public long ceiling() {
            return ceiling;
        }

        @Override
        public void keepRoster(RosterState state) {
            try {
                open.await();
            } catch (InterruptedException interruption) {
                throw new AssertionError(interruption);
            }
            roster = state;
        }

        @Override
        public boolean keepsRoster() {
            return true;
        }
    }

    ChangingCluster(int size) {
        LocksConfig config = LocksConfig.of("a=x:1").lease(LEASE);
        this.builder = NodeBuilder.of(
                        InMemoryCluster.roster(size), config.protocol(), config.quorums(), NodeSettings.of(config))
                .withClock(clock);
        Configuration first = Objects.requireNonNull(builder.firstConfiguration());
        for (int number = 0; number < size; number++) {
            Disk disk = new Disk();
            disk.roster = RosterState.beginning(first, "key " + number);
            disks.put(number, disk);
            start(number, true);
        }
        running.values().forEach(each -> each.node().awaitQuorum());
    }

    private void start(int number, boolean votesAtOnce) {
        Disk disk = Objects.requireNonNull(disks.get(number));
        RosterState state = Objects.requireNonNull(disk.roster);
        NodeId self = NodeId.of(number);
        FlushableTransport transport = new FlushableTransport(network.transport(self), self);
        NodeMemory memory = new NodeMemory(incarnations.incrementAndGet(), votesAtOnce, disk.ceiling, disk, state);
        RunningNode node = builder.told(state.configuration(), state.floor()).build(self, memory, transport);
        node.open();
        running.put(number, new EmbeddedLocks(node));
        transports.put(number, transport);
    }

    /** A guest, which keeps nothing. */
    EmbeddedLocks guest(int number, Configuration told) {
        NodeId self = NodeId.of(number);
        FlushableTransport transport = new FlushableTransport(network.transport(self), self);
        RunningNode node = builder.told(told, 0)
                .buildGuest(self, "app", NodeMemory.first(incarnations.incrementAndGet()), transport);
        node.open();
        EmbeddedLocks locks = new EmbeddedLocks(node);
        running.put(number, locks);
        transports.put(number, transport);
        node.awaitQuorum();
        return locks;
    }

    EmbeddedLocks node(int number) {
        return Objects.requireNonNull(running.get(number));
    }

    static String member(int number) {
        return "m" + number + "=here:" + (9000 + number);
    }

    /** The configuration that a node has on its disk. */
    Configuration kept(int number) {
        return Objects.requireNonNull(Objects.requireNonNull(disks.get(number)).roster)
                .configuration();
    }

    /** Begins a change, with new members that wait to be named. */
    CompletableFuture<RosterView> begin(int by, RosterChange change) {
        for (RosterChange.Step step : change.steps()) {
            if (step.kind() == RosterChange.Kind.ADD) {
                node(by).node().rosterDesk.announced(step.what(), "key of " + step.what());
            }
        }
        return node(by).changeRoster(change).toCompletableFuture();
    }

    /** Changes the roster, and lets time pass until the old one is over there. */
    RosterView change(int by, RosterChange change) {
        int before = node(by).roster().configuration();
        CompletableFuture<RosterView> over = begin(by, change);
        for (int steps = 0; !over.isDone() && !isOver(by, before) && steps < 100; steps++) {
            pass(STEP);
            startThoseThatAreNamed(by);
        }
        RosterView view = outcome(by, over);
        for (int steps = 0; steps < 100 && someAreBehind(node(by).roster().configuration()); steps++) {
            pass(STEP);
        }
        return view;
    }

    private boolean isOver(int by, int before) {
        int now = node(by).roster().configuration();
        return now > before && now % 2 == 0;
    }

    /** The caller is told on another thread. */
    private RosterView outcome(int by, CompletableFuture<RosterView> over) {
        try {
            return over.get(20, TimeUnit.SECONDS);
        } catch (InterruptedException | TimeoutException late) {
            throw new AssertionError("not over: " + node(by).roster().decision(), late);
        } catch (ExecutionException refused) {
            throw new CompletionException(refused.getCause());
        }
    }

    private boolean someAreBehind(int number) {
        return running.values().stream().anyMatch(each -> each.roster().configuration() < number);
    }

    /** Nodes that wait to be named ask again and again; so they hear of it from the proposer. */
    void startThoseThatAreNamed(int by) {
        Membership membership = Objects.requireNonNull(node(by).node().names.membership());
        Configuration configuration = Objects.requireNonNull(membership.configuration());
        for (Member each : configuration.latest().members()) {
            if (!disks.containsKey(each.number())) {
                Disk disk = new Disk();
                disk.roster = RosterState.beginning(configuration, each.key());
                disks.put(each.number(), disk);
                start(each.number(), true);
            }
        }
    }

    void settle() {
        long before;
        long after = passed();
        do {
            before = after;
            awaitDisks();
            flushAll();
            for (int turn = 0; turn < 2; turn++) {
                running.values().forEach(each -> each.node().inTurn(() -> true));
            }
            after = passed();
        } while (after != before);
    }

    private void awaitDisks() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
        while (running.values().stream().anyMatch(each -> each.node().look(NodeState::isHeldBack))) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("a disk does not answer");
            }
            LockSupport.parkNanos(100_000);
        }
    }

    private void flushAll() {
        List<CountDownLatch> flushes = new ArrayList<>();
        running.keySet()
                .forEach(number -> flushes.add(
                        Objects.requireNonNull(transports.get(number)).flush()));
        for (CountDownLatch flush : flushes) {
            try {
                if (!flush.await(SETTLE_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError("the nodes have not settled within " + SETTLE_SECONDS + " s");
                }
            } catch (InterruptedException interruption) {
                throw new AssertionError(interruption);
            }
        }
    }

    private long passed() {
        return transports.values().stream()
                .mapToLong(FlushableTransport::passed)
                .sum();
    }

    void pass(Duration time) {
        for (Duration left = time; left.compareTo(Duration.ZERO) > 0; left = left.minus(STEP)) {
            settle();
            clock.advance(left.compareTo(STEP) < 0 ? left : STEP);
            settle();
        }
    }

    /** Writes of the node hang until the answer runs. */
    Runnable hang(int number) {
        CountDownLatch open = new CountDownLatch(1);
        Objects.requireNonNull(disks.get(number)).open = open;
        return open::countDown;
    }

    void advanceOnly(Duration time) {
        clock.advance(time);
    }

    /** Time passes while disks hang. */
    void passWithoutDisks(Duration time) {
        for (Duration left = time; left.compareTo(Duration.ZERO) > 0; left = left.minus(STEP)) {
            clock.advance(STEP);
            running.values().forEach(each -> each.node().inTurn(() -> true));
        }
    }

    /** The configuration of the node as in its memory. */
    int inMemory(int number) {
        Membership membership = Objects.requireNonNull(node(number).node().names.membership());
        return Objects.requireNonNull(membership.configuration()).number();
    }

    /** The node is gone without a word. */
    void crash(int number) {
        node(number).node().crash();
        running.remove(number);
        transports.remove(number);
    }

    void restart(int number) {
        start(number, false);
    }

    void cutOff(int number) {
        network.cutOff(NodeId.of(number));
    }

    void reconnect(int number) {
        network.reconnect(NodeId.of(number));
    }

    @Override
    public void close() {
        clock.wakeAll();
        running.values().forEach(EmbeddedLocks::close);
    }
}
