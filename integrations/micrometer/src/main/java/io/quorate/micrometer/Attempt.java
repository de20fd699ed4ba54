// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.micrometer.observation.Observation;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockListener.Outcome;
import io.quorate.api.LockRefusedException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.LockUnavailableException;
import io.quorate.api.LocksClosedException;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One call for a lock, from asking to the answer. */
final class Attempt {
    private final Watcher watcher;
    private final Watcher.Target target;
    private final Observation observation;

    /** The current observation where the lock was requested; null if there was none. */
    private final @Nullable Observation parent;

    Attempt(Watcher watcher, Watcher.Target target, Observation observation, @Nullable Observation parent) {
        this.watcher = watcher;
        this.target = target;
        this.observation = observation;
        this.parent = parent;
    }

    /** Asks in the scope of this attempt, and ends the attempt if that fails. */
    <T> T inScope(Watcher.Asking<T> asking) throws InterruptedException {
        try {
            Watcher.Scope scope = Watcher.scopeOf(observation);
            try {
                return asking.ask();
            } finally {
                scope.close();
            }
        } catch (Throwable failure) {
            failed(failure);
            throw failure;
        }
    }

    /** Ends the attempt, and begins the hold. */
    Holding held(LongSupplier fence) {
        end(Watcher.word(Outcome.ACQUIRED), null);
        return Holding.begin(watcher, target, parent, fence);
    }

    /** Others hold the lock, and the caller does not mind. */
    void notFree() {
        end(Watcher.word(Outcome.TIMED_OUT), null);
    }

    void failed(Throwable failure) {
        Outcome outcome = outcomeOf(failure);
        String word = outcome == null ? "failed" : Watcher.word(outcome);
        end(word, outcome == Outcome.ABANDONED ? null : failure);
    }

    private static @Nullable Outcome outcomeOf(Throwable failure) {
        if (failure instanceof InterruptedException || failure instanceof CancellationException) {
            return Outcome.ABANDONED;
        }
        if (!(failure instanceof LockFailedException)) {
            return null;
        }
        if (failure instanceof LockTimeoutException) {
            return Outcome.TIMED_OUT;
        } else if (failure instanceof LockUnavailableException) {
            return Outcome.UNAVAILABLE;
        } else if (failure instanceof LockRefusedException) {
            return Outcome.REFUSED;
        }
        return failure instanceof LocksClosedException ? Outcome.CLOSED : null;
    }

    private void end(String outcome, @Nullable Throwable failure) {
        Watcher.quietly(() -> {
            observation.lowCardinalityKeyValue("outcome", outcome);
            if (failure != null) {
                observation.error(failure);
            }
        });
        Watcher.quietly(observation::stop);
    }
}
