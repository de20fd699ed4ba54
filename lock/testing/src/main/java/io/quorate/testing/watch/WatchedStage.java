// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import io.quorate.api.Hold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The stage of an {@code acquireAsync} that somebody watches. To cancel it is to cancel the stage of the node. */
final class WatchedStage extends WaitedFuture<Hold> {
    private final CompletableFuture<Hold> asked;

    WatchedStage(
            LockWatch watch, int node, CompletionStage<Hold> asked, Runnable settled, UnaryOperator<Hold> watched) {
        super(watch, node);
        this.asked = asked.toCompletableFuture();
        CompletionStage<?> unused = asked.whenComplete((hold, failure) -> settle(hold, failure, settled, watched));
    }

    private void settle(
            @Nullable Hold hold, @Nullable Throwable failure, Runnable settled, UnaryOperator<Hold> watched) {
        settled.run();
        if (hold == null) {
            completeExceptionally(failure == null ? new IllegalStateException("a stage without an outcome") : failure);
        } else if (!isDone()) {
            Hold shown = watched.apply(hold);
            if (!complete(shown)) {
                shown.close(); // cancelled meanwhile: nobody else will
            }
        } else {
            hold.close();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        asked.cancel(mayInterruptIfRunning);
        return cancelled;
    }
}
