// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.watch;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How far the stop of a node has come: told in turns, waited for by the thread that stops it. */
public final class StopProgress {
    private final CompletableFuture<Boolean> holdsClosed = new CompletableFuture<>();

    /** W3: when nobody counts on this node any more, whether its stop may be called clean. */
    private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();

    /** All nodes that must know that this node has left know it. */
    private final CompletableFuture<Boolean> groupLeft = new CompletableFuture<>();

    /** No hold of this node is open, and none will be opened. */
    public void holdsAreClosed() {
        holdsClosed.complete(true);
    }

    /** W3: nobody counts on this node any more. */
    public void stopped(boolean clean) {
        stopped.complete(clean);
    }

    /** All nodes that must know that this node has left know it. */
    public void groupIsLeft() {
        groupLeft.complete(true);
    }

    public boolean hasStopped() {
        return stopped.isDone();
    }

    /** Waits until no hold is open, but not longer than this; whether that came. */
    public boolean awaitHoldsClosed(Duration timeout) {
        return await(holdsClosed, timeout);
    }

    /** W3: waits until nobody counts on this node, but not longer than this; whether its stop may be called clean. */
    public boolean awaitStop(Duration timeout) {
        return await(stopped, timeout);
    }

    /** Waits until all know that this node has left, but not longer than this; whether that came. */
    public boolean awaitGroupLeft(Duration timeout) {
        return await(groupLeft, timeout);
    }

    /** An interrupt ends the wait, but one from before does not: the thread that stops a node must wait this moment, too. */
    private static boolean await(CompletableFuture<Boolean> step, Duration timeout) {
        boolean interrupted = Thread.interrupted();
        try {
            return step.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interruption) {
            interrupted = true;
        } catch (ExecutionException | TimeoutException notYet) {
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return false;
    }
}
