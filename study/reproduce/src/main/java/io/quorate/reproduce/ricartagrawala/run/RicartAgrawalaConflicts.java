// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala.run;

import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.function.LongSupplier;

/** Watches two nodes for conflicts: requests of which neither had arrived at the other node when that asked. */
public final class RicartAgrawalaConflicts implements ClusterObserver {
    private static final long NONE = -1;

    private LongSupplier clock = () -> 0;
    private long first = NONE;
    private long second = NONE;
    private boolean isFree = true;
    private long earlierFirst;
    private long laterFirst;
    private long others;

    public ClusterObserver watch(LongSupplier time) {
        clock = time;
        return this;
    }

    public long count() {
        return earlierFirst + laterFirst + others;
    }

    /** In how many conflicts the request that was made later was granted first. */
    public long laterFirst() {
        return laterFirst;
    }

    /** In how many the first entry was not one round trip after either request. */
    public long others() {
        return others;
    }

    @Override
    public void waiting(NodeClaim claim) {
        long now = clock.getAsLong();
        if (isFree && first == NONE) {
            first = now;
        } else if (isFree && now - first < RicartAgrawalaRuns.TRIP) {
            second = now;
        }
    }

    @Override
    public void granted(NodeClaim claim) {
        if (first != NONE && second > first) {
            count(clock.getAsLong());
        }
        isFree = false;
        first = NONE;
        second = NONE;
    }

    private void count(long entered) {
        if (entered == first + 2 * RicartAgrawalaRuns.TRIP) {
            earlierFirst++;
        } else if (entered == second + 2 * RicartAgrawalaRuns.TRIP) {
            laterFirst++;
        } else {
            others++;
        }
    }

    @Override
    public void released(NodeClaim claim) {
        isFree = true;
    }
}
