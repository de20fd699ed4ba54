// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Samples;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a lock that somebody waits for lies idle when it goes from one node to another: from the release until the
 * next entry. (The literature calls it synchronisation delay.)
 */
final class HandOvers implements ClusterObserver {
    private final LongSupplier clock;
    private final Map<LockName, Lock> locks = new LinkedHashMap<>();
    private final Samples samples = new Samples();

    HandOvers(LongSupplier clock) {
        this.clock = clock;
    }

    private static final class Lock {
        private final Set<NodeClaim> waiting = new LinkedHashSet<>();
        private final Set<NodeClaim> holding = new LinkedHashSet<>();

        /** The node that gave it back last while others waited; null if it was taken since, or none waited. */
        private @Nullable NodeId giver;

        private long givenAt;
    }

    private Lock lock(NodeClaim claim) {
        return locks.computeIfAbsent(claim.lock(), name -> new Lock());
    }

    @Override
    public void waiting(NodeClaim claim) {
        lock(claim).waiting.add(claim);
    }

    @Override
    public void abandoned(NodeClaim claim) {
        lock(claim).waiting.remove(claim);
    }

    @Override
    public void granted(NodeClaim claim) {
        Lock lock = lock(claim);
        NodeId giver = lock.giver;
        if (giver != null && !giver.equals(claim.node())) {
            samples.add(clock.getAsLong() - lock.givenAt);
        }
        lock.giver = null;
        lock.waiting.remove(claim);
        lock.holding.add(claim);
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
        Lock lock = lock(claim);
        lock.holding.remove(claim);
        boolean othersWait =
                lock.waiting.stream().anyMatch(other -> !other.node().equals(claim.node()));
        if (lock.holding.isEmpty() && othersWait) {
            lock.giver = claim.node();
            lock.givenAt = clock.getAsLong();
        }
    }

    SimulationReport.HandOvers times() {
        return new SimulationReport.HandOvers(
                samples.count(),
                samples.mean(),
                samples.percentile(0),
                samples.percentile(50),
                samples.percentile(100));
    }
}
