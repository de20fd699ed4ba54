// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import io.quorate.api.LossReason;

/** A hold of which everything that its owner could know is written down. */
public final class WatchedHold {
    /** A deadline is written down again when it has moved by more than this. */
    private static final long STEP_NANOS = 1_000_000;

    private static final long FAR_NANOS = 86_400_000_000_000L;

    private final long id;
    private final Possession hold;
    private final HoldLog log;
    private long lastUntil;
    private boolean isOver;

    private WatchedHold(long id, Possession hold, HoldLog log, long begin) {
        this.id = id;
        this.hold = hold;
        this.log = log;
        this.lastUntil = begin;
    }

    /** To be called as soon as the lock is acquired. */
    static WatchedHold begin(long id, Possession hold, HoldLog log) {
        long begin = System.nanoTime();
        log.held(id, hold.fence(), begin);
        WatchedHold watched = new WatchedHold(id, hold, log, begin);
        watched.look();
        hold.onLost(watched::lost);
        return watched;
    }

    private void lost(LossReason reason) {
        log.lost(id, System.nanoTime(), reason.name());
    }

    /** Whether it is valid; the clock is read first, so that it was valid at that time at least. */
    public synchronized boolean look() {
        long now = System.nanoTime();
        if (!hold.isValid()) {
            if (!isOver) {
                log.over(id, now);
            }
            isOver = true;
            return false;
        }
        long until = now + Math.min(FAR_NANOS, hold.validFor().toNanos());
        if (until - lastUntil > STEP_NANOS || isOver) {
            log.until(id, now, until);
            lastUntil = until;
            isOver = false;
        }
        return true;
    }

    public Possession hold() {
        return hold;
    }

    /** Says what a store that refused this hold makes of it. */
    public synchronized void refused() {
        if (look()) {
            log.refused(id, System.nanoTime());
        }
    }

    /** Its owner relies on it no longer. */
    synchronized void end() {
        long now = System.nanoTime();
        if (hold.isValid()) {
            log.end(id, now);
        } else {
            log.over(id, now);
        }
    }

    void close() {
        hold.close();
    }
}
