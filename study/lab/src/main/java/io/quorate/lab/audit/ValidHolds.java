// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * At no instant of true time are two holds valid that exclude each other. A hold is valid from its grant until it is given back or
 * lost, as long as the clock of its node is before the time that the node named in its last turn; it is so for a node that
 * stands still too. A node that does not stand still must moreover have said that the hold is lost before anybody else gets
 * the lock. And what a crashed node held counts until its time is over: somebody may still act for it.
 */
public final class ValidHolds {
    private final Clocks clocks;
    private final Map<LockName, List<Hold>> holds = new LinkedHashMap<>();
    private long outlived;

    /** The present state of the nodes. */
    public interface Clocks {
        /** The time that the node's clock shows. */
        long shownAt(NodeId node);

        /** Whether the node does what is due. */
        boolean isAwake(NodeId node);
    }

    private static final class Hold {
        private final NodeClaim claim;
        private long until;
        private boolean crashed;

        Hold(NodeClaim claim, long until) {
            this.claim = claim;
            this.until = until;
        }
    }

    public ValidHolds(Clocks clocks) {
        this.clocks = clocks;
    }

    /** How often a lock was granted while a node that stood still, or is gone, had not said that it lost it. */
    public long outlived() {
        return outlived;
    }

    /** The claim holds, by the clock of its node until then. */
    public void granted(NodeClaim claim, long until) {
        Hold granted = new Hold(claim, until);
        List<Hold> others = holds.computeIfAbsent(claim.lock(), lock -> new ArrayList<>(2));
        others.removeIf(hold -> hold.crashed && !isValid(hold));
        for (Hold other : others) {
            if (other.claim.mode().conflictsWith(claim.mode())) {
                requireOver(other, claim);
            }
        }
        others.add(granted);
    }

    private boolean isValid(Hold hold) {
        return clocks.shownAt(hold.claim.node()) < hold.until;
    }

    private void requireOver(Hold other, NodeClaim claim) {
        String both = "two hold the lock " + claim.lock() + " at once: " + claim + " got it while " + other.claim;
        if (isValid(other)) {
            long more = other.until - clocks.shownAt(other.claim.node());
            String who = other.crashed ? ", whose node has crashed, may still act" : " is valid";
            throw new AuditFailure(both + who + (other.until == Long.MAX_VALUE ? "" : " for " + more + " ns more"));
        }
        if (clocks.isAwake(other.claim.node())) {
            throw new AuditFailure(both + " has not been told that it lost it");
        }
        outlived++;
    }

    /** The node has had a turn; this is until when the hold is valid now. */
    public void prolonged(NodeClaim claim, long until) {
        Hold hold = find(claim);
        if (!isValid(hold) && until > hold.until) {
            throw new AuditFailure("the hold of " + claim + " for " + claim.lock() + " was over and is valid again");
        }
        hold.until = until;
        if (!isValid(hold)) {
            throw new AuditFailure("the hold of " + claim + " for " + claim.lock()
                    + " is over by its clock, and the node, which just had a turn, has not said so");
        }
    }

    /** Given back, or lost and said so. */
    public void ended(NodeClaim claim) {
        List<Hold> of = holds.getOrDefault(claim.lock(), List.of());
        of.remove(find(claim));
    }

    /** The node is gone; what it held counts until its time is over, at the latest until then. */
    public void crashed(NodeClaim claim, long atTheLatest) {
        Hold hold = find(claim);
        hold.crashed = true;
        hold.until = Math.min(hold.until, atTheLatest);
    }

    private Hold find(NodeClaim claim) {
        for (Hold hold : holds.getOrDefault(claim.lock(), List.of())) {
            if (hold.claim.equals(claim)) {
                return hold;
            }
        }
        throw new AuditFailure(claim + " gave back the lock " + claim.lock() + " without having it");
    }
}
