// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedSemaphore;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import io.quorate.api.Permit;
import io.quorate.api.SetHold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Takes locks, and looks at all that it has again and again. */
public final class HoldWatch implements AutoCloseable {
    /** Why a wish failed whose owner had not meant to wait long. */
    public static final String GAVE_UP = "gave-up";

    private static final int LOOK_EVERY_MILLIS = 10;

    private final Locks locks;
    private final HoldLog log;
    private final AtomicLong lastId = new AtomicLong();
    private final Set<WatchedHold> open = ConcurrentHashMap.newKeySet();
    private final Thread thread = new Thread(this::lookAgainAndAgain, "hold-watch");

    public HoldWatch(Locks locks, HoldLog log) {
        this.locks = locks;
        this.log = log;
        thread.setDaemon(true);
        thread.start();
    }

    /** The node whose locks it takes. */
    public Locks locks() {
        return locks;
    }

    private void lookAgainAndAgain() {
        try {
            while (true) {
                open.forEach(WatchedHold::look);
                Thread.sleep(LOOK_EVERY_MILLIS);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a lock; records a failure and throws if it was not available. */
    public WatchedHold take(String name, boolean shared, Duration timeout, boolean mayGiveUp)
            throws InterruptedException {
        long id = lastId.incrementAndGet();
        DistributedLock lock = shared ? locks.readWriteLock(name).readLock() : locks.lock(name);
        log.ask(id, name, shared, System.nanoTime());
        try {
            return begin(id, Possession.of(lock.acquire(timeout)));
        } catch (LockFailedException failure) {
            boolean gaveUp = mayGiveUp && failure instanceof LockTimeoutException;
            failed(id, gaveUp ? GAVE_UP : failure.getClass().getSimpleName());
            throw failure;
        }
    }

    /** Waits for all of these locks; each is written down by itself. To be given back together. */
    public List<WatchedHold> takeSet(List<String> names, Duration timeout) throws InterruptedException {
        List<Long> ids = new ArrayList<>();
        for (String name : names) {
            long id = lastId.incrementAndGet();
            ids.add(id);
            log.ask(id, name, false, System.nanoTime());
        }
        SetHold set;
        try {
            set = locks.lockSet(names).acquire(timeout);
        } catch (LockFailedException failure) {
            ids.forEach(id -> failed(id, failure.getClass().getSimpleName()));
            throw failure;
        }
        List<WatchedHold> all = new ArrayList<>();
        for (int index = 0; index < names.size(); index++) {
            all.add(begin(ids.get(index), Possession.of(set, names.get(index))));
        }
        return all;
    }

    /** Waits for a permit, which is written down as the lock behind it: no two have the same number at once. */
    public WatchedHold takePermit(DistributedSemaphore semaphore, Duration timeout) throws InterruptedException {
        long id = lastId.incrementAndGet();
        long asked = System.nanoTime();
        Permit permit;
        try {
            permit = semaphore.acquire(timeout);
        } catch (LockFailedException failure) {
            log.ask(id, semaphore.name(), false, asked);
            failed(id, failure.getClass().getSimpleName());
            throw failure;
        }
        log.ask(id, semaphore.name() + "#" + permit.number(), false, asked);
        return begin(id, Possession.of(permit));
    }

    private WatchedHold begin(long id, Possession possession) {
        WatchedHold watched = WatchedHold.begin(id, possession, log);
        open.add(watched);
        return watched;
    }

    private void failed(long id, String why) {
        log.failed(id, System.nanoTime(), why);
    }

    public void giveBack(WatchedHold hold) {
        giveBack(List.of(hold));
    }

    /** First ends them all: with one lock of a set, the others are given back too. */
    public void giveBack(List<WatchedHold> holds) {
        holds.forEach(open::remove);
        holds.forEach(WatchedHold::end);
        holds.forEach(WatchedHold::close);
    }

    /** Gives back all that is held still. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
        giveBack(List.copyOf(open));
    }
}
