// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.quorate.api.Hold;
import java.util.concurrent.CompletableFuture;

/** A hold that will come. Cancelling it gives up, as cancelling the one behind it does. */
final class ObservedFuture extends CompletableFuture<Hold> {
    private final CompletableFuture<Hold> coming;

    private ObservedFuture(CompletableFuture<Hold> coming) {
        this.coming = coming;
    }

    static ObservedFuture of(CompletableFuture<Hold> coming, Attempt attempt) {
        ObservedFuture future = new ObservedFuture(coming);
        coming.whenComplete((hold, failure) -> {
                    if (failure == null) {
                        future.give(new ObservedHold(hold, attempt));
                    } else {
                        attempt.failed(failure);
                        future.completeExceptionally(failure);
                    }
                })
                .exceptionally(told -> null); // the failure has been passed on
        return future;
    }

    private void give(ObservedHold hold) {
        if (!complete(hold)) {
            hold.close(); // somebody completed this future otherwise, so nobody would ever close it
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return coming.cancel(mayInterruptIfRunning) ? super.cancel(mayInterruptIfRunning) : isCancelled();
    }

    /** Stages that follow from this one are ordinary futures: cancelling them does not cancel this. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
