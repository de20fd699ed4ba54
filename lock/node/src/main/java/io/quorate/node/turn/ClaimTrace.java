// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.api.LockListener.Outcome;
import io.quorate.api.LockMode;
import io.quorate.core.lock.LossReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Watches one claim, and tells the {@link Observers} once that it was settled and, if it held, once that it ended. The two may
 * be noticed by different threads, the end even first.
 */
final class ClaimTrace {
    private enum Step {
        ASKED,
        HOLDING,
        OVER
    }

    private final Observers observers;
    private final LocalClaim claim;
    private final long askedAt;
    private final FlightEvents.@Nullable Pair events;
    private long heldAt;
    private Step step = Step.ASKED;

    ClaimTrace(Observers observers, LocalClaim claim) {
        this.observers = observers;
        this.claim = claim;
        this.askedAt = observers.now();
        this.events =
                FlightEvents.anyWanted() ? new FlightEvents.Pair(observers.nodeId(), name(), mode().name()) : null;
    }

    private String name() {
        return claim.lock().toString();
    }

    private LockMode mode() {
        return Outcomes.toApi(claim.mode());
    }

    synchronized void settled() {
        if (step == Step.ASKED) {
            settled(
                    switch (claim.state()) {
                        case HELD, RELEASED, LOST -> Outcome.ACQUIRED;
                        case TIMED_OUT -> Outcome.TIMED_OUT;
                        case UNAVAILABLE -> Outcome.UNAVAILABLE;
                        case REFUSED -> Outcome.REFUSED;
                        case CLOSED -> Outcome.CLOSED;
                        case WAITING, ABANDONED -> Outcome.ABANDONED;
                    });
        }
    }

    private void settled(Outcome outcome) {
        heldAt = observers.now();
        step = outcome == Outcome.ACQUIRED ? Step.HOLDING : Step.OVER;
        if (events != null) {
            events.settled(outcome.name(), outcome == Outcome.ACQUIRED);
        }
        Duration waited = Duration.ofNanos(heldAt - askedAt);
        observers.tell(listener -> listener.settled(name(), mode(), outcome, waited));
    }

    synchronized void ended(@Nullable LossReason reason) {
        if (step == Step.ASKED) {
            settled(Outcome.ACQUIRED); // the thread that reports it has not come so far
        }
        if (step == Step.HOLDING) {
            step = Step.OVER;
            if (events != null) {
                events.ended(reason == null ? "RELEASED" : reason.name(), claim.fence, reason != null);
            }
            Duration held = Duration.ofNanos(observers.now() - heldAt);
            observers.tell(listener -> {
                if (reason == null) {
                    listener.released(name(), mode(), held);
                } else {
                    listener.lost(name(), mode(), held, Outcomes.toApi(reason));
                }
            });
        }
    }

    synchronized void abandoned() {
        if (step == Step.ASKED) {
            settled(Outcome.ABANDONED);
        } else {
            ended(null);
        }
    }
}
