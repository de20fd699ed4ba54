// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A future of a lock, or one that follows from it: who waits for it waits for a lock, so virtual time passes meanwhile. */
class WaitedFuture<T> extends CompletableFuture<T> {
    private final LockWatch watch;
    private final int node;

    WaitedFuture(LockWatch watch, int node) {
        this.watch = watch;
        this.node = node;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new WaitedFuture<>(watch, node);
    }

    private boolean begins() {
        if (isDone()) {
            return false;
        }
        watch.enters(node);
        watch.waitBegins(node);
        return true;
    }

    private void ends(boolean begun) {
        if (begun) {
            watch.waitEnds(node);
        }
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        boolean begun = begins();
        try {
            return super.get();
        } finally {
            ends(begun);
        }
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        boolean begun = begins();
        try {
            return super.get(timeout, unit);
        } finally {
            ends(begun);
        }
    }

    @Override
    public T join() {
        boolean begun = begins();
        try {
            return super.join();
        } finally {
            ends(begun);
        }
    }
}
