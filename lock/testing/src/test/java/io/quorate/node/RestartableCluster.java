// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.core.model.NodeId;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.embedded.RunningNode;
import io.quorate.node.store.CeilingStore;
import io.quorate.node.store.NodeMemory;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.InMemoryCluster;
import io.quorate.testing.InMemoryNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Nodes over a network in memory that crash and start again, by one clock that the test moves. */
final class RestartableCluster implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(5);

    /** More than any node trusts, less than any node remembers. */
    static final Duration TRUST = LEASE;

    /** More than any node remembers, and than a restart interval lasts. */
    static final Duration MEMORY = LEASE.plus(LEASE.dividedBy(50));

    private static final long SETTLE_SECONDS = 20;

    final ManualClock clock = new ManualClock();
    final InMemoryNetwork network;
    private final NodeBuilder builder;
    private final TreeMap<Integer, EmbeddedLocks> running = new TreeMap<>();
    private final TreeMap<Integer, FlushableTransport> transports = new TreeMap<>();
    private final TreeSet<Integer> paused = new TreeSet<>();
    private final AtomicInteger incarnations = new AtomicInteger();

    /** How many turns {@link #settle} has had the nodes run. */
    private long turnsToSettle;

    RestartableCluster(int size) {
        this(size, LocksConfig.of("a=x:1").lease(LEASE));
    }

    /** Also with rules that are not safe: each test says which faults happen. */
    RestartableCluster(int size, LocksConfig config) {
        this.network = new InMemoryNetwork(size);
        this.builder = NodeBuilder.of(
                        InMemoryCluster.roster(size),
                        config.protocol(),
                        config.quorums(),
                        NodeSettings.of(config),
                        true)
                .withClock(clock);
        try {
            for (int number = 0; number < size; number++) {
                start(number, NodeMemory.first(incarnations.incrementAndGet()));
            }
            running.values().forEach(each -> each.node().awaitQuorum());
        } catch (RuntimeException failure) {
            close(); // its threads would disturb the tests that follow
            throw failure;
        }
    }

    private void start(int number, NodeMemory memory) {
        NodeId self = NodeId.of(number);
        FlushableTransport transport = new FlushableTransport(network.transport(self), self);
        RunningNode node = builder.build(self, memory, transport);
        node.open();
        running.put(number, new EmbeddedLocks(node));
        transports.put(number, transport);
    }

    EmbeddedLocks node(int number) {
        return running.get(number);
    }

    List<EmbeddedLocks> nodes() {
        return List.copyOf(running.values());
    }

    /** Frames of the node to others. */
    long framesSent(int number) {
        return transports.get(number).sentToOthers();
    }

    /** Turns of all nodes, without those that this cluster has asked for. */
    long turns() {
        long turns = 0;
        for (EmbeddedLocks each : running.values()) {
            turns += each.node().counters().turns();
            turnsToSettle++;
        }
        return turns - turnsToSettle;
    }

    /**
     * Waits until the nodes have nothing to do at the present time: no frame and no news of a link is under way, and no timer
     * is due. Only then has a test moved the clock between two events rather than in the midst of one.
     */
    void settle() {
        long before;
        long after = passed();
        do {
            before = after;
            flushAll();
            for (int turn = 0; turn < 2; turn++) { // the second begins when all that the first has sent is on its way
                running.values().forEach(each -> each.node().inTurn(() -> true));
                turnsToSettle += running.size();
            }
            after = passed();
        } while (after != before);
    }

    private void flushAll() {
        List<CountDownLatch> flushes = new ArrayList<>();
        for (int number : running.keySet()) {
            if (!paused.contains(number)) {
                flushes.add(transports.get(number).flush());
            }
        }
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

    /** Rises with everything that passes between nodes. */
    private long passed() {
        return transports.values().stream()
                .mapToLong(FlushableTransport::passed)
                .sum();
    }

    /** Lets the clock jump once all is quiet, and waits until the nodes have done what was due. */
    void jump(Duration time) {
        settle();
        clock.advance(time);
        settle();
    }

    /** Time passes in steps that are small enough for all nodes to hear from each other. */
    void pass(Duration time) {
        Duration step = LEASE.dividedBy(8);
        for (Duration left = time; left.compareTo(Duration.ZERO) > 0; left = left.minus(step)) {
            jump(left.compareTo(step) < 0 ? left : step);
        }
    }

    /** Time passes while everybody sleeps, until it is advanced again: as if the process were stopped. */
    void passUnnoticed(Duration time) {
        settle();
        clock.advanceUnnoticed(time);
    }

    /** What comes to the node waits from now on. */
    void pause(int number) {
        paused.add(number);
        network.pause(NodeId.of(number));
    }

    /** The node is handed what has waited. */
    void resume(int number) {
        paused.remove(number);
        network.resume(NodeId.of(number));
    }

    /** The node is gone without a word. */
    void crash(int number) {
        cutOff(number);
        node(number).close();
        running.remove(number);
        reconnect(number);
    }

    /** The node ends in order. */
    void close(int number) {
        node(number).close();
        running.remove(number);
    }

    /** It starts again, and has kept nothing. */
    void restart(int... numbers) {
        for (int number : numbers) {
            long height = NodeMemory.heightByTheClock(clock, LeaseTerms.of(LEASE));
            start(number, new NodeMemory(incarnations.incrementAndGet(), false, height, CeilingStore.NONE));
        }
        for (int number : numbers) {
            node(number).node().awaitQuorum();
        }
    }

    /** It starts again, and keeps the ceiling of its clock there. */
    void restart(int number, CeilingStore store) {
        long height = store.ceiling();
        start(number, new NodeMemory(incarnations.incrementAndGet(), false, height, store));
        node(number).node().awaitQuorum();
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
