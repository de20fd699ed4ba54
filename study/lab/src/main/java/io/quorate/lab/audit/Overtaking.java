// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.audit;

import io.quorate.core.model.LockName;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how often a claim gets the lock before one of another node that began to wait earlier and that it excludes. Some of
 * that is inevitable, since news takes time to travel; a limit for one claim tells that from starvation.
 */
public final class Overtaking implements Audit {
    /** No limit: only counts. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    private final long limit;
    private final Map<LockName, List<Waiter>> queues = new LinkedHashMap<>();
    private long count;
    private long worst;

    /** Fails when one claim is overtaken more often than this. */
    public Overtaking(long limit) {
        this.limit = limit;
    }

    private static final class Waiter {
        private final NodeClaim claim;
        private long overtaken;

        Waiter(NodeClaim claim) {
            this.claim = claim;
        }
    }

    /** How often somebody overtook somebody. */
    public long count() {
        return count;
    }

    /** How often the claim that was overtaken most often was. */
    public long worst() {
        return worst;
    }

    @Override
    public void waiting(NodeClaim claim) {
        queues.computeIfAbsent(claim.lock(), lock -> new ArrayList<>()).add(new Waiter(claim));
    }

    @Override
    public void granted(NodeClaim claim) {
        for (Waiter waiter : queues.getOrDefault(claim.lock(), List.of())) {
            if (waiter.claim.equals(claim)) {
                break;
            }
            if (!waiter.claim.node().equals(claim.node()) && waiter.claim.mode().conflictsWith(claim.mode())) {
                count++;
                worst = Math.max(worst, ++waiter.overtaken);
                if (waiter.overtaken > limit) {
                    throw new AuditFailure(waiter.claim + " waits for " + claim.lock() + " and was overtaken "
                            + waiter.overtaken + " times, last by " + claim + "; the limit is " + limit);
                }
            }
        }
        forget(claim);
    }

    @Override
    public void abandoned(NodeClaim claim) {
        forget(claim);
    }

    private void forget(NodeClaim claim) {
        List<Waiter> queue = queues.getOrDefault(claim.lock(), List.of());
        for (int place = 0; place < queue.size(); place++) {
            if (queue.get(place).claim.equals(claim)) {
                queue.remove(place);
                break;
            }
        }
        if (queue.isEmpty()) {
            queues.remove(claim.lock());
        }
    }
}
