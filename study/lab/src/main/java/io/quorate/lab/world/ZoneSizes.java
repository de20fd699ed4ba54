// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The number of nodes in each zone; nodes are numbered in the order of the zones. */
public final class ZoneSizes {
    private ZoneSizes() {}

    /** Reads the sizes of the zones, as in {@code 5,4,4}, or how many there are, as in {@code 3}: then they are equal if possible. */
    public static List<Integer> parse(String text, int nodes) {
        List<Integer> numbers = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            numbers.add(number(each.strip(), text));
        }
        if (numbers.size() == 1) {
            return even(numbers.get(0), nodes);
        }
        long sum = numbers.stream().mapToLong(size -> size).sum();
        if (sum != nodes) {
            throw new IllegalArgumentException("The zones " + text + " have " + sum + " nodes together, but there are "
                    + nodes + ": give sizes that add up, or only how many zones there are.");
        }
        return numbers;
    }

    private static int number(String each, String text) {
        if (!each.matches("[0-9]{1,9}") || Integer.parseInt(each) == 0) {
            throw new IllegalArgumentException(
                    "Zones are given by their sizes, as in 5,4,4, or by how many there are, as in"
                            + " 3; this is neither: \"" + text + "\".");
        }
        return Integer.parseInt(each);
    }

    private static List<Integer> even(int zones, int nodes) {
        if (zones < 2 || zones > nodes) {
            throw new IllegalArgumentException(
                    "There must be at least two zones, and no more than nodes; " + nodes + " nodes cannot be in "
                            + zones + (zones == 1 ? " zone" : " zones") + " so that one of them can be lost.");
        }
        Integer[] sizes = new Integer[zones];
        Arrays.setAll(sizes, zone -> nodes / zones + (zone < nodes % zones ? 1 : 0));
        return List.of(sizes);
    }
}
