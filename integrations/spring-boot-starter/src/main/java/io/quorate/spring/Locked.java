package io.quorate.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs the method while this process holds a lock that all nodes of the cluster know.
 *
 * <pre>{@code
 * @Locked(name = "orders/#{#order.id}", timeout = "5s")
 * public void ship(Order order) { ... }
 * }</pre>
 *
 * <p>If the lock is lost while the method runs, the caller gets {@link io.quorate.api.LockLostException} after it; if the method throws
 * too, that exception comes first and has this one as suppressed. {@link LockedHold#current()} gives the method its fencing token.
 *
 * <p>The lock is taken before a transaction of {@code @Transactional} begins, and given back after its end.
 *
 * <p>It works through a proxy of Spring: a call from the same object ({@code this.ship(order)}) takes no lock. A method that is private,
 * static or final is refused when the application starts.
 *
 * <p>A method that returns a {@link java.util.concurrent.CompletionStage} holds the lock until that is completed. Reactive types and other
 * futures are refused: their end cannot be seen.
 *
 * <p>All texts may have placeholders such as {@code ${orders.prefix}}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Locked {
    /**
     * The name of the lock. Parts in {@code #{...}} are SpEL expressions: {@code #order} is the parameter of that name, {@code #p0} the
     * first one, {@code @orders} a bean. An expression that gives nothing is an error: another order would have the same lock.
     */
    String name();

    /** How long {@link OnBusy#WAIT} waits, as in {@code 5s} or {@code PT5S}; {@code quorate.locked.timeout} (30 s) if empty. */
    String timeout() default "";

    /** How long the lock stays taken after the grant, even if the method has ended before. For what runs once in a period. */
    String atLeast() default "";

    /** The hold ends so long after the grant, although the method still runs; none if empty. */
    String atMost() default "";

    /** Whether others may share the lock: then it is the read half of a read-write lock. */
    boolean shared() default false;

    /** What to do while another holder has the lock. */
    OnBusy onBusy() default OnBusy.WAIT;
}
