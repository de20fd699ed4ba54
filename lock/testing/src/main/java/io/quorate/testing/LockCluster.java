package io.quorate.testing;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.testing.cluster.SimulatedCluster;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A whole cluster inside one process, for tests of what uses locks: real nodes that talk through memory, with faults to inject.
 *
 * <p>The {@link Locks} of a node outlive the node: after {@link #restart} or {@link #reset} they are those of the new one.
 */
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
        return SimulatedCluster.of(nodes, settings, false);
    }

    /**
     * A cluster whose time stands still until the test lets it {@link #pass}. A thread that waits for a lock moves it too: no test waits
     * for a lease or a timeout. While another thread holds a lock, and while an {@code acquireAsync} is pending, it moves as fast as real time does.
     */
    static LockCluster virtualTime(int nodes) {
        return virtualTime(nodes, UnaryOperator.identity());
    }

    /** The same, with settings of its own. */
    static LockCluster virtualTime(int nodes, UnaryOperator<LocksConfig> settings) {
        return SimulatedCluster.of(nodes, settings, true);
    }

    int size();

    /** The node with this number, from 0. */
    Locks node(int number);

    List<Locks> nodes();

    /** From now on the node and all others cannot reach each other, as if its network cable were pulled. */
    void cutOff(int number);

    /** Ends {@link #cutOff}. */
    void reconnect(int number);

    /**
     * The process of the node stands still: its timers do not fire, and what comes for it waits. Threads of the test are not stopped: what they
     * ask of this node is answered as far as it can be without others, and a call that would wait is refused.
     */
    void pause(int number);

    /** Ends {@link #pause}. The node learns how much time has passed. */
    void resume(int number);

    /** The process of the node ends without a word to the others. What it holds stays taken until the lease ends. */
    void kill(int number);

    /** Starts a node that was killed or closed. It has forgotten its votes, so it grants none for one lease. */
    void restart(int number);

    /** Takes the lock away from whoever holds it, as an operator does ({@code REVOKED}); false if nobody does. */
    boolean revoke(String lockName);

    /** Sets the wall clock of the node's machine forward, or back if negative. A jump forward counts as a suspend: what it holds is lost. */
    void jumpClock(int number, Duration by);

    /**
     * The node of this hold no longer trusts its voters: this hold and all others of the node are lost ({@code QUORUM_LOST}). It can take locks again at
     * once. {@link #revoke} takes one lock only.
     */
    void loseHold(Hold hold);

    /** Virtual time passes, in steps that are small enough for nodes to renew leases. Throws {@link IllegalStateException} in real time. */
    void pass(Duration time);

    /** Ends all faults and frees all locks. Nodes that were touched by a fault, or whose locks were left open, are started anew. */
    void reset();

    /** A store that refuses late writes. */
    FencedRecorder recorder();

    /** A store that takes every write, and reports late ones as failures of the test. */
    FencedRecorder uncheckedRecorder();

    /** Fails if the lock is held or kept; says by whom, with which fence, and where it was taken. */
    void assertFree(String lockName);

    /** Fails unless somebody holds the lock. */
    void assertHeld(String lockName);

    /** Fails unless this node holds the lock; says who does. */
    void assertHeldBy(int number, String lockName);

    /** Fails if a hold was neither closed nor lost; says which, and where it was taken. */
    void assertNoOpenHolds();

    /** Closes all nodes. */
    @Override
    void close();
}
