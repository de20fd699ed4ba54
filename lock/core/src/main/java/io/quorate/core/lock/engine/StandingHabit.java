// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import io.quorate.core.lock.NodeStart.Standing;
import io.quorate.core.model.LockName;

/**
 * Which locks are worth keeping when they are given back: those that this node has used several times without anybody
 * else asking for them. It remembers the last locks used, roughly: of two that share a place, the later one.
 */
final class StandingHabit {
    /** A lock is kept from its so manyth use in a row on. */
    private static final int USES_IN_A_ROW = 3;

    /** A power of two. */
    private static final int PLACES = 1024;

    private final Standing standing;
    private final long[] digests;
    private final byte[] uses;

    StandingHabit(Standing standing) {
        this.standing = standing;
        int places = standing == Standing.ADAPTIVE ? PLACES : 0;
        this.digests = new long[places];
        this.uses = new byte[places];
    }

    /** The lock is given back, and nobody else is known to want it. */
    boolean isWorthKeeping(LockName lock) {
        if (standing != Standing.ADAPTIVE) {
            return standing == Standing.ALWAYS;
        }
        long digest = lock.digest();
        int place = place(digest);
        if (digests[place] != digest) {
            digests[place] = digest;
            uses[place] = 0;
        }
        if (uses[place] < USES_IN_A_ROW) {
            uses[place]++;
        }
        return uses[place] == USES_IN_A_ROW;
    }

    /** Somebody else wants the lock. */
    void isWantedElsewhere(LockName lock) {
        if (standing == Standing.ADAPTIVE && digests[place(lock.digest())] == lock.digest()) {
            uses[place(lock.digest())] = 0;
        }
    }

    private static int place(long digest) {
        return (int) digest & (PLACES - 1);
    }
}
