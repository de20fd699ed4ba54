package io.quorate.cli.soak.holds;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import java.time.Duration;
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

    /** Whose locks it takes. */
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

    /** Waits for a lock; fails if it could not be had, which is written down. */
    public WatchedHold take(String name, boolean shared, Duration timeout, boolean mayGiveUp)
            throws InterruptedException {
        long id = lastId.incrementAndGet();
        DistributedLock lock = shared ? locks.readWriteLock(name).readLock() : locks.lock(name);
        log.ask(id, name, shared, System.nanoTime());
        Hold hold;
        try {
            hold = lock.acquire(timeout);
        } catch (LockFailedException failure) {
            boolean gaveUp = mayGiveUp && failure instanceof LockTimeoutException;
            log.failed(
                    id, System.nanoTime(), gaveUp ? GAVE_UP : failure.getClass().getSimpleName());
            throw failure;
        }
        WatchedHold watched = WatchedHold.begin(id, hold, log);
        open.add(watched);
        return watched;
    }

    public void giveBack(WatchedHold hold) {
        open.remove(hold);
        hold.close();
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
        open.forEach(this::giveBack);
    }
}
