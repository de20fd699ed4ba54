// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.api.Hold;
import io.quorate.node.turn.LocalClaim;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A hold that will come; cancelling it gives up the claim behind it. */
final class PendingHold extends CompletableFuture<Hold> {
    private final RunningNode node;
    private volatile @Nullable LocalClaim claim;

    /** Whether only code of the library follows, which never blocks: completed at once, by the thread that brings the news. */
    final boolean atOnce;

    PendingHold(RunningNode node, boolean atOnce) {
        this.node = node;
        this.atOnce = atOnce;
    }

    void waitsFor(LocalClaim asked) {
        claim = asked;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        LocalClaim asked = claim;
        if (cancelled && asked != null) {
            node.abandon(asked);
        }
        return cancelled;
    }

    /** Stages that follow from this one are ordinary futures: cancelling them does not cancel this. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
