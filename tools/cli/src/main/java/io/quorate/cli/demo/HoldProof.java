// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import io.quorate.cli.demo.HoldJournal.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The proof in the two files.
 *
 * @param holds in the order in which they began
 * @param overlaps one sentence for each time that a node entered while another was inside, or left out of order
 */
record HoldProof(List<HeldTime> holds, List<String> overlaps, long expectedCounter, long counter) {
    /** A node held the lock, from a time to another, in nanoseconds since the demonstration began. */
    record HeldTime(String node, int round, long from, long to) {}

    static HoldProof of(List<Entry> entries, long expectedHolds, long counter) {
        List<HeldTime> holds = new ArrayList<>();
        List<String> overlaps = new ArrayList<>();
        Map<String, Entry> inside = new LinkedHashMap<>();
        int line = 0;
        for (Entry entry : entries) {
            line++;
            if (entry.entered()) {
                if (!inside.isEmpty()) {
                    overlaps.add("line " + line + ": " + entry.node() + " entered, already inside: "
                            + String.join(" and ", inside.keySet()));
                }
                inside.put(entry.node(), entry);
            } else {
                Entry begun = inside.remove(entry.node());
                if (begun == null) {
                    overlaps.add("line " + line + ": " + entry.node() + " left without having entered");
                } else {
                    holds.add(new HeldTime(entry.node(), entry.round(), begun.at(), entry.at()));
                }
            }
        }
        inside.keySet().forEach(node -> overlaps.add("at the end: " + node + " never left"));
        return new HoldProof(List.copyOf(holds), List.copyOf(overlaps), expectedHolds, counter);
    }

    boolean isFine() {
        return overlaps.isEmpty() && counter == expectedCounter && holds.size() == expectedCounter;
    }
}
