// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import java.util.Map;
import java.util.TreeMap;

/** Counts what happens, by its name. */
final class EventCounts {
    private final Map<String, long[]> counts = new TreeMap<>();

    void count(String what) {
        count(what, 1);
    }

    void count(String what, long times) {
        if (times > 0) {
            counts.computeIfAbsent(what, name -> new long[1])[0] += times;
        }
    }

    Map<String, Long> toMap() {
        Map<String, Long> map = new TreeMap<>();
        counts.forEach((what, count) -> map.put(what, count[0]));
        return map;
    }
}
