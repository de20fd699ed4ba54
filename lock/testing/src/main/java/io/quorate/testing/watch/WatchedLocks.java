// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedReadWriteLock;
import io.quorate.api.DistributedSemaphore;
import io.quorate.api.Health;
import io.quorate.api.LeaderElection;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockListener;
import io.quorate.api.LockListing;
import io.quorate.api.LockMode;
import io.quorate.api.LockSet;
import io.quorate.api.LockStatistics;
import io.quorate.api.Locks;
import io.quorate.api.Registration;
import io.quorate.api.RosterChange;
import io.quorate.api.RosterView;
import java.util.Collection;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The locks of one node, with somebody watching. They outlive the node: after it was started again, they are those of the new
 * one. Elections are passed on unwatched.
 */
public final class WatchedLocks implements Locks {
    private final int number;
    private final Supplier<Locks> node;
    private final LockWatch watch;
    private final ThreadEntries threads = new ThreadEntries();

    /**
     * For the node with this number, from 0.
     *
     * @param node gives the locks of the node as it is now
     */
    public WatchedLocks(int number, Supplier<Locks> node, LockWatch watch) {
        this.number = number;
        this.node = node;
        this.watch = watch;
    }

    int number() {
        return number;
    }

    LockWatch watch() {
        return watch;
    }

    ThreadEntries threads() {
        return threads;
    }

    DistributedLock raw(String name, LockMode mode) {
        Locks now = node.get();
        return mode == LockMode.SHARED ? now.readWriteLock(name).readLock() : now.lock(name);
    }

    @Override
    public DistributedLock lock(String name) {
        return new WatchedLock(this, node.get().lock(name).name(), LockMode.EXCLUSIVE);
    }

    @Override
    public DistributedReadWriteLock readWriteLock(String name) {
        return new ReadWrite(new WatchedLock(this, lock(name).name(), LockMode.SHARED), lock(name));
    }

    private record ReadWrite(DistributedLock readLock, DistributedLock writeLock) implements DistributedReadWriteLock {}

    @Override
    public LeaderElection leaderElection(String name) {
        watch.runsInBackground();
        return node.get().leaderElection(name);
    }

    @Override
    public LockSet lockSet(Collection<String> names) {
        return new WatchedSet(number, watch, () -> node.get().lockSet(names));
    }

    @Override
    public DistributedSemaphore semaphore(String name, int permits) {
        return new WatchedSemaphore(number, watch, () -> node.get().semaphore(name, permits));
    }

    @Override
    public LockListing list(String prefix, String after, int max) {
        return node.get().list(prefix, after, max);
    }

    @Override
    public Registration addListener(LockListener listener) {
        return node.get().addListener(listener);
    }

    @Override
    public LockStatistics statistics() {
        return node.get().statistics();
    }

    @Override
    public Health health() {
        return node.get().health();
    }

    @Override
    public Registration addHealthListener(Consumer<Health> listener) {
        return node.get().addHealthListener(listener);
    }

    @Override
    public LockAdmin admin() {
        return node.get().admin();
    }

    @Override
    public RosterView roster() {
        return node.get().roster();
    }

    @Override
    public CompletionStage<RosterView> changeRoster(RosterChange change) {
        return node.get().changeRoster(change);
    }

    @Override
    public Registration addRosterListener(Consumer<RosterView> listener) {
        return node.get().addRosterListener(listener);
    }

    @Override
    public String nodeId() {
        return node.get().nodeId();
    }

    @Override
    public void close() {
        node.get().close();
    }

    @Override
    public String toString() {
        return node.get().toString();
    }
}
