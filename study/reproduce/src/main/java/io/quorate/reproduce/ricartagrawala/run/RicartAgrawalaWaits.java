// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala.run;

import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** How long claims wait on average, those of one group apart from all others; over several runs. */
public final class RicartAgrawalaWaits implements ClusterObserver {
    private final Predicate<NodeClaim> isOfTheGroup;
    private final Map<NodeClaim, Long> since = new LinkedHashMap<>();
    private final long[] waited = new long[2];
    private final long[] entries = new long[2];
    private LongSupplier clock = () -> 0;

    public RicartAgrawalaWaits(Predicate<NodeClaim> isOfTheGroup) {
        this.isOfTheGroup = isOfTheGroup;
    }

    /** Watches one more run. */
    public ClusterObserver watch(LongSupplier time) {
        clock = time;
        since.clear();
        return this;
    }

    @Override
    public void waiting(NodeClaim claim) {
        since.put(claim, clock.getAsLong());
    }

    @Override
    public void granted(NodeClaim claim) {
        Long began = since.remove(claim);
        int group = isOfTheGroup.test(claim) ? 1 : 0;
        waited[group] += began == null ? 0 : clock.getAsLong() - began;
        entries[group]++;
    }

    /** The mean wait in the group, in nanoseconds. */
    public double ofTheGroup() {
        return (double) waited[1] / entries[1];
    }

    /** The mean wait of all others, in nanoseconds. */
    public double ofTheOthers() {
        return (double) waited[0] / entries[0];
    }
}
