package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.core.model.NodeId;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.net.InMemoryNetwork;
import io.quorate.node.net.Transport;
import java.time.Duration;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Nodes over a network in memory that crash and start again, by one clock that the test moves. */
final class RestartableCluster implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(5);

    /** More than any node trusts, less than any node remembers. */
    static final Duration TRUST = LEASE;

    /** More than any node remembers, and than a restart interval lasts. */
    static final Duration MEMORY = LEASE.plus(LEASE.dividedBy(50));

    final ManualClock clock = new ManualClock();
    final InMemoryNetwork network;
    private final NodeBuilder builder;
    private final TreeMap<Integer, EmbeddedLocks> running = new TreeMap<>();
    private final TreeMap<Integer, Transport> transports = new TreeMap<>();
    private final AtomicInteger incarnations = new AtomicInteger();

    RestartableCluster(int size) {
        this(size, LocksConfig.of("a=x:1").lease(LEASE));
    }

    RestartableCluster(int size, LocksConfig config) {
        this.network = new InMemoryNetwork(size);
        this.builder = NodeBuilder.of(
                        InMemoryCluster.roster(size), config.protocol(), config.quorums(), NodeSettings.of(config))
                .withClock(clock);
        for (int number = 0; number < size; number++) {
            start(number, NodeMemory.first(incarnations.incrementAndGet()));
        }
        running.values().forEach(each -> each.node().awaitQuorum());
    }

    private void start(int number, NodeMemory memory) {
        NodeId self = NodeId.of(number);
        Transport transport = network.transport(self);
        RunningNode node = builder.build(self, memory, transport);
        node.open();
        running.put(number, new EmbeddedLocks(node));
        transports.put(number, transport);
    }

    EmbeddedLocks node(int number) {
        return running.get(number);
    }

    long framesSent(int number) {
        return transports.get(number).counters().framesSent();
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
