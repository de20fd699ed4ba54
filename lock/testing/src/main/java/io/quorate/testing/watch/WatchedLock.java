package io.quorate.testing.watch;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockDescription;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockMode;
import io.quorate.api.LockTimeoutException;
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

    WatchedLock(WatchedLocks locks, String name, LockMode mode) {
        this.locks = locks;
        this.watch = locks.watch();
        this.node = locks.number();
        this.name = name;
        this.mode = mode;
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

    private void begins(String call) {
        watch.enters(node);
        watch.reaches(LockEvent.Kind.BEFORE_ACQUIRE, node, name, call);
    }

    private void granted(String call) {
        watch.reaches(LockEvent.Kind.AFTER_GRANT, node, name, call);
    }

    private <T> T waitFor(Taking<T> how) throws InterruptedException {
        long claim = watch.asks(node, name, false);
        watch.waitBegins(node);
        try {
            return how.from(raw());
        } finally {
            watch.waitEnds(node);
            watch.settled(claim);
        }
    }

    private Hold watched(Hold hold, String call) {
        WatchedHold watched = new WatchedHold(watch, node, hold);
        granted(call);
        return watched;
    }

    private Hold take(String call, Taking<Hold> how) throws InterruptedException {
        begins(call);
        LockFailedException ordered = watch.ordered(name).orElse(null);
        if (ordered != null) {
            throw ordered;
        }
        return watched(waitFor(how), call);
    }

    private Optional<Hold> tryTake(Taking<Optional<Hold>> how) throws InterruptedException {
        begins("tryAcquire()");
        if (isBusyByOrder()) {
            return Optional.empty();
        }
        return waitFor(how).map(hold -> watched(hold, "tryAcquire()"));
    }

    /** Whether the test wants this attempt to time out; throws if it wants it to fail otherwise. */
    private boolean isBusyByOrder() {
        LockFailedException ordered = watch.ordered(name).orElse(null);
        if (ordered != null && !(ordered instanceof LockTimeoutException)) {
            throw ordered;
        }
        return ordered != null;
    }

    @Override
    public Hold acquire() throws InterruptedException {
        return take("acquire()", DistributedLock::acquire);
    }

    @Override
    public Hold acquire(Duration timeout) throws InterruptedException {
        return take("acquire()", lock -> lock.acquire(timeout));
    }

    @Override
    public Hold acquire(AcquireOptions options) throws InterruptedException {
        return take("acquire()", lock -> lock.acquire(options));
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
        begins("acquireAsync()");
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
        begins("lock()");
        LockFailedException ordered = watch.ordered(name).orElse(null);
        if (ordered != null) {
            throw ordered;
        }
        long claim = watch.asks(node, name, false);
        watch.waitBegins(node);
        try {
            raw().lock();
        } finally {
            watch.waitEnds(node);
            watch.settled(claim);
        }
        entered("lock()");
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        begins("lockInterruptibly()");
        LockFailedException ordered = watch.ordered(name).orElse(null);
        if (ordered != null) {
            throw ordered;
        }
        waitFor(lock -> {
            lock.lockInterruptibly();
            return true;
        });
        entered("lockInterruptibly()");
    }

    @Override
    public boolean tryLock() {
        begins("tryLock()");
        if (isBusyByOrder()) {
            return false;
        }
        watch.waitBegins(node);
        boolean got;
        try {
            got = raw().tryLock();
        } finally {
            watch.waitEnds(node);
        }
        return got && entered("tryLock()");
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        begins("tryLock()");
        return !isBusyByOrder() && waitFor(lock -> lock.tryLock(time, unit)) && entered("tryLock()");
    }

    private boolean entered(String call) {
        locks.threads().entered(this, raw());
        granted(call);
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
