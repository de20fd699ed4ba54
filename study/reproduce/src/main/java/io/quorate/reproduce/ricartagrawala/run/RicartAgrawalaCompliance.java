// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala.run;

import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Section 5.4, entry by entry: it comes one trip after the last release (Case A, Bound 3), or one round trip after its own request
 * (Case B, Bounds 1 and 2), whichever is later. For runs in which all messages take one trip.
 */
public final class RicartAgrawalaCompliance implements ClusterObserver {
    private final Map<NodeClaim, Long> askedAt = new LinkedHashMap<>();
    private LongSupplier clock = () -> 0;
    private long releasedAt;
    private long caseA;
    private long caseB;
    private long others;

    public ClusterObserver watch(LongSupplier time) {
        clock = time;
        askedAt.clear();
        releasedAt = -RicartAgrawalaRuns.TRIP;
        return this;
    }

    public long caseA() {
        return caseA;
    }

    public long caseB() {
        return caseB;
    }

    /** Entries that came neither then nor then. */
    public long others() {
        return others;
    }

    @Override
    public void waiting(NodeClaim claim) {
        askedAt.put(claim, clock.getAsLong());
    }

    @Override
    public void granted(NodeClaim claim) {
        Long asked = askedAt.remove(claim);
        long bound3 = releasedAt + RicartAgrawalaRuns.TRIP;
        long bound1 = (asked == null ? 0 : asked) + 2 * RicartAgrawalaRuns.TRIP;
        if (clock.getAsLong() != Math.max(bound1, bound3)) {
            others++;
        } else if (bound3 >= bound1) {
            caseA++;
        } else {
            caseB++;
        }
    }

    @Override
    public void released(NodeClaim claim) {
        releasedAt = clock.getAsLong();
    }
}
