// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import org.jspecify.annotations.Nullable;

/**
 * One request for a lock and its outcome, put together from the lines of a log.
 *
 * <p>The time during which its owner could rely on it begins when it had it ({@link #begin}). It ends when it gave it back
 * after a last look; if it never did, because it was killed or stopped, at the deadline that it had read last: until then it
 * would have found it valid.
 */
public final class HoldHistory {
    static final long NEVER = Long.MIN_VALUE;

    final String node;
    final String name;
    final boolean shared;
    final long asked;
    long fence;
    long begin = NEVER;

    /** When it was last seen to be valid, and until when it said it would be. */
    private long lastSeen = NEVER;

    private long lastUntil = NEVER;
    private long firstOver = NEVER;
    private long ended = NEVER;
    long lostAt = NEVER;

    @Nullable
    String lossReason;

    @Nullable
    String failure;

    boolean writeRefused;

    HoldHistory(String node, String name, boolean shared, long asked) {
        this.node = node;
        this.name = name;
        this.shared = shared;
        this.asked = asked;
    }

    /** The name of the lock. */
    public String name() {
        return name;
    }

    /** When its owner asked for it. */
    public long asked() {
        return asked;
    }

    /** When its owner had it; only if it {@link #wasValid}. */
    public long begin() {
        return begin;
    }

    void seen(long at, long until) {
        lastSeen = Math.max(lastSeen, at);
        lastUntil = Math.max(lastUntil, until);
    }

    void over(long at) {
        firstOver = firstOver == NEVER ? at : Math.min(firstOver, at);
    }

    void ended(long at) {
        ended = at;
        lastSeen = Math.max(lastSeen, at);
    }

    boolean wasHeld() {
        return begin != NEVER;
    }

    /** Whether its owner ever found it valid. */
    public boolean wasValid() {
        return wasHeld() && lastSeen != NEVER;
    }

    boolean isSettled() {
        return wasHeld() || failure != null;
    }

    /** Until when its owner could rely on it. Only if it {@link #wasValid}. */
    public long validUntil() {
        if (ended != NEVER) {
            return ended;
        }
        if (lossReason != null && !lossReason.equals("QUORUM_LOST")) {
            return lastSeen; // taken away or given up, which ends it before its deadline
        }
        long until = Math.max(lastUntil, lastSeen);
        until = lostAt == NEVER ? until : Math.min(until, lostAt);
        return firstOver == NEVER || wasDoubted() ? until : Math.min(until, firstOver);
    }

    /** Whether it was found valid after its owner had been told that it is lost. */
    boolean cameBack() {
        return lostAt != NEVER && lastSeen > lostAt;
    }

    /**
     * Whether it was found over, and then valid again: after a pause a look may come before the node has told its holds how
     * far they were extended before it.
     */
    boolean wasDoubted() {
        return firstOver != NEVER && lastSeen > firstOver;
    }

    @Override
    public String toString() {
        return (shared ? "shared" : "exclusive") + " hold of \"" + name + "\" by " + node + " with fence " + fence
                + ", valid from " + begin + " to " + (wasValid() ? validUntil() : "never");
    }
}
