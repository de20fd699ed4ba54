// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.lab.replay.BrokenPromise;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/** Finds out which kinds of faults are not needed for a storm to break a promise. */
public final class FaultReduction {
    private FaultReduction() {}

    /**
     * A storm with fewer kinds of faults that breaks the same promise, from which no kind can be left out; the same one if it needs
     * all of them. With fewer kinds the others come at other times, so that it is another storm of the same seed.
     */
    public static StormReport of(StormReport broken, Consumer<Storm> listener) {
        StormReport calmest = broken;
        boolean isCalmer = true;
        while (isCalmer) {
            isCalmer = false;
            for (Fault fault : calmest.storm().faults()) {
                Set<Fault> fewer = EnumSet.copyOf(calmest.storm().faults());
                fewer.remove(fault);
                Storm storm = calmest.storm().with(fewer);
                listener.accept(storm);
                StormReport report = Storms.run(storm);
                if (breaksTheSame(report, broken)) {
                    calmest = report;
                    isCalmer = true;
                    break;
                }
            }
        }
        return calmest;
    }

    private static boolean breaksTheSame(StormReport report, StormReport original) {
        String broken = report.broken();
        return broken != null && BrokenPromise.of(broken).equals(BrokenPromise.of(String.valueOf(original.broken())));
    }
}
