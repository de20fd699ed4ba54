// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedReadWriteLock;
import io.quorate.api.DistributedSemaphore;
import io.quorate.api.Health;
import io.quorate.api.LeaderElection;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockListener;
import io.quorate.api.LockListing;
import io.quorate.api.LockSet;
import io.quorate.api.LockStatistics;
import io.quorate.api.Locks;
import io.quorate.api.Registration;
import io.quorate.api.RosterChange;
import io.quorate.api.RosterView;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The locks of a node, observed. */
final class ObservedLocks implements Locks {
    private final Locks locks;
    private final Watcher watcher;
    private final ThreadHoldings threads = new ThreadHoldings();

    ObservedLocks(Locks locks, Watcher watcher) {
        this.locks = locks;
        this.watcher = watcher;
    }

    private DistributedLock observed(DistributedLock lock) {
        return new ObservedLock(lock, watcher, threads);
    }

    @Override
    public DistributedLock lock(String name) {
        return observed(locks.lock(name));
    }

    @Override
    public DistributedReadWriteLock readWriteLock(String name) {
        DistributedReadWriteLock both = locks.readWriteLock(name);
        return new ObservedReadWriteLock(observed(both.readLock()), observed(both.writeLock()));
    }

    private record ObservedReadWriteLock(DistributedLock readLock, DistributedLock writeLock)
            implements DistributedReadWriteLock {}

    @Override
    public LockSet lockSet(Collection<String> names) {
        return new ObservedLockSet(locks.lockSet(names), watcher);
    }

    @Override
    public DistributedSemaphore semaphore(String name, int permits) {
        return new ObservedSemaphore(locks.semaphore(name, permits), watcher);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(
            String name, AcquireOptions options, HeldCall<T, E> body) throws InterruptedException, E {
        Objects.requireNonNull(body, "The body must not be null.");
        HeldCall<T, E> inScope = hold -> {
            Watcher.Scope scope = Watcher.scopeOf(LockObservations.observationOf(hold));
            try {
                return body.call(hold);
            } finally {
                scope.close();
            }
        };
        return Locks.super.call(name, options, inScope);
    }

    @Override
    public LeaderElection leaderElection(String name) {
        return locks.leaderElection(name);
    }

    @Override
    public LockListing list(String prefix, String after, int max) {
        return locks.list(prefix, after, max);
    }

    @Override
    public Registration addListener(LockListener listener) {
        return locks.addListener(listener);
    }

    @Override
    public LockStatistics statistics() {
        return locks.statistics();
    }

    @Override
    public Health health() {
        return locks.health();
    }

    @Override
    public Registration addHealthListener(Consumer<Health> listener) {
        return locks.addHealthListener(listener);
    }

    @Override
    public LockAdmin admin() {
        return locks.admin();
    }

    @Override
    public RosterView roster() {
        return locks.roster();
    }

    @Override
    public CompletionStage<RosterView> changeRoster(RosterChange change) {
        return locks.changeRoster(change);
    }

    @Override
    public Registration addRosterListener(Consumer<RosterView> listener) {
        return locks.addRosterListener(listener);
    }

    @Override
    public String nodeId() {
        return locks.nodeId();
    }

    @Override
    public void close() {
        locks.close();
    }

    @Override
    public String toString() {
        return locks.toString();
    }
}
