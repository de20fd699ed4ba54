/**
 * For JUnit 5: {@link io.quorate.testing.junit.QuorateCluster} gives a test a cluster, {@link io.quorate.testing.junit.LockFault} repeats it with
 * a fault at each lock event, {@link io.quorate.testing.junit.MockLocks} gives it mocked locks.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.testing.junit;

import org.jspecify.annotations.NullMarked;
