// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.LockName;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** At no instant do two claims hold the same lock in modes that exclude each other, be they of one node or of two. */
public final class MutualExclusion implements Audit {
    private final Map<LockName, List<NodeClaim>> holders = new LinkedHashMap<>();

    @Override
    public void granted(NodeClaim claim) {
        List<NodeClaim> others = holders.computeIfAbsent(claim.lock(), lock -> new ArrayList<>(2));
        for (NodeClaim other : others) {
            if (other.mode().conflictsWith(claim.mode())) {
                throw new AuditFailure("two hold the lock " + claim.lock() + " at once: " + other + " held it when "
                        + claim + " got it");
            }
        }
        others.add(claim);
    }

    @Override
    public void released(NodeClaim claim) {
        end(claim);
    }

    @Override
    public void lost(NodeClaim claim, LossReason reason) {
        end(claim);
    }

    private void end(NodeClaim claim) {
        List<NodeClaim> of = holders.get(claim.lock());
        if (of == null || !of.remove(claim)) {
            throw new AuditFailure(claim + " gave back the lock " + claim.lock() + " without having it");
        }
        if (of.isEmpty()) {
            holders.remove(claim.lock());
        }
    }
}
