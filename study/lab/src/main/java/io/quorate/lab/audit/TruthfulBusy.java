// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A claim that wants a lock now or not at all is told "busy" only if the node that is named held the lock at some moment after the
 * claim asked, in conflict with it; or an EXCLUSIVE claim came between two SHARED ones. Events are told in the order of true
 * time.
 */
public final class TruthfulBusy {
    private final Map<LockName, Set<NodeClaim>> holding = new LinkedHashMap<>();

    /** The holds that each open claim has seen since it asked. */
    private final Map<NodeClaim, Set<NodeClaim>> seen = new LinkedHashMap<>();

    /** The locks that somebody has wanted alone: between SHARED claims of others, one that waits may come first. */
    private final Set<LockName> wantedAlone = new LinkedHashSet<>();

    /** The claim begins to wait. */
    public void asks(NodeClaim claim) {
        if (claim.mode() == Mode.EXCLUSIVE) {
            wantedAlone.add(claim.lock());
        }
        if (claim.isNow()) {
            seen.put(claim, new LinkedHashSet<>(holding.getOrDefault(claim.lock(), new LinkedHashSet<>())));
        }
    }

    /** The claim no longer waits. */
    public void gaveUp(NodeClaim claim) {
        seen.remove(claim);
    }

    public void granted(NodeClaim claim) {
        seen.remove(claim);
        holding.computeIfAbsent(claim.lock(), lock -> new LinkedHashSet<>()).add(claim);
        seen.forEach((asking, holders) -> {
            if (asking.lock().equals(claim.lock())) {
                holders.add(claim);
            }
        });
    }

    /** The claim no longer holds. */
    public void ended(NodeClaim claim) {
        holding.getOrDefault(claim.lock(), new LinkedHashSet<>()).remove(claim);
    }

    /** All claims of the node are gone with it. */
    public void crashed(NodeId node) {
        holding.values().forEach(claims -> claims.removeIf(claim -> claim.node().equals(node)));
        seen.keySet().removeIf(claim -> claim.node().equals(node));
    }

    /** The claim, which asked, is told that this node held the lock. */
    public void busy(NodeClaim claim, NodeId holder) {
        Set<NodeClaim> holders = seen.remove(claim);
        if (holders == null) {
            throw new AuditFailure(claim + " was told that " + claim.lock() + " is busy, and does not want it now");
        }
        for (NodeClaim each : holders) {
            boolean keepsBack = each.mode().conflictsWith(claim.mode()) || wantedAlone.contains(claim.lock());
            if (each.node().equals(holder) && keepsBack) {
                return;
            }
        }
        throw new AuditFailure("a false busy: " + claim + " was told that " + holder + " held " + claim.lock()
                + ", which it did not in conflict with it after it was asked; others that did: " + holders);
    }
}
