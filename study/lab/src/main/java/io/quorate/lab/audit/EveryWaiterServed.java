// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A claim waits until it is granted or given up, and is granted once; when all is quiet, nobody waits. */
public final class EveryWaiterServed implements Audit {
    /** A sentence should not fill a screen. */
    private static final int NAMED_MAX = 10;

    private final Set<NodeClaim> waiting = new LinkedHashSet<>();

    @Override
    public void waiting(NodeClaim claim) {
        waiting.add(claim);
    }

    @Override
    public void granted(NodeClaim claim) {
        if (!waiting.remove(claim)) {
            throw new AuditFailure(claim + " got the lock " + claim.lock() + " without waiting for it");
        }
    }

    @Override
    public void abandoned(NodeClaim claim) {
        waiting.remove(claim);
    }

    @Override
    public void whenQuiet(Cluster cluster) {
        if (!waiting.isEmpty()) {
            List<String> each = new ArrayList<>();
            waiting.stream().limit(NAMED_MAX).forEach(claim -> each.add(claim + " for " + claim.lock()));
            if (waiting.size() > NAMED_MAX) {
                each.add("and " + (waiting.size() - NAMED_MAX) + " more");
            }
            throw new AuditFailure("nothing happens any more, and still wait: " + String.join(", ", each));
        }
    }
}
