// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockLostException;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lock whose calls and holds are observed. */
final class ObservedLock implements DistributedLock {
    private final DistributedLock lock;
    private final Watcher watcher;
    private final ThreadHoldings threads;

    ObservedLock(DistributedLock lock, Watcher watcher, ThreadHoldings threads) {
        this.lock = lock;
        this.watcher = watcher;
        this.threads = threads;
    }

    private Watcher.Target target() {
        return new Watcher.Target("lock", lock.name(), lock.mode());
    }

    // As a hold

    @Override
    public Hold acquire() throws InterruptedException {
        return watcher.acquire(target(), lock::acquire, ObservedHold::new);
    }

    @Override
    public Hold acquire(Duration timeout) throws InterruptedException {
        return watcher.acquire(target(), () -> lock.acquire(timeout), ObservedHold::new);
    }

    @Override
    public Hold acquire(AcquireOptions options) throws InterruptedException {
        return watcher.acquire(target(), () -> lock.acquire(options), ObservedHold::new);
    }

    @Override
    public Optional<Hold> tryAcquire(Duration timeout) throws InterruptedException {
        return watcher.tryAcquire(target(), () -> lock.tryAcquire(timeout), ObservedHold::new);
    }

    @Override
    public Optional<Hold> tryAcquire(AcquireOptions options) throws InterruptedException {
        return watcher.tryAcquire(target(), () -> lock.tryAcquire(options), ObservedHold::new);
    }

    @Override
    public CompletionStage<Hold> acquireAsync() {
        return observed(lock::acquireAsync);
    }

    @Override
    public CompletionStage<Hold> acquireAsync(Duration timeout) {
        return observed(() -> lock.acquireAsync(timeout));
    }

    @Override
    public CompletionStage<Hold> acquireAsync(AcquireOptions options) {
        return observed(() -> lock.acquireAsync(options));
    }

    private CompletionStage<Hold> observed(Supplier<CompletionStage<Hold>> asking) {
        Attempt attempt = watcher.begin(target());
        CompletableFuture<Hold> coming = withoutInterrupts(attempt, asking).toCompletableFuture();
        return ObservedFuture.of(coming, attempt);
    }

    // As a java.util.concurrent.locks.Lock

    @Override
    public void lock() {
        if (lock.isHeldByCurrentThread()) {
            lock.lock();
            return;
        }
        Attempt attempt = watcher.begin(target());
        withoutInterrupts(attempt, () -> {
            lock.lock();
            return true;
        });
        threads.enter(lock, attempt);
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (lock.isHeldByCurrentThread()) {
            lock.lockInterruptibly();
            return;
        }
        Attempt attempt = watcher.begin(target());
        attempt.inScope(() -> {
            lock.lockInterruptibly();
            return true;
        });
        threads.enter(lock, attempt);
    }

    @Override
    public boolean tryLock() {
        if (lock.isHeldByCurrentThread()) {
            return lock.tryLock();
        }
        Attempt attempt = watcher.begin(target());
        return entered(attempt, withoutInterrupts(attempt, lock::tryLock));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (lock.isHeldByCurrentThread()) {
            return lock.tryLock(time, unit);
        }
        Attempt attempt = watcher.begin(target());
        return entered(attempt, attempt.inScope(() -> lock.tryLock(time, unit)));
    }

    private boolean entered(Attempt attempt, boolean got) {
        if (got) {
            threads.enter(lock, attempt);
        } else {
            attempt.notFree();
        }
        return got;
    }

    @Override
    public void unlock() {
        boolean last = lock.holdCount() == 1;
        Optional<LossReason> lossReason = Optional.empty();
        try {
            lock.unlock();
        } catch (LockLostException lost) {
            lossReason = Optional.of(lost.reason());
            throw lost;
        } finally {
            if (last) {
                threads.leave(lock, lossReason);
            }
        }
    }

    private static <T> T withoutInterrupts(Attempt attempt, Supplier<T> asking) {
        try {
            return attempt.inScope(asking::get);
        } catch (InterruptedException never) {
            throw new AssertionError("a call that does not declare it was interrupted", never);
        }
    }

    // Names and descriptions

    @Override
    public String name() {
        return lock.name();
    }

    @Override
    public LockMode mode() {
        return lock.mode();
    }

    @Override
    public LockDescription describe() {
        return lock.describe();
    }

    @Override
    public int holdCount() {
        return lock.holdCount();
    }

    @Override
    public boolean isLocked() {
        return lock.isLocked();
    }

    @Override
    public long fence() {
        return lock.fence();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ObservedLock that && lock.equals(that.lock);
    }

    @Override
    public int hashCode() {
        return lock.hashCode();
    }

    @Override
    public String toString() {
        return lock.toString();
    }
}
