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
 * Locks for tests of one class at a time: {@link #locks()} behave as in production, and the test says what others do. There are real nodes
 * in this process, one for the code under test and one for somebody else, and virtual time, so nothing waits for a timeout. Made in some milliseconds.
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

    /** All locks are free. */
    public static MockedLocks create() {
        return new MockedLocks();
    }

    /** For the code under test. */
    public Locks locks() {
        return cluster.node(HERE);
    }

    /** Somebody else holds the lock from now on. Throws {@link IllegalStateException} if the code under test holds it. */
    public synchronized void holdElsewhere(String lockName) {
        if (elsewhere.containsKey(lockName)) {
            return;
        }
        Hold hold = cluster.takeUnwatched(ELSEWHERE, lockName)
                .orElseThrow(() -> new IllegalStateException("The code under test holds \"" + lockName
                        + "\", so nobody else can: close that hold first, or lose() it."));
        elsewhere.put(lockName, hold);
    }

    /** Ends {@link #holdElsewhere}. */
    public synchronized void releaseElsewhere(String lockName) {
        Hold hold = elsewhere.remove(lockName);
        if (hold != null) {
            hold.close();
        }
    }

    /** The next attempt to take this lock ends as if others had held it until the timeout ended; without waiting. */
    public void timeOutNext(String lockName) {
        order(lockName, new LockTimeoutException(lockName, Duration.ZERO, "n2"));
    }

    /** The next attempt to take this lock fails with {@link LockUnavailableException}, as if too few nodes could be reached. */
    public void makeUnavailableNext(String lockName) {
        order(
                lockName,
                new LockUnavailableException(
                        lockName,
                        "The lock \"" + lockName + "\" cannot be decided about, as this test has ordered",
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

    /** This hold is lost now ({@code REVOKED}); its listeners have been called when this returns. */
    public void lose(Hold hold) {
        if (!cluster.revoke(hold.lockName())) {
            throw new IllegalStateException(
                    "\"" + hold.lockName() + "\" is not held by the code under test, so it cannot be lost.");
        }
    }

    /** All holds of the code under test are lost now ({@code QUORUM_LOST}), as after a long pause of its process. */
    public void loseAll() {
        cluster.loseAll(HERE);
    }

    /** Virtual time passes: {@code atLeast} and {@code atMost} end. */
    public void pass(Duration time) {
        cluster.pass(time);
    }

    /** Fails if the code under test, or somebody else, holds the lock; says who. */
    public void assertFree(String lockName) {
        cluster.assertFree(lockName);
    }

    /** Fails unless the code under test holds the lock. */
    public void assertHeld(String lockName) {
        cluster.assertHeldBy(HERE, lockName);
    }

    /** Fails if a hold was neither closed nor lost; says which, and where it was taken. */
    public void assertNoOpenHolds() {
        cluster.assertNoOpenHolds();
    }

    /** Frees all locks, and forgets all orders. */
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
