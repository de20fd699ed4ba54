// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.twins;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a split.
 *
 * @param grants the number of claims that got the lock
 * @param happened how often what happened
 * @param lastOverlap when the last overlap of two holds began, in heartbeats after the heal; negative before it, 0 without any
 * @param broken the promise that was broken, in one sentence; null if none was
 */
public record SplitReport(
        Split split,
        long grants,
        Map<String, Long> happened,
        double lastOverlap,
        @Nullable String broken) {
    public SplitReport {
        happened = Collections.unmodifiableMap(new TreeMap<>(happened));
    }

    public boolean isOk() {
        return broken == null;
    }

    /** How often that happened. */
    public long count(String what) {
        return happened.getOrDefault(what, 0L);
    }
}
