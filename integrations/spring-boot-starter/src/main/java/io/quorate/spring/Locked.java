// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs the method under a distributed lock.
 *
 * <pre>{@code
 * @Locked(name = "orders/#{#order.id}", timeout = "5s")
 * public void ship(Order order) { ... }
 * }</pre>
 *
 * <p>If the lock is lost while the method runs, the caller gets {@link io.quorate.api.LockLostException} after it. If the method throws
 * too, its exception is thrown, with the loss as suppressed. {@link LockedHold#current()} has the fencing token.
 *
 * <p>With {@code @Transactional} the lock is taken before the transaction begins, and released after it ends.
 *
 * <p>The annotation works through a Spring proxy: a call from the same object ({@code this.ship(order)}) takes no lock. Private, static and
 * final methods are refused when the application starts.
 *
 * <p>A method that returns a {@link java.util.concurrent.CompletionStage} holds the lock until the stage completes. Reactive types and other
 * futures are refused, because their end cannot be observed.
 *
 * <p>All texts may contain placeholders such as {@code ${orders.prefix}}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Locked {
    /**
     * The name of the lock. Parts in {@code #{...}} are SpEL expressions: {@code #order} is the parameter of that name, {@code #p0} the
     * first one, {@code @orders} a bean. An expression that returns null or nothing is an error: other calls would share the lock.
     *
     * @return the name
     */
    String name();

    /**
     * How long {@link OnBusy#WAIT} waits, as in {@code 5s} or {@code PT5S}. If empty: {@code quorate.locked.timeout} (30 s).
     *
     * @return the timeout
     */
    String timeout() default "";

    /**
     * How long the lock stays taken after the grant, even if the method ends earlier. For jobs that run once per period.
     *
     * @return the time; none if empty
     */
    String atLeast() default "";

    /**
     * How long after the grant the hold expires, even if the method still runs.
     *
     * @return the time; none if empty
     */
    String atMost() default "";

    /**
     * Takes the read half of a read-write lock, which readers share.
     *
     * @return whether the lock is shared
     */
    boolean shared() default false;

    /**
     * The action while another holder has the lock.
     *
     * @return wait, fail or skip
     */
    OnBusy onBusy() default OnBusy.WAIT;
}
