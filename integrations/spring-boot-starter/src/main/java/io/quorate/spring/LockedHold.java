// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a method with {@link Locked}, as the method itself sees it. It cannot be closed here: that happens when the method ends.
 *
 * <pre>{@code
 * long fence = LockedHold.current().fence();
 * }</pre>
 */
public final class LockedHold {
    private static final ThreadLocal<@Nullable LockedHold> INNERMOST = new ThreadLocal<>();

    private final Hold hold;

    /** The hold of the method around this one, on the same thread. */
    private final @Nullable LockedHold outer;

    private LockedHold(Hold hold, @Nullable LockedHold outer) {
        this.hold = hold;
        this.outer = outer;
    }

    /**
     * Returns the lock of the innermost {@link Locked} method that this thread runs.
     *
     * @return the hold
     * @throws IllegalStateException if there is none: the method was called from the same object, so no proxy took its lock; or this is
     *     another thread than the one that called it
     */
    public static LockedHold current() {
        LockedHold current = INNERMOST.get();
        if (current == null) {
            throw new IllegalStateException(
                    "This thread runs no method with @Locked. If it should: call the method through its Spring bean"
                            + " and not by \"this\", and ask for the hold on the thread that called it.");
        }
        return current;
    }

    /** Code inside sees this hold as the current one. */
    static @Nullable Object within(Hold hold, Body body) throws Throwable {
        LockedHold outer = INNERMOST.get();
        INNERMOST.set(new LockedHold(hold, outer));
        try {
            return body.run();
        } finally {
            if (outer == null) {
                INNERMOST.remove();
            } else {
                INNERMOST.set(outer);
            }
        }
    }

    /** The rest of a call. */
    @FunctionalInterface
    interface Body {
        @Nullable
        Object run() throws Throwable;
    }

    /** Which lock of this thread, of the innermost method or of one around it, is lost; null if none is. */
    static @Nullable LockedHold lostOne() {
        for (LockedHold each = INNERMOST.get(); each != null; each = each.outer) {
            if (each.hold.lossReason().isPresent()) {
                return each;
            }
        }
        return null;
    }

    /** {@return the name of the lock} */
    public String lockName() {
        return hold.lockName();
    }

    /** {@return the fencing token: see {@link Hold#fence()}} */
    public long fence() {
        return hold.fence();
    }

    /** {@return whether the lock is held now, by the clock: see {@link Hold#isValid()}} */
    public boolean isValid() {
        return hold.isValid();
    }

    /** {@return how long the hold stays valid without renewal: see {@link Hold#validFor()}} */
    public Duration validFor() {
        return hold.validFor();
    }

    /** {@return why the lock was lost; empty if it was not} */
    public Optional<LossReason> lossReason() {
        return hold.lossReason();
    }

    /**
     * Registers a listener for the loss of the lock: see {@link Hold#onLost}.
     *
     * @param listener receives the reason of the loss
     * @return removes the listener when it is closed
     */
    public Registration onLost(Consumer<LossReason> listener) {
        return hold.onLost(listener);
    }

    /** Interrupts this thread when the lock is lost: see {@link Hold#interruptOnLoss()}. */
    public void interruptOnLoss() {
        Hold unused = hold.interruptOnLoss();
    }

    /**
     * Restarts atLeast and atMost from now: see {@link Hold#extend}.
     *
     * @param options the new times
     * @return false if the hold is closed or lost
     */
    public boolean extend(AcquireOptions options) {
        return hold.extend(options);
    }

    @Override
    public String toString() {
        return hold.toString();
    }
}
