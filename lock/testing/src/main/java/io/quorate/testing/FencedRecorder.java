// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import io.quorate.api.Hold;
import java.util.List;
import java.util.Optional;

/**
 * A store for the code under test that detects late writes. A write is late if a later holder of the lock has already written. In a store
 * without checks it is also late if the hold has expired by the clock of its node.
 *
 * <ul>
 *   <li>{@link LockCluster#recorder()}: a store that checks fencing tokens, as <em>quorate-fencing</em> does. It rejects a late write with
 *       {@link StaleFenceException}.
 *   <li>{@link LockCluster#uncheckedRecorder()}: a store that takes every write. A late one fails the test.
 * </ul>
 */
public interface FencedRecorder {
    /**
     * A write that the store has accepted.
     *
     * @param lockName the lock
     * @param fence the fencing token of the write
     * @param value the value
     * @param nodeId the node of the holder
     * @param isRivals whether the rival of {@code @LockFault} wrote it
     */
    record Write(String lockName, long fence, Object value, String nodeId, boolean isRivals) {}

    /**
     * Writes under a hold of this cluster. This is an event: a fault can strike before the write reaches the store.
     *
     * @param hold the hold
     * @param value the value
     */
    void write(Hold hold, Object value);

    /**
     * Writes with a fencing token.
     *
     * @param lockName the lock
     * @param fence the fencing token
     * @param value the value
     * @throws IllegalArgumentException if no hold of this cluster ever had this token
     */
    void write(String lockName, long fence, Object value);

    /**
     * Reads the last value. A store that checks tokens counts this one as seen, as a read in the same transaction does.
     *
     * @param hold the hold
     * @return the last value under this lock
     */
    Optional<Object> read(Hold hold);

    /**
     * Reads the last value without a hold.
     *
     * @param lockName the lock
     * @return the last value under this lock, written by any node
     */
    Optional<Object> value(String lockName);

    /** {@return the writes of the code under test, in order, without those of the rival of {@code @LockFault}} */
    List<Write> writes();

    /** {@return all writes, in order} */
    List<Write> allWrites();

    /** Fails with all late writes that a store without checks has accepted, and with the diagram of the run. */
    void assertNoLateWrites();
}
