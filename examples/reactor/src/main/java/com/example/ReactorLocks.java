// SPDX-License-Identifier: Apache-2.0
package com.example;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockLostException;
import io.quorate.api.Registration;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Locks around Reactor pipelines. */
public final class ReactorLocks {
    private ReactorLocks() {}

    // region with-hold
    /** Takes the lock, runs the body, and gives the lock back: on success, on failure and on cancellation. */
    public static <T> Mono<T> withHold(DistributedLock lock, Duration timeout, Function<Hold, Mono<T>> body) {
        return Mono.using(
                () -> lock.acquireAsync(timeout).toCompletableFuture(),
                coming -> Mono.fromFuture(coming, true).flatMap(hold -> whileHeld(hold, body)),
                ReactorLocks::giveBack);
    }

    /** Cancels the body when the lock is lost, and fails then. */
    private static <T> Mono<T> whileHeld(Hold hold, Function<Hold, Mono<T>> body) {
        Mono<T> loss = Mono.create(sink -> {
            Registration listener = hold.onLost(reason -> sink.error(new LockLostException(hold.lockName(), reason)));
            sink.onDispose(listener::close);
        });
        Mono<T> work = Mono.defer(() -> body.apply(hold))
                .doOnSuccess(result -> hold.lossReason().ifPresent(reason -> {
                    throw new LockLostException(hold.lockName(), reason);
                }));
        return Mono.firstWithSignal(loss, work);
    }

    /** Ends the wait. If the lock came first, also in the moment of the cancellation, gives it back. */
    private static void giveBack(CompletableFuture<Hold> coming) {
        if (!coming.cancel(false) && !coming.isCompletedExceptionally()) {
            coming.join().close();
        }
    }
    // endregion
}
