package io.quorate.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a lock is taken: how long to wait for it, how long it stays taken at least, and how long it is held at most. Immutable.
 *
 * <pre>{@code
 * lock.acquire(AcquireOptions.timeout(Duration.ofSeconds(5)).withAtMost(Duration.ofHours(1)));
 * lock.tryAcquire(AcquireOptions.atLeast(Duration.ofSeconds(30))); // once per period
 * }</pre>
 *
 * <p><b>At least.</b> After {@link Hold#close()} the node itself keeps the lock until so long after the grant. Every other
 * claim waits, also on the same node. The hold of the caller is over as usual. If the process ends first, by
 * {@link Locks#close()}, {@code System.exit}, a signal or a crash, nothing is given back: the voters keep the lock until the
 * lease has run out, which is at least two thirds of {@link LocksConfig#lease} after the end. The promise ends early if the
 * node loses the lock, as any hold may be lost: it reaches no quorum for a lease, or an operator takes the lock away. A hold
 * that was given up before the caller had it, by an interrupt or a cancelled future, is given back at once.
 *
 * <p><b>At most.</b> So long after the grant the hold ends by itself ({@link LossReason#TIME_IS_UP}), first by the clock of
 * the node, and then the lock is given back.
 */
public final class AcquireOptions {
    /** Null if none was given. */
    private final @Nullable Duration timeout;

    private final Duration atLeast;

    /** Null if none was given. */
    private final @Nullable Duration atMost;

    private AcquireOptions(@Nullable Duration timeout, Duration atLeast, @Nullable Duration atMost) {
        this.timeout = timeout;
        this.atLeast = atLeast;
        this.atMost = atMost;
        if (atMost != null && atMost.compareTo(atLeast) < 0) {
            throw new IllegalArgumentException("A lock cannot be held at most " + atMost + " and stay taken at least "
                    + atLeast + ": give an atMost that is not shorter than atLeast.");
        }
    }

    /**
     * Waits at most so long for the lock; zero means now or not at all. Without it {@code acquire} waits as long as others
     * hold the lock, and {@code tryAcquire} takes it now or not at all.
     */
    public static AcquireOptions timeout(Duration timeout) {
        return new AcquireOptions(requireTimeout(timeout), Duration.ZERO, null);
    }

    /** Keeps the lock taken until so long after the grant, even if the hold is closed before. */
    public static AcquireOptions atLeast(Duration time) {
        return new AcquireOptions(null, requireAtLeast(time), null);
    }

    /** Ends the hold so long after the grant, unless it is closed before. */
    public static AcquireOptions atMost(Duration time) {
        return new AcquireOptions(null, Duration.ZERO, requireAtMost(time));
    }

    /** These options with another {@link #timeout(Duration)}. */
    public AcquireOptions withTimeout(Duration other) {
        return new AcquireOptions(requireTimeout(other), atLeast, atMost);
    }

    /** These options with another {@link #atLeast(Duration)}. */
    public AcquireOptions withAtLeast(Duration other) {
        return new AcquireOptions(timeout, requireAtLeast(other), atMost);
    }

    /** These options with another {@link #atMost(Duration)}. */
    public AcquireOptions withAtMost(Duration other) {
        return new AcquireOptions(timeout, atLeast, requireAtMost(other));
    }

    /** How long to wait for the lock; empty if that was not said. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** How long after the grant the lock stays taken; zero if that was not said. */
    public Duration atLeast() {
        return atLeast;
    }

    /** How long after the grant the hold ends; empty if that was not said. */
    public Optional<Duration> atMost() {
        return Optional.ofNullable(atMost);
    }

    private static Duration requireTimeout(Duration timeout) {
        return requireNotNegative(
                timeout, "timeout", "Give zero to take the lock now or not at all, or leave the timeout out.");
    }

    private static Duration requireAtLeast(Duration time) {
        return requireNotNegative(
                time, "atLeast", "Give zero, or leave it out, to give the lock back when it is closed.");
    }

    private static Duration requireAtMost(Duration time) {
        requireNotNegative(time, "atMost", "Leave it out to hold the lock until it is closed.");
        if (time.isZero()) {
            throw new IllegalArgumentException(
                    "atMost is zero: the hold would end at once. Leave it out to hold the lock until it is closed.");
        }
        return time;
    }

    private static Duration requireNotNegative(Duration time, String what, String instead) {
        Objects.requireNonNull(time, () -> what + " must not be null. " + instead);
        if (time.isNegative()) {
            throw new IllegalArgumentException(what + " is negative: " + time + ". " + instead);
        }
        return time;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AcquireOptions that
                && Objects.equals(timeout, that.timeout)
                && atLeast.equals(that.atLeast)
                && Objects.equals(atMost, that.atMost);
    }

    @Override
    public int hashCode() {
        return Objects.hash(timeout, atLeast, atMost);
    }

    @Override
    public String toString() {
        return "AcquireOptions(timeout " + (timeout == null ? "not given" : timeout) + ", at least " + atLeast
                + ", at most " + (atMost == null ? "not given" : atMost) + ")";
    }
}
