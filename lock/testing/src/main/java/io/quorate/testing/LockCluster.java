// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.testing.cluster.SimulatedCluster;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A whole cluster inside one process, for tests of code that uses locks: production nodes, connected through memory, with fault injection.
 *
 * <p>The {@link Locks} of a node outlive the node: after {@link #restart} or {@link #reset} they use the new node.
 */
public interface LockCluster extends AutoCloseable {
    /**
     * Starts a cluster in real time. All nodes are connected and vote.
     *
     * @param nodes the number of nodes
     * @return the cluster
     */
    static LockCluster inMemory(int nodes) {
        return inMemory(nodes, UnaryOperator.identity());
    }

    /**
     * Starts a cluster in real time, with changed settings. Settings of members, addresses, TLS, roles and data directories have no effect
     * in memory.
     *
     * @param nodes the number of nodes
     * @param settings changes the configuration, as in {@code config -> config.lease(Duration.ofSeconds(1))}
     * @return the cluster
     * @throws io.quorate.api.InvalidConfigException with all errors of the settings
     */
    static LockCluster inMemory(int nodes, UnaryOperator<LocksConfig> settings) {
        return SimulatedCluster.of(nodes, settings, false);
    }

    /**
     * Starts a cluster in virtual time: time stands still until the test calls {@link #pass}. A thread that waits for a lock moves it too,
     * so no test waits for a lease or a timeout. While another thread holds a lock, and while an {@code acquireAsync} is pending, it moves
     * as fast as real time.
     *
     * @param nodes the number of nodes
     * @return the cluster
     */
    static LockCluster virtualTime(int nodes) {
        return virtualTime(nodes, UnaryOperator.identity());
    }

    /**
     * Starts a cluster in virtual time, with changed settings.
     *
     * @param nodes the number of nodes
     * @param settings changes the configuration, as for {@link #inMemory(int, UnaryOperator)}
     * @return the cluster
     */
    static LockCluster virtualTime(int nodes, UnaryOperator<LocksConfig> settings) {
        return SimulatedCluster.of(nodes, settings, true);
    }

    /** {@return the number of nodes} */
    int size();

    /**
     * Returns the locks of one node.
     *
     * @param number the number of the node, from 0
     * @return its locks
     */
    Locks node(int number);

    /** {@return the locks of all nodes} */
    List<Locks> nodes();

    /**
     * Disconnects a node from all others.
     *
     * @param number the number of the node
     */
    void cutOff(int number);

    /**
     * Ends {@link #cutOff}.
     *
     * @param number the number of the node
     */
    void reconnect(int number);

    /**
     * Pauses the process of a node: its timers do not fire, and messages to it wait. Threads of the test are not paused. The node answers
     * their calls as far as it can without others, and refuses a call that would wait.
     *
     * @param number the number of the node
     */
    void pause(int number);

    /**
     * Ends {@link #pause}. The node notices how much time has passed.
     *
     * @param number the number of the node
     */
    void resume(int number);

    /**
     * Kills a node without a message to the others. Its locks stay taken until the lease ends.
     *
     * @param number the number of the node
     */
    void kill(int number);

    /**
     * Starts a node that was killed or closed. It has lost its votes, so it grants none for one lease.
     *
     * @param number the number of the node
     */
    void restart(int number);

    /**
     * Revokes a lock, as an operator does ({@code REVOKED}).
     *
     * @param lockName the lock
     * @return false if no node holds it
     */
    boolean revoke(String lockName);

    /**
     * Moves the wall clock of a node's machine. A jump forward counts as a suspend: the node loses its holds.
     *
     * @param number the number of the node
     * @param by how far forward; negative for back
     */
    void jumpClock(int number, Duration by);

    /**
     * Loses this hold and all others of its node ({@code QUORUM_LOST}). The node can take locks again at once. {@link #revoke} takes one
     * lock only.
     *
     * @param hold a hold of this cluster
     */
    void loseHold(Hold hold);

    /**
     * Lets virtual time pass, in steps that are small enough for nodes to renew leases.
     *
     * @param time how much time
     * @throws IllegalStateException in real time
     */
    void pass(Duration time);

    /** Ends all faults and frees all locks. Nodes that were touched by a fault, or whose locks were left open, are restarted. */
    void reset();

    /** {@return a store that rejects late writes} */
    FencedRecorder recorder();

    /** {@return a store that accepts every write, and reports late ones as failures of the test} */
    FencedRecorder uncheckedRecorder();

    /**
     * Fails if the lock is held or kept; names the holder, its fencing token, and where it took the lock.
     *
     * @param lockName the lock
     */
    void assertFree(String lockName);

    /**
     * Fails unless a node holds the lock.
     *
     * @param lockName the lock
     */
    void assertHeld(String lockName);

    /**
     * Fails unless this node holds the lock; names the holder.
     *
     * @param number the number of the node
     * @param lockName the lock
     */
    void assertHeldBy(int number, String lockName);

    /** Fails if a hold was neither closed nor lost; says which, and where it was taken. */
    void assertNoOpenHolds();

    /** Closes all nodes. */
    @Override
    void close();
}
