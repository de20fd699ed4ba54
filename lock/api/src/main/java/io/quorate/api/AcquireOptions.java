// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Options of an acquisition: the timeout, how long the lock stays taken at least, and how long it is held at most. Immutable.
 *
 * <pre>{@code
 * lock.acquire(AcquireOptions.timeout(Duration.ofSeconds(5)).withAtMost(Duration.ofHours(1)));
 * lock.tryAcquire(AcquireOptions.atLeast(Duration.ofSeconds(30))); // once per period
 * }</pre>
 *
 * <p><b>At least.</b> The lock stays taken for this time after the grant, even if the hold is closed earlier. The node keeps it;
 * every other acquisition waits, on the same node too. If the process ends first (by {@link Locks#close()}, {@code System.exit}, a
 * signal or a crash), nothing is released. The voters then keep the lock until its lease ends: at least two thirds of
 * {@link LocksConfig#lease} after the end of the process.
 *
 * <p>The lock is free earlier in three cases: the node reaches no quorum for a lease, an operator revokes the lock, or an interrupt
 * or a cancelled future ended the acquisition before the caller had the hold.
 *
 * <p><b>At most.</b> The hold expires this time after the grant ({@link LossReason#TIME_IS_UP}). First {@link Hold#isValid()} is
 * false by the clock of the node, then the lock is released.
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
     * Limits the wait for the lock. Without a timeout {@code acquire} waits without a limit, and {@code tryAcquire} takes the lock now
     * or not at all.
     *
     * @param timeout how long to wait for other holders; zero for now or not at all
     * @return options with this timeout
     * @throws IllegalArgumentException if the timeout is negative
     */
    public static AcquireOptions timeout(Duration timeout) {
        return new AcquireOptions(requireTimeout(timeout), Duration.ZERO, null);
    }

    /**
     * Keeps the lock taken after a short hold.
     *
     * @param time how long after the grant the lock stays taken, even if the hold is closed earlier
     * @return options with this time
     * @throws IllegalArgumentException if the time is negative
     */
    public static AcquireOptions atLeast(Duration time) {
        return new AcquireOptions(null, requireAtLeast(time), null);
    }

    /**
     * Limits the hold.
     *
     * @param time how long after the grant the hold expires, unless it is closed earlier
     * @return options with this time
     * @throws IllegalArgumentException if the time is negative or zero
     */
    public static AcquireOptions atMost(Duration time) {
        return new AcquireOptions(null, Duration.ZERO, requireAtMost(time));
    }

    /**
     * Changes {@link #timeout(Duration)}.
     *
     * @param other the new value
     * @return changed options
     * @throws IllegalArgumentException if the value is negative, or atMost would be shorter than atLeast
     */
    public AcquireOptions withTimeout(Duration other) {
        return new AcquireOptions(requireTimeout(other), atLeast, atMost);
    }

    /**
     * Changes {@link #atLeast(Duration)}.
     *
     * @param other the new value
     * @return changed options
     * @throws IllegalArgumentException if the value is negative, or atMost would be shorter than atLeast
     */
    public AcquireOptions withAtLeast(Duration other) {
        return new AcquireOptions(timeout, requireAtLeast(other), atMost);
    }

    /**
     * Changes {@link #atMost(Duration)}.
     *
     * @param other the new value
     * @return changed options
     * @throws IllegalArgumentException if the value is negative, or atMost would be shorter than atLeast
     */
    public AcquireOptions withAtMost(Duration other) {
        return new AcquireOptions(timeout, atLeast, requireAtMost(other));
    }

    /** {@return how long to wait for the lock; empty if no timeout is set} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** {@return how long after the grant the lock stays taken; zero if not set} */
    public Duration atLeast() {
        return atLeast;
    }

    /** {@return how long after the grant the hold expires; empty if not set} */
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
