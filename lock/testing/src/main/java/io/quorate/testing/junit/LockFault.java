// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.testing.Fault;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Repeats a test with a fault at each lock event in turn. Use it instead of {@code @Test}. The first run has no fault and counts the events.
 * Then there is one run for each fault at each event. Each run has a new cluster in virtual time, with the settings of {@link QuorateCluster}
 * on the method or class.
 *
 * <p>The events are:
 *
 * <ul>
 *   <li>before a lock is requested, and after a grant;
 *   <li>after {@code isValid()}, {@code validFor()}, {@code extend()} and {@code isLocked()};
 *   <li>before a write reaches a {@link io.quorate.testing.FencedRecorder};
 *   <li>before and after a release;
 *   <li>when the test calls {@link io.quorate.testing.LockCluster#pass}.
 * </ul>
 *
 * <p>The thread waits at the event while the fault happens, the lease ends, loss listeners run, and a rival on another node takes the lock and
 * writes to all recorders. So code that continues as if it held the lock writes too late.
 *
 * <p>A run with a fault may end with {@link io.quorate.api.LockFailedException}, {@link io.quorate.api.LockLostException},
 * {@code StaleFenceException} or {@link InterruptedException}: the code under test has reported the fault. Any other exception fails the run.
 * So do a failed assertion, a late write in an {@link Unchecked} store, and a hold that was never closed. The message has a property that
 * repeats exactly this run, as in {@code -Dquorate.fault=CUT_OFF@3}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(FaultExtension.class)
public @interface LockFault {
    /** {@return the faults; all if none is named} */
    Fault[] value() default {};

    /** {@return the seed, which chooses the voter to kill and the node of the rival} */
    long seed() default 1;

    /** {@return further exceptions by which the code under test reports a fault} */
    Class<? extends Throwable>[] tolerate() default {};

    /** {@return the maximum number of runs; a test with more is refused: name fewer faults, or test less at a time} */
    int maxRuns() default 1_000;
}
