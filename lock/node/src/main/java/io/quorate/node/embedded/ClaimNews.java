// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.core.lock.LossReason;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.Observers;
import io.quorate.node.watch.LastWords;
import org.jspecify.annotations.Nullable;

/**
 * Tells claims their outcome. That may fail if memory or threads have run out: then it is kept, which needs no memory, and repeated later.
 */
final class ClaimNews {
    static final LastWords ONE_NOT_TOLD = LastWords.of(LogEvent.ONE_NOT_TOLD);

    private static final EventLog LOG = EventLog.of(ClaimNews.class);

    private final RunningNode node;
    private final Callbacks callbacks;
    private final Observers observers;

    /** Those whose outcome could not be told, linked; under this object's lock, as is the next. */
    private @Nullable LocalClaim untold;

    /** Those whose loss could not be told, linked. */
    private @Nullable LocalClaim unheard;

    private volatile boolean anyUntold;

    ClaimNews(RunningNode node, Callbacks callbacks, Observers observers) {
        this.node = node;
        this.callbacks = callbacks;
        this.observers = observers;
    }

    /** Tells all claims of this list, which is linked, that they wait no more. Never throws. */
    void settled(@Nullable LocalClaim first) {
        LocalClaim claim = first;
        while (claim != null) {
            LocalClaim next = claim.nextSettled;
            claim.nextSettled = null;
            settledOne(claim);
            claim = next;
        }
    }

    private void settledOne(LocalClaim claim) {
        try {
            observers.settled(claim);
        } catch (RuntimeException | Error failure) { // those who observe must not keep the one asleep who waits
            ONE_NOT_TOLD.say(LOG, failure);
        }
        if (claim.future == null) {
            claim.wake();
            return;
        }
        try {
            callbacks.settled(node, claim);
        } catch (RuntimeException | Error failure) {
            synchronized (this) {
                claim.nextSettled = untold;
                untold = claim;
                anyUntold = true;
            }
            ONE_NOT_TOLD.say(LOG, failure);
        }
    }

    /** Tells the listeners that the hold is lost. Never throws. */
    void lost(LocalClaim claim, LossReason reason) {
        try {
            callbacks.lost(claim, reason);
            callbacks.runAtOnce(() -> lostNow(claim, reason));
        } catch (RuntimeException | Error failure) {
            synchronized (this) {
                claim.nextUnheard = unheard;
                unheard = claim;
                anyUntold = true;
            }
            ONE_NOT_TOLD.say(LOG, failure);
        }
    }

    private void lostNow(LocalClaim claim, LossReason reason) {
        try {
            node.journal.lost(claim, reason);
        } finally {
            observers.ended(claim, reason); // whatever the log throws
        }
    }

    /** Tells what could not be told before. */
    void tellAgain() {
        if (!anyUntold) {
            return;
        }
        LocalClaim outcomes;
        LocalClaim losses;
        synchronized (this) {
            outcomes = untold;
            losses = unheard;
            untold = null;
            unheard = null;
            anyUntold = false;
        }
        settled(outcomes);
        while (losses != null) {
            LocalClaim next = losses.nextUnheard;
            losses.nextUnheard = null;
            LossReason reason = losses.lossReason;
            lost(losses, reason == null ? LossReason.NODE_CLOSED : reason);
            losses = next;
        }
    }

    boolean allAreTold() {
        return !anyUntold;
    }
}
