// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a storm.
 *
 * @param traceHash the same for the same run
 * @param turns how many turns all nodes had
 * @param virtualNanos how long it took, in true time
 * @param grants how many claims got a lock
 * @param happened how often what happened: faults, and what they led to
 * @param recovery how long after the storm the last was served, and how long that may take
 * @param broken which promise was broken, in one sentence; null if none was
 */
public record StormReport(
        Storm storm,
        long traceHash,
        long turns,
        long virtualNanos,
        long grants,
        Map<String, Long> happened,
        Recovery recovery,
        @Nullable String broken) {

    public StormReport {
        happened = Collections.unmodifiableMap(new TreeMap<>(happened));
    }

    /** In nanoseconds of true time; both 0 if the storm broke a promise before it ended. */
    public record Recovery(long taken, long bound) {}

    /** The rules that this storm exercised. */
    public Set<StormRule> rules() {
        return StormRule.exercisedBy(happened);
    }

    public boolean isOk() {
        return broken == null;
    }

    /** How often that happened. */
    public long count(String what) {
        return happened.getOrDefault(what, 0L);
    }
}
