// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.LockNode;
import io.quorate.node.time.TimerWheel;
import java.time.Duration;

/** Until when claims wait: for their timeout, or for missing nodes if that is shorter. Touched in turns only. */
final class ClaimDeadlines {
    private final LockNode<?> node;
    private final TimerWheel wheel;
    private final Availability availability;
    private final long unavailableAfterNanos;

    ClaimDeadlines(LockNode<?> node, TimerWheel wheel, Availability availability, Duration unavailableAfter) {
        this.node = node;
        this.wheel = wheel;
        this.availability = availability;
        this.unavailableAfterNanos = NodeSettings.nanos(unavailableAfter);
    }

    /** Sets the claim's timer to when its timeout ends, or the wait for missing nodes if that is sooner. */
    void watch(LocalClaim claim, long now) {
        long giveUp =
                availability.isAvailable(claim.lock()) ? TimerWheel.NEVER : TimerWheel.sum(now, unavailableAfterNanos);
        long next = Math.min(claim.deadline, giveUp);
        if (next != TimerWheel.NEVER) {
            wheel.start(claim.timer(), next);
        } else {
            unwatch(claim);
        }
    }

    void unwatch(LocalClaim claim) {
        if (claim.timer != null) {
            wheel.stop(claim.timer);
        }
    }

    void watchAll(long now) {
        node.slots().forEach(slot -> watchAll(slot, now));
    }

    /** Other nodes are suspected than before. */
    void watchAgain(NodeSet before, long now) {
        for (LockSlot<?> slot : node.slots()) {
            // Each lock has its own quorums, and may be the only one that this peer decides.
            if (availability.isAvailable(slot.name(), before) != availability.isAvailable(slot.name())) {
                watchAll(slot, now);
            }
        }
    }

    private void watchAll(LockSlot<?> slot, long now) {
        for (Claim claim : slot.waiting()) {
            watch((LocalClaim) claim, now);
        }
    }

    /** Whether too few nodes that decide about the lock were there for the whole of that time. */
    boolean isUnavailable(LockName lock, long now) {
        return availability.isUnavailable(lock, now - unavailableAfterNanos);
    }
}
