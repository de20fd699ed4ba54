package io.quorate.node.turn;

import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.node.LockNode;
import io.quorate.node.time.TimerWheel;
import org.jspecify.annotations.Nullable;

/**
 * The holds of this node that may run out, each told again and again until when it is valid. A frame may extend them all, so
 * that is done after frames, but only so often in a lease: what it costs does not grow with the number of frames. Touched
 * in turns only.
 */
public final class OpenHolds {
    /** So often in the length of a lease all holds are told. */
    private static final int TIMES_IN_A_LEASE = 16;

    private final LockNode<?> node;
    private final long stepNanos;

    /** The ends of a ring. */
    private final Links ends = new Links(null);

    private boolean mayBeExtended;
    private long nextTime;

    /** A claim's place in the ring. */
    static final class Links {
        private final @Nullable LocalClaim claim;
        private Links before = this;
        private Links after = this;

        Links(@Nullable LocalClaim claim) {
            this.claim = claim;
        }
    }

    OpenHolds(LockNode<?> node, long leaseNanos) {
        this.node = node;
        this.stepNanos = Math.max(1, leaseNanos / TIMES_IN_A_LEASE);
    }

    /** The claim holds from now on. */
    void add(LocalClaim claim) {
        tell(claim);
        if (claim.validUntil != Long.MAX_VALUE) {
            Links links = claim.links();
            links.before = ends.before;
            links.after = ends;
            ends.before.after = links;
            ends.before = links;
        }
    }

    /** The claim does not hold any more. */
    void remove(LocalClaim claim) {
        Links links = claim.linksIfAny();
        if (links != null) {
            links.before.after = links.after;
            links.after.before = links.before;
            links.before = links;
            links.after = links;
        }
    }

    /** When the first of them ends if nothing more is heard; {@link TimerWheel#NEVER} if none does. */
    public long nearest() {
        long nearest = TimerWheel.NEVER;
        for (Links links = ends.after; links.claim != null; links = links.after) {
            nearest = Math.min(nearest, validUntil(links.claim)); // not told: in this turn the claim may have been lost
        }
        return nearest;
    }

    /** None of them is valid any more, though it takes to the end of the turn until all are told so. */
    void endAll() {
        for (Links links = ends.after; links.claim != null; links = links.after) {
            links.claim.validUntil = Long.MIN_VALUE;
        }
    }

    boolean isEmpty() {
        return ends.after == ends;
    }

    /** Something has come that may make holds last longer. */
    void mayBeExtended() {
        mayBeExtended = true;
    }

    /** Tells all holds if it is time for that; gives the time at which it will be, {@link TimerWheel#NEVER} if never. */
    long tellIfDue(long now) {
        if (!mayBeExtended || isEmpty()) {
            return TimerWheel.NEVER;
        }
        if (now < nextTime) {
            return nextTime;
        }
        mayBeExtended = false;
        nextTime = now + stepNanos;
        for (Links links = ends.after; links.claim != null; links = links.after) {
            tell(links.claim);
        }
        return TimerWheel.NEVER;
    }

    private void tell(LocalClaim claim) {
        claim.validUntil = validUntil(claim);
    }

    private long validUntil(LocalClaim claim) {
        LockSlot<?> slot = node.find(claim.lock());
        return slot == null ? Long.MIN_VALUE : slot.validUntil();
    }
}
