// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Asks for several locks at once, keeps the first that is granted, and gives all others back. */
final class FirstSlot {
    private final CompletableFuture<SlotPermit> first;
    private final List<CompletableFuture<Hold>> asked = new ArrayList<>();
    private final AtomicInteger waiting;

    FirstSlot(List<DistributedLock> slots) {
        this(slots, new CompletableFuture<>());
    }

    /** The stages of the locks must not wait behind code of the application: they complete the future. */
    FirstSlot(List<DistributedLock> slots, CompletableFuture<SlotPermit> first) {
        this.first = first;
        waiting = new AtomicInteger(slots.size());
        int number = 0;
        for (DistributedLock slot : slots) {
            number++;
            int itsNumber = number;
            CompletionStage<Hold> one = ask(slot);
            asked.add(one.toCompletableFuture());
            one.whenComplete((hold, failure) -> settled(itsNumber, hold, failure));
        }
    }

    private static CompletionStage<Hold> ask(DistributedLock slot) {
        try {
            return slot.acquireAsync();
        } catch (RuntimeException | Error failure) { // those asked for before must not be forgotten
            return CompletableFuture.failedFuture(failure);
        }
    }

    private void settled(int number, @Nullable Hold hold, @Nullable Throwable failure) {
        if (hold != null && !first.complete(new SlotPermit(number, hold))) {
            hold.close(); // another was faster
        }
        boolean last = waiting.decrementAndGet() == 0;
        if (failure != null && last) {
            first.completeExceptionally(failure); // the others have failed too, or one of them is the first
        }
    }

    /** The first that is granted; null after so long. Throws the failure of the locks if none of them is available. */
    @Nullable
    SlotPermit await(@Nullable Duration timeout) throws InterruptedException {
        try {
            return timeout == null ? first.get() : firstWithin(timeout);
        } catch (InterruptedException interruption) {
            if (!first.cancel(false) && !first.isCompletedExceptionally()) {
                first.join().close();
            }
            throw interruption;
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof Error error) {
                throw error;
            }
            if (failure.getCause() instanceof RuntimeException why && !(why instanceof CancellationException)) {
                throw why;
            }
            throw new IllegalStateException("No permit is available: report this bug.", failure);
        } finally {
            asked.forEach(each -> each.cancel(false));
        }
    }

    private @Nullable SlotPermit firstWithin(Duration timeout) throws InterruptedException, ExecutionException {
        try {
            return first.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (TimeoutException none) {
            return first.cancel(false) ? null : first.get(); // one may have come at the last moment, or a failure
        }
    }
}
