// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.lab.simulate.chance.Numbers;
import io.quorate.lab.simulate.chance.RandomDuration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A matrix of delays in a file, for people:
 *
 * <pre>
 * # three places, delays one way
 * zones  europe  america  asia
 * nodes  europe europe america america asia
 * as     exponential
 * europe    300us  45ms   90ms
 * america   45ms   300us  70ms
 * asia      90ms   70ms   uniform:100us:500us
 * </pre>
 *
 * Without {@code zones}, rows have no names, and each node has a row of its own. {@code as} says how bare times are meant; without it
 * they are constant.
 */
public final class DelayFile {
    private final List<List<RandomDuration>> rows = new ArrayList<>();
    private final List<String> zones = new ArrayList<>();
    private final List<Integer> zoneOf = new ArrayList<>();
    private String distribution = "constant";

    private DelayFile() {}

    /** The matrix; a line that cannot be read is refused with its number. */
    public static Delays read(List<String> lines) {
        return new DelayFile().matrix(lines);
    }

    private Delays matrix(List<String> lines) {
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                try {
                    take(Arrays.asList(line.split("\\s+")));
                } catch (IllegalArgumentException refused) {
                    throw new IllegalArgumentException("line " + number + ": " + refused.getMessage(), refused);
                }
            }
        }
        int expected = zones.isEmpty() ? rows.size() : zones.size();
        if (rows.isEmpty() || rows.size() != expected) {
            throw new IllegalArgumentException("There must be a row of delays for each zone or node; there are "
                    + rows.size() + (zones.isEmpty() ? " rows" : " rows for " + zones.size() + " zones")
                    + ". A row is written as in: 300us 45ms 90ms");
        }
        if (!zones.isEmpty() && zoneOf.isEmpty()) {
            throw new IllegalArgumentException("A line must say where each node is, as in: nodes " + zones.get(0) + " "
                    + zones.get(0) + " " + zones.get(zones.size() - 1));
        }
        return new Delays.Matrix(rows, zoneOf);
    }

    private void take(List<String> words) {
        List<String> rest = words.subList(1, words.size());
        switch (words.get(0)) {
            case "zones" -> zones.addAll(rest);
            case "nodes" -> rest.forEach(name -> zoneOf.add(zone(name)));
            case "as" -> distribution = String.join(" ", rest);
            default -> takeRow(words);
        }
    }

    private int zone(String name) {
        int zone = zones.indexOf(name);
        if (zone < 0) {
            throw new IllegalArgumentException("there is no zone \"" + name + "\"; a line above must name it, as in:"
                    + " zones europe america (known: " + zones + ")");
        }
        return zone;
    }

    private void takeRow(List<String> words) {
        boolean isNamed = !zones.isEmpty();
        if (isNamed && zone(words.get(0)) != rows.size()) {
            throw new IllegalArgumentException("the rows stand in the order of the zones: here comes "
                    + zones.get(Math.min(rows.size(), zones.size() - 1)) + ", not " + words.get(0));
        }
        List<String> durations = words.subList(isNamed ? 1 : 0, words.size());
        if (isNamed && durations.size() != zones.size()) {
            throw new IllegalArgumentException("there are " + zones.size() + " zones, but " + durations.size()
                    + " delays: from " + words.get(0) + " to each of " + zones);
        }
        rows.add(durations.stream().map(this::duration).toList());
    }

    private RandomDuration duration(String text) {
        return Numbers.isNanos(text)
                ? RandomDuration.named(distribution, Numbers.nanos(text))
                : RandomDuration.parse(text);
    }
}
