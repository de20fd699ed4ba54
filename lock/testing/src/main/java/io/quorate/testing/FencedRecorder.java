package io.quorate.testing;

import io.quorate.api.Hold;
import java.util.List;
import java.util.Optional;

/**
 * Stands for the database of the code under test, and knows when a write comes too late. A write is too late if a later holder of the
 * lock has written before, or, in a store that does not check fences, if the hold is over by the clock of its node.
 *
 * <ul>
 *   <li>{@link LockCluster#recorder()}: a store that checks fences, as <em>quorate-fencing</em> does. It refuses a late write with {@link
 *       StaleFenceException}; what the code under test makes of that is up to the test.
 *   <li>{@link LockCluster#uncheckedRecorder()}: a store that takes every write. A late one fails the test.
 * </ul>
 */
public interface FencedRecorder {
    /** A write that the store has taken. */
    record Write(String lockName, long fence, Object value, String nodeId, boolean isRivals) {}

    /** Writes under a hold of this cluster. An event: a fault can strike before the write reaches the store. */
    void write(Hold hold, Object value);

    /** The same for code that hands over the fence. Throws {@link IllegalArgumentException} if no hold of this cluster ever had it. */
    void write(String lockName, long fence, Object value);

    /** The last value under this lock; a store that checks fences counts it as seen, as a read in the same transaction does. */
    Optional<Object> read(Hold hold);

    /** What was written last under this lock, by anybody. */
    Optional<Object> value(String lockName);

    /** The writes of the code under test, in order, without those of the rival that {@code @LockFault} runs. */
    List<Write> writes();

    /** All writes, in order. */
    List<Write> allWrites();

    /** Fails with all late writes that a store without checks has taken, and with the diagram of the run. */
    void assertNoLateWrites();
}
