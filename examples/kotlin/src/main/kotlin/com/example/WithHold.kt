package com.example

import io.quorate.api.DistributedLock
import io.quorate.api.Hold
import io.quorate.api.LockLostException
import io.quorate.api.LossReason
import kotlin.coroutines.resume
import kotlin.time.Duration
import kotlin.time.toJavaDuration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.suspendCancellableCoroutine

// region with-hold
/** Takes the lock, runs the block, and gives the lock back: on success, on failure and on cancellation. */
suspend fun <T> DistributedLock.withHold(timeout: Duration, block: suspend CoroutineScope.(Hold) -> T): T {
    val coming = acquireAsync(timeout.toJavaDuration()).toCompletableFuture()
    try {
        val hold = coming.await()
        return coroutineScope {
            val guard = launch { throw LockLostException(hold.lockName(), hold.loss()) } // cancels the block
            val result = block(hold)
            guard.cancel()
            hold.lossReason().ifPresent { throw LockLostException(hold.lockName(), it) }
            result
        }
    } finally {
        // Ends the wait. If the lock came first, also in the moment of the cancellation, gives it back.
        if (!coming.cancel(false) && !coming.isCompletedExceptionally) {
            coming.join().close()
        }
    }
}

/** Suspends until the lock is lost. */
private suspend fun Hold.loss(): LossReason = suspendCancellableCoroutine { waiting ->
    val listener = onLost { reason -> waiting.resume(reason) }
    waiting.invokeOnCancellation { listener.close() }
}
// endregion
