// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts pairs of holds that exclude each other and were valid at the same time, by when that began. */
public final class Overlaps {
    private final List<Long> begins = new ArrayList<>();

    private Overlaps() {}

    public static Overlaps of(List<ProcessLog> logs) {
        Map<String, List<HoldHistory>> byName = new TreeMap<>();
        for (ProcessLog log : logs) {
            log.histories().stream()
                    .filter(HoldHistory::wasValid)
                    .forEach(each -> byName.computeIfAbsent(each.name, name -> new ArrayList<>())
                            .add(each));
        }
        Overlaps overlaps = new Overlaps();
        byName.values().forEach(overlaps::addAll);
        return overlaps;
    }

    private void addAll(List<HoldHistory> ofOneLock) {
        ofOneLock.sort(Comparator.comparingLong(each -> each.begin));
        List<HoldHistory> open = new ArrayList<>();
        for (HoldHistory hold : ofOneLock) {
            open.removeIf(earlier -> earlier.validUntil() <= hold.begin);
            open.stream()
                    .filter(earlier -> !(earlier.shared && hold.shared))
                    .forEach(earlier -> begins.add(hold.begin));
            open.add(hold);
        }
    }

    public long count() {
        return begins.size();
    }

    /** How many began after this time, by {@link System#nanoTime()}. */
    public long countAfter(long time) {
        return begins.stream().filter(each -> each - time > 0).count();
    }
}
