// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.node.LockNode;
import io.quorate.node.time.TimerWheel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
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
    private final TimerWheel wheel;
    private final LongSupplier leaseNanos;

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

    /**
     * For how long after its grant a lock stays taken at least, and a hold lasts at most.
     *
     * @param atLeastNanos 0 for a lock that is given back when its hold is closed
     * @param atMostNanos {@link TimerWheel#NEVER} for a hold that lasts until it is closed
     * @param mayStayOpen whether a hold that is open for long is normal, as that of a leader is: no warning
     * @param role what its holder is called, before the name of the thread; empty for the thread alone
     */
    public record Limits(long atLeastNanos, long atMostNanos, boolean mayStayOpen, String role) {
        public static final Limits NONE = new Limits(0, TimerWheel.NEVER);

        public static final Limits STAYS_OPEN = new Limits(0, TimerWheel.NEVER, true, "");

        public Limits(long atLeastNanos, long atMostNanos) {
            this(atLeastNanos, atMostNanos, false, "");
        }

        /** No limits, for a holder with a role. */
        public static Limits noneAs(String role) {
            return new Limits(0, TimerWheel.NEVER, false, role);
        }
    }

    OpenHolds(LockNode<?> node, TimerWheel wheel, LongSupplier leaseNanos) {
        this.node = node;
        this.wheel = wheel;
        this.leaseNanos = leaseNanos;
    }

    /** The claim holds from now on. */
    void add(LocalClaim claim, long now) {
        limit(claim, claim.limits, now);
        if (claim.validUntil != Long.MAX_VALUE) {
            Links links = claim.links();
            links.before = ends.before;
            links.after = ends;
            ends.before.after = links;
            ends.before = links;
        }
    }

    /** The claim has these limits from now on; false if it holds no more. */
    public boolean extend(LocalClaim claim, Limits limits) {
        boolean holds = claim.isValid();
        if (holds) {
            limit(claim, limits, claim.now());
        }
        return holds;
    }

    private void limit(LocalClaim claim, Limits limits, long now) {
        claim.keptUntil = limits.atLeastNanos() == 0 ? Long.MIN_VALUE : TimerWheel.sum(now, limits.atLeastNanos());
        claim.endsAt = TimerWheel.sum(now, limits.atMostNanos());
        if (claim.endsAt != TimerWheel.NEVER || claim.holdTimer != null) {
            wheel.start(claim.holdTimer(), claim.endsAt);
        }
        tell(claim);
    }

    /**
     * The owner has closed the hold. False if the lock can be given back; else the node keeps it: to all others, on this node
     * too, it is as if the claim held it still.
     */
    boolean keep(LocalClaim claim, long now) {
        if (claim.keptUntil <= now) {
            return false;
        }
        remove(claim);
        claim.isKept = true;
        wheel.start(claim.holdTimer(), claim.keptUntil);
        return true;
    }

    /** Whether the least time of some lock is not over. */
    boolean keepsSome(long now) {
        for (LockSlot<?> slot : node.slots()) {
            for (Claim claim : slot.holding()) {
                if (((LocalClaim) claim).keptUntil > now) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The claim does not hold any more. */
    void remove(LocalClaim claim) {
        if (claim.holdTimer != null) {
            wheel.stop(claim.holdTimer);
        }
        Links links = claim.linksIfAny();
        if (links != null) {
            links.before.after = links.after;
            links.after.before = links.before;
            links.before = links;
            links.after = links;
        }
    }

    /** Whether a claim of this node has the lock now, by the clock, in a mode that covers this one. */
    public boolean isHeld(LockName lock, Mode mode) {
        LockSlot<?> slot = node.find(lock);
        return slot != null
                && slot.holding().stream()
                        .anyMatch(claim -> claim.mode().covers(mode) && ((LocalClaim) claim).isValid());
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

    /** Those that hold since then or longer and were not given here before; the oldest are the first of the ring. */
    public List<LocalClaim> openSince(long time) {
        List<LocalClaim> found = new ArrayList<>();
        for (Links links = ends.after; links.claim != null && links.claim.heldAt <= time; links = links.after) {
            LocalClaim claim = links.claim;
            if (!claim.openTooLongSaid
                    && !claim.limits.mayStayOpen()
                    && !claim.lock().isReserved()) {
                claim.openTooLongSaid = true;
                found.add(claim);
            }
        }
        return found;
    }

    public boolean isEmpty() {
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
        nextTime = now + Math.max(1, leaseNanos.getAsLong() / TIMES_IN_A_LEASE);
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
        return slot == null ? Long.MIN_VALUE : Math.min(slot.validUntil(), claim.endsAt);
    }
}
