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
 * Repeats a test with a fault at each lock event in turn, instead of {@code @Test}. The first run has no fault and counts the events. Then there is
 * one run for each fault at each event. Each run has a new cluster in virtual time, with what {@link QuorateCluster} on the method or class says.
 *
 * <p>These are the events: before a lock is asked for; after a grant; after {@code isValid()}, {@code validFor()}, {@code extend()} and {@code isLocked()};
 * before a write reaches a {@link io.quorate.testing.FencedRecorder}; before and after a release; when the test calls {@link
 * io.quorate.testing.LockCluster#pass}. The thread is kept at the event while the fault happens, the lease ends, listeners hear of the loss, and a rival on
 * another node takes the lock and writes to all recorders. So a thread that goes on as if it still held the lock writes too late.
 *
 * <p>A run with a fault may end with {@link io.quorate.api.LockFailedException}, {@link io.quorate.api.LockLostException}, {@code StaleFenceException} or
 * {@link InterruptedException}: then the code under test was told, and has not hidden it. Every other exception fails the run, and so do a failed assertion, a late
 * write in an {@link Unchecked} store, and a hold that was never closed. The message has a property that repeats just this run, as in {@code -Dquorate.fault=CUT_OFF@3}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(FaultExtension.class)
public @interface LockFault {
    /** The faults; all if none is named. */
    Fault[] value() default {};

    /** Decides where there is a choice: which voter is killed, on which node the rival is. */
    long seed() default 1;

    /** More exceptions by which the code under test says that it was told. */
    Class<? extends Throwable>[] tolerate() default {};

    /** A test with more runs is refused: name fewer faults, or test less at a time. */
    int maxRuns() default 1_000;
}
