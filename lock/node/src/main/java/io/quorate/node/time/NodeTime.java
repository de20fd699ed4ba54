// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.time;

import io.quorate.core.session.LeaseTerms;
import org.jspecify.annotations.Nullable;

/**
 * Time as a node goes by it. The monotonic clock measures leases; but it may stand still while the machine is suspended, and
 * then what this node was promised has run out without its noticing. So whenever the clock on the wall has advanced by
 * more than the other one, beyond what drift explains, the machine counts as having stood still. Setting the wall clock forward by as much
 * looks the same: holds are lost that could have been kept, and nothing worse.
 */
public final class NodeTime {
    private final NanoClock clock;

    /** Null if nothing that this node does runs out. */
    private volatile @Nullable LeaseTerms terms;

    /** By which a voter remembers: longer than the others while the lease changes. */
    private volatile @Nullable LeaseTerms longest;

    /** Less is not worth looking at; and sums of less would come to nothing by rounding. */
    private static final long STEP_MICROS = 1000;

    private volatile long slackMicros;

    /**
     * The maximum lead of the wall clock over the monotonic clock at the last check. It rises no
     * faster than drift explains: many short suspensions are together as bad as a long one.
     */
    private volatile long wallAhead;

    /** When that could last rise. */
    private long raisedAt;

    public NodeTime(NanoClock clock, @Nullable LeaseTerms terms) {
        this.clock = clock;
        this.terms = terms;
        this.longest = terms;
        this.slackMicros = slackOf(terms);
        goesOn();
    }

    private static long slackOf(@Nullable LeaseTerms terms) {
        return terms == null ? 0 : terms.drift() / 1000;
    }

    /**
     * The lease has changed: words hold by the shortest that counts now, and are remembered by the longest (E8). In turns only. The
     * suspension that may be overlooked does not become longer: some voters may confirm for the shorter lease until they learn of the
     * longer one.
     */
    public void follow(LeaseTerms shortest, LeaseTerms longestNow) {
        slackMicros = Math.min(slackMicros, slackOf(shortest));
        longest = longestNow;
        terms = shortest;
    }

    public NanoClock clock() {
        return clock;
    }

    public long now() {
        return clock.now();
    }

    public boolean isLeased() {
        return terms != null;
    }

    /** At least 1, where there are no leases too. */
    public long leaseNanos() {
        LeaseTerms present = terms;
        return present == null ? 1 : present.lease().toNanos();
    }

    /** For how long a voter remembers; at least 1, where there are no leases too. */
    public long memoryNanos() {
        LeaseTerms present = longest;
        return present == null ? 1 : present.memoryNanos();
    }

    /** About the same at all nodes, and rising; 0 where nothing needs it. */
    public long trueTime() {
        return terms == null ? 0 : Math.max(0, clock.wallMicros());
    }

    /** Whether the machine has stood still. It counts as past for every thread until {@link #goesOn}. In turns only. */
    public boolean hasStoodStill() {
        LeaseTerms present = terms;
        if (present == null) {
            return false;
        }
        // A thread may be delayed between two clocks, so the least that can have passed is compared with the most.
        long before = clock.now();
        long wall = clock.wallMicros();
        if (isFarAhead(wall)) {
            return true;
        }
        long ahead = wall - before / 1000;
        long passed = (before - raisedAt) / 1000;
        long explained = passed < STEP_MICROS ? 0 : passed * present.driftPerMille() / 1000;
        raisedAt = passed < STEP_MICROS ? raisedAt : before;
        wallAhead = Math.min(ahead, wallAhead + explained);
        return false;
    }

    /** The waits that assumed a running machine have ended: time is checked from here on. In turns only. */
    public final void goesOn() {
        long before = clock.now();
        wallAhead = clock.wallMicros() - before / 1000;
        raisedAt = before;
    }

    private boolean isFarAhead(long wall) {
        return wall - clock.now() / 1000 > wallAhead + slackMicros;
    }

    /** Whether what is valid until that time is so no longer, as far as any clock can tell; for every thread. */
    public boolean isPast(long time) {
        if (time == Long.MAX_VALUE) {
            return false;
        }
        return clock.now() >= time || isFarAhead(clock.wallMicros());
    }
}
