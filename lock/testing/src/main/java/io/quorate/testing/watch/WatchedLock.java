// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockMode;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A lock that somebody watches. It has no state of its own: those of the same name are equal. */
final class WatchedLock implements DistributedLock {
    private final WatchedLocks locks;
    private final LockWatch watch;
    private final int node;
    private final String name;
    private final LockMode mode;
    private final WatchedWait calls;

    WatchedLock(WatchedLocks locks, String name, LockMode mode) {
        this.locks = locks;
        this.watch = locks.watch();
        this.node = locks.number();
        this.name = name;
        this.mode = mode;
        this.calls = new WatchedWait(watch, node, name);
    }

    /** Of the node as it is now: it may have been started again. */
    private DistributedLock raw() {
        return locks.raw(name, mode);
    }

    /** Waits for a lock, as one of the methods of a real lock does. */
    @FunctionalInterface
    private interface Taking<T> {
        T from(DistributedLock lock) throws InterruptedException;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public LockMode mode() {
        return mode;
    }

    private Hold watched(Hold hold, String call) {
        WatchedHold watched = new WatchedHold(watch, node, hold);
        calls.told(call);
        return watched;
    }

    private Hold take(Taking<Hold> how) throws InterruptedException {
        return watched(calls.take("acquire()", () -> how.from(raw())), "acquire()");
    }

    private Optional<Hold> tryTake(Taking<Optional<Hold>> how) throws InterruptedException {
        return calls.tryTake("tryAcquire()", () -> how.from(raw())).map(hold -> watched(hold, "tryAcquire()"));
    }

    @Override
    public Hold acquire() throws InterruptedException {
        return take(DistributedLock::acquire);
    }

    @Override
    public Hold acquire(Duration timeout) throws InterruptedException {
        return take(lock -> lock.acquire(timeout));
    }

    @Override
    public Hold acquire(AcquireOptions options) throws InterruptedException {
        return take(lock -> lock.acquire(options));
    }

    @Override
    public Optional<Hold> tryAcquire(Duration timeout) throws InterruptedException {
        return tryTake(lock -> lock.tryAcquire(timeout));
    }

    @Override
    public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
        return tryTake(lock -> lock.tryAcquire(options));
    }

    @Override
    public CompletionStage<Hold> acquireAsync() {
        return takeAsync(DistributedLock::acquireAsync);
    }

    @Override
    public CompletionStage<Hold> acquireAsync(Duration timeout) {
        return takeAsync(lock -> lock.acquireAsync(timeout));
    }

    @Override
    public CompletionStage<Hold> acquireAsync(AcquireOptions options) {
        return takeAsync(lock -> lock.acquireAsync(options));
    }

    /** Asks for a lock without waiting, as one of the methods of a real lock does. */
    @FunctionalInterface
    private interface Asking {
        CompletionStage<Hold> from(DistributedLock lock);
    }

    private CompletionStage<Hold> takeAsync(Asking how) {
        calls.begins("acquireAsync()");
        LockFailedException ordered = watch.ordered(name).orElse(null);
        if (ordered != null) {
            return CompletableFuture.failedFuture(ordered);
        }
        long claim = watch.asks(node, name, true);
        return new WatchedStage(
                watch, node, how.from(raw()), () -> watch.settled(claim), hold -> watched(hold, "acquireAsync()"));
    }

    @Override
    public void lock() {
        calls.take("lock()", () -> {
            raw().lock();
            return true;
        });
        entered("lock()");
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        calls.take("lockInterruptibly()", () -> {
            raw().lockInterruptibly();
            return true;
        });
        entered("lockInterruptibly()");
    }

    @Override
    public boolean tryLock() {
        return calls.tryTake("tryLock()", () -> got(raw().tryLock())).isPresent() && entered("tryLock()");
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return calls.tryTake("tryLock()", () -> got(raw().tryLock(time, unit))).isPresent() && entered("tryLock()");
    }

    private static Optional<Boolean> got(boolean locked) {
        return locked ? Optional.of(true) : Optional.empty();
    }

    private boolean entered(String call) {
        locks.threads().entered(this, raw());
        calls.told(call);
        return true;
    }

    @Override
    public void unlock() {
        watch.enters(node);
        DistributedLock raw = raw();
        boolean last = raw.holdCount() == 1;
        if (last) {
            watch.reaches(LockEvent.Kind.BEFORE_RELEASE, node, name, "unlock()");
        }
        try {
            raw.unlock();
        } finally {
            if (last) {
                locks.threads().left(this);
                watch.reaches(LockEvent.Kind.AFTER_RELEASE, node, name, "unlock()");
            }
        }
    }

    @Override
    public LockDescription describe() {
        watch.enters(node);
        return raw().describe();
    }

    @Override
    public int holdCount() {
        return raw().holdCount();
    }

    @Override
    public boolean isLocked() {
        watch.enters(node);
        boolean locked = raw().isLocked();
        watch.reaches(LockEvent.Kind.AFTER_CHECK, node, name, "isLocked()");
        return locked;
    }

    @Override
    public long fence() {
        return raw().fence();
    }

    LockWatch watch() {
        return watch;
    }

    int node() {
        return node;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WatchedLock that && locks == that.locks && mode == that.mode && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return Objects.hash(System.identityHashCode(locks), name, mode.name());
    }

    @Override
    public String toString() {
        return raw().toString();
    }
}
