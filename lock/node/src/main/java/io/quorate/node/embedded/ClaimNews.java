package io.quorate.node.embedded;

import io.quorate.core.lock.LossReason;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.Observers;
import io.quorate.node.watch.LastWords;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Tells claims what has become of them. For want of memory or threads that may fail: then it is kept, which needs no memory, and
 * told again later.
 */
final class ClaimNews {
    static final LastWords ONE_NOT_TOLD = LastWords.of("Somebody who waits could not be told yet; it is tried again.");

    private static final System.Logger LOG = System.getLogger(ClaimNews.class.getName());

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
            ONE_NOT_TOLD.say(LOG, Level.WARNING, failure);
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
            ONE_NOT_TOLD.say(LOG, Level.WARNING, failure);
        }
    }

    /** Tells the listeners that the hold is lost. Never throws. */
    void lost(LocalClaim claim, LossReason reason) {
        try {
            callbacks.lost(claim, reason);
            callbacks.runAtOnce(() -> observers.ended(claim, reason));
        } catch (RuntimeException | Error failure) {
            synchronized (this) {
                claim.nextUnheard = unheard;
                unheard = claim;
                anyUntold = true;
            }
            ONE_NOT_TOLD.say(LOG, Level.WARNING, failure);
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
