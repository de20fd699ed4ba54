package io.quorate.testing;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.NodeBuilder;
import io.quorate.node.turn.NodeSettings;
import java.util.List;
import java.util.function.UnaryOperator;

/** A whole cluster inside one process, for tests of what uses locks: real nodes that talk through memory. */
public interface LockCluster extends AutoCloseable {
    /** A cluster of this many nodes, all of which reach each other and grant. */
    static LockCluster inMemory(int nodes) {
        return inMemory(nodes, UnaryOperator.identity());
    }

    /**
     * The same, with settings of its own, such as {@code config -> config.lease(Duration.ofSeconds(1))}. What is about members,
     * addresses, TLS, roles and data directories has no meaning in memory and changes nothing. Throws
     * {@link io.quorate.api.InvalidConfigException} with all faults of the settings.
     */
    static LockCluster inMemory(int nodes, UnaryOperator<LocksConfig> settings) {
        LocksConfig usual = LocksConfig.of("a=localhost:1").nodeId("a");
        LocksConfig config = settings.apply(usual).validate();
        return new InMemoryCluster(NodeBuilder.of(
                InMemoryCluster.roster(nodes), config.protocol(), config.quorums(), NodeSettings.of(config)));
    }

    int size();

    /** The node with this number, from 0. */
    Locks node(int number);

    List<Locks> nodes();

    /** From now on the node and all others cannot reach each other, as if its network cable were pulled. */
    void cutOff(int number);

    /** Ends {@link #cutOff}. */
    void reconnect(int number);

    /** Closes all nodes. */
    @Override
    void close();
}
