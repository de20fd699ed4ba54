// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.core.model.NodeId;
import io.quorate.node.NodeBuilder;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.net.Roster;
import io.quorate.node.store.Incarnations;
import io.quorate.node.turn.NodeSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All nodes of a cluster in this process, over a network in memory. For tests of the nodes themselves; applications use {@link LockCluster}. */
public final class InMemoryCluster implements AutoCloseable {
    private static final int FIRST_PORT = 7400;

    private final InMemoryNetwork network;
    private final List<EmbeddedLocks> nodes = new ArrayList<>();

    /**
     * Starts the cluster, and returns when all nodes have a quorum. If one has none in time, closes all and throws.
     *
     * @param builder creates the nodes
     */
    public InMemoryCluster(NodeBuilder builder) {
        int size = builder.roster().size();
        network = new InMemoryNetwork(size);
        for (int index = 0; index < size; index++) {
            NodeId self = NodeId.of(index);
            nodes.add(new EmbeddedLocks(builder.build(self, Incarnations.next(), network.transport(self))));
        }
        try {
            nodes.forEach(each -> each.node().open());
            nodes.forEach(each -> each.node().awaitQuorum());
        } catch (RuntimeException failure) {
            close(); // the caller has no cluster to close
            throw failure;
        }
    }

    /**
     * Starts a cluster with default settings.
     *
     * @param size the number of nodes
     * @return the cluster
     */
    public static InMemoryCluster usual(int size) {
        LocksConfig config = LocksConfig.of("a=localhost:1");
        return new InMemoryCluster(
                NodeBuilder.of(roster(size), config.protocol(), config.quorums(), NodeSettings.of(config)));
    }

    /**
     * Creates a roster of members called n1, n2, ..., with leading zeros that keep their order.
     *
     * @param size the number of members
     * @return the roster
     */
    public static Roster roster(int size) {
        if (size < 1 || size > Roster.MEMBERS_MAX) {
            throw new IllegalArgumentException(
                    "A cluster has 1 to " + Roster.MEMBERS_MAX + " nodes, not " + size + ".");
        }
        int digits = Integer.toString(size).length();
        List<Roster.Member> members = new ArrayList<>();
        for (int index = 0; index < size; index++) {
            String id = String.format(Locale.ROOT, "n%0" + digits + "d", index + 1);
            members.add(new Roster.Member(id, "here", FIRST_PORT + index));
        }
        return new Roster("in-memory", members);
    }

    /** {@return the number of nodes} */
    public int size() {
        return nodes.size();
    }

    /**
     * Returns one node.
     *
     * @param number the number of the node, from 0
     * @return its locks
     */
    public EmbeddedLocks node(int number) {
        if (number < 0 || number >= nodes.size()) {
            throw new IllegalArgumentException(
                    "There is no node " + number + ": they are numbered from 0 to " + (nodes.size() - 1) + ".");
        }
        return nodes.get(number);
    }

    /** {@return all nodes} */
    public List<Locks> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Disconnects a node from all others.
     *
     * @param number the number of the node
     */
    public void cutOff(int number) {
        network.cutOff(node(number).node().self);
    }

    /**
     * Ends {@link #cutOff}.
     *
     * @param number the number of the node
     */
    public void reconnect(int number) {
        network.reconnect(node(number).node().self);
    }

    @Override
    public void close() {
        nodes.forEach(EmbeddedLocks::close);
    }
}
