// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.testing.cluster.SimulatedCluster;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Locks for tests of one class at a time: {@link #locks()} behave as in production, and the test decides what other nodes do. They are real
 * nodes in this process, in virtual time, so nothing waits for a timeout. Created in some milliseconds.
 *
 * <pre>{@code
 * MockedLocks mocked = MockedLocks.create();
 * Orders orders = new Orders(mocked.locks());
 * mocked.holdElsewhere("orders/42");
 * assertThat(orders.ship(42)).isEqualTo(BUSY);
 * }</pre>
 */
public final class MockedLocks implements AutoCloseable {
    private static final int HERE = 0;
    private static final int ELSEWHERE = 1;

    private final SimulatedCluster cluster = SimulatedCluster.of(3, UnaryOperator.identity(), true);
    private final Map<String, Deque<LockFailedException>> orders = new LinkedHashMap<>();
    private final Map<String, Hold> elsewhere = new LinkedHashMap<>();

    private MockedLocks() {
        cluster.order(this::next);
    }

    /** {@return new locks, all of them free} */
    public static MockedLocks create() {
        return new MockedLocks();
    }

    /** {@return the locks for the code under test} */
    public Locks locks() {
        return cluster.node(HERE);
    }

    /**
     * Another node holds the lock from now on.
     *
     * @param lockName the lock
     * @throws IllegalStateException if the code under test holds it
     */
    public synchronized void holdElsewhere(String lockName) {
        if (elsewhere.containsKey(lockName)) {
            return;
        }
        Hold hold = cluster.takeUnwatched(ELSEWHERE, lockName)
                .orElseThrow(() -> new IllegalStateException("The code under test holds \"" + lockName
                        + "\", so nobody else can: close that hold first, or lose() it."));
        elsewhere.put(lockName, hold);
    }

    /**
     * Ends {@link #holdElsewhere}.
     *
     * @param lockName the lock
     */
    public synchronized void releaseElsewhere(String lockName) {
        Hold hold = elsewhere.remove(lockName);
        if (hold != null) {
            hold.close();
        }
    }

    /**
     * The next attempt to take this lock times out, without waiting.
     *
     * @param lockName the lock
     */
    public void timeOutNext(String lockName) {
        order(lockName, new LockTimeoutException(lockName, Duration.ZERO, "n2"));
    }

    /**
     * The next attempt to take this lock fails with {@link LockUnavailableException}, as if no quorum could be reached.
     *
     * @param lockName the lock
     */
    public void makeUnavailableNext(String lockName) {
        order(
                lockName,
                new LockUnavailableException(
                        lockName,
                        "The lock \"" + lockName + "\" cannot be granted, as this test has ordered",
                        "2 nodes must agree",
                        List.of("n1"),
                        List.of("n2", "n3")));
    }

    private synchronized void order(String lockName, LockFailedException failure) {
        orders.computeIfAbsent(lockName, name -> new ArrayDeque<>()).add(failure);
    }

    private synchronized Optional<LockFailedException> next(String lockName) {
        Deque<LockFailedException> waiting = orders.get(lockName);
        return waiting == null ? Optional.empty() : Optional.ofNullable(waiting.poll());
    }

    /**
     * Revokes a hold ({@code REVOKED}). Its listeners have been called when this returns.
     *
     * @param hold a hold of the code under test
     * @throws IllegalStateException if it is not held
     */
    public void lose(Hold hold) {
        if (!cluster.revoke(hold.lockName())) {
            throw new IllegalStateException(
                    "\"" + hold.lockName() + "\" is not held by the code under test, so it cannot be lost.");
        }
    }

    /** Loses all holds of the code under test ({@code QUORUM_LOST}), as after a long pause of its process. */
    public void loseAll() {
        cluster.loseAll(HERE);
    }

    /**
     * Lets virtual time pass: {@code atLeast} and {@code atMost} end.
     *
     * @param time how much time
     */
    public void pass(Duration time) {
        cluster.pass(time);
    }

    /**
     * Fails if any node holds the lock; names the holder.
     *
     * @param lockName the lock
     */
    public void assertFree(String lockName) {
        cluster.assertFree(lockName);
    }

    /**
     * Fails unless the code under test holds the lock.
     *
     * @param lockName the lock
     */
    public void assertHeld(String lockName) {
        cluster.assertHeldBy(HERE, lockName);
    }

    /** Fails if a hold was neither closed nor lost; says which, and where it was taken. */
    public void assertNoOpenHolds() {
        cluster.assertNoOpenHolds();
    }

    /** Frees all locks, and cancels all ordered failures. */
    public synchronized void reset() {
        elsewhere.values().forEach(Hold::close);
        elsewhere.clear();
        orders.clear();
        cluster.reset();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
