package io.quorate.node;

import io.quorate.core.session.LeaseTerms;
import org.jspecify.annotations.Nullable;

/**
 * Time as a node goes by it. The monotonic clock measures leases; but it may stand still while the machine is suspended, and
 * then what this node was promised has run out without its noticing. So whenever the clock on the wall has advanced by
 * more than the other one, beyond what drift explains, the machine counts as having stood still. Who sets the clock on the
 * wall forward by so much is taken for the same: holds are lost that might have been kept, and nothing worse.
 */
final class NodeTime {
    private final NanoClock clock;

    /** Null if nothing that this node does runs out. */
    private final @Nullable LeaseTerms terms;

    private final long slackMicros;

    /** By how much at the most the clock on the wall was ahead of the monotonic one when this was last looked at. */
    private volatile long wallAhead;

    NodeTime(NanoClock clock, @Nullable LeaseTerms terms) {
        this.clock = clock;
        this.terms = terms;
        this.slackMicros = terms == null ? 0 : terms.drift() / 1000;
        long before = clock.now();
        this.wallAhead = clock.wallMicros() - before / 1000;
    }

    NanoClock clock() {
        return clock;
    }

    long now() {
        return clock.now();
    }

    boolean isLeased() {
        return terms != null;
    }

    /** At least 1, where there are no leases too. */
    long leaseNanos() {
        return terms == null ? 1 : terms.lease().toNanos();
    }

    /** About the same at all nodes, and rising; 0 where nothing needs it. */
    long trueTime() {
        return terms == null ? 0 : Math.max(0, clock.wallMicros());
    }

    /** Whether the machine has stood still since this was last asked. In turns only. */
    boolean hasStoodStill() {
        if (terms == null) {
            return false;
        }
        // A thread may be delayed between two clocks, so the least that can have passed is compared with the most.
        long before = clock.now();
        long wall = clock.wallMicros();
        boolean stoodStill = isFarAhead(wall);
        wallAhead = wall - before / 1000;
        return stoodStill;
    }

    private boolean isFarAhead(long wall) {
        return wall - clock.now() / 1000 > wallAhead + slackMicros;
    }

    /** Whether what is valid until that time is so no longer, as far as any clock can tell; for every thread. */
    boolean isPast(long time) {
        if (time == Long.MAX_VALUE) {
            return false;
        }
        return clock.now() >= time || isFarAhead(clock.wallMicros());
    }
}
