// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** How many messages of locks the nodes had to process, the least first. */
public final class LoadSpread {
    private final int[] sorted;

    private LoadSpread(int[] sorted) {
        this.sorted = sorted;
    }

    static LoadSpread of(int[] loads) {
        int[] sorted = loads.clone();
        Arrays.sort(sorted);
        return new LoadSpread(sorted);
    }

    /** @param nodesByLoad how many nodes had each load */
    public static LoadSpread ofNodesByLoad(SortedMap<Integer, Integer> nodesByLoad) {
        return of(nodesByLoad.entrySet().stream()
                .flatMapToInt(each -> IntStream.generate(each::getKey).limit(each.getValue()))
                .toArray());
    }

    /** How many nodes had each load, the least first. */
    public SortedMap<Integer, Integer> nodesByLoad() {
        SortedMap<Integer, Integer> nodes = new TreeMap<>();
        for (int load : sorted) {
            nodes.merge(load, 1, Integer::sum);
        }
        return nodes;
    }

    /** The loads of all nodes of several runs. */
    static LoadSpread union(LoadSpread one, LoadSpread other) {
        return of(IntStream.concat(Arrays.stream(one.sorted), Arrays.stream(other.sorted))
                .toArray());
    }

    /** The share of the nodes with at most this number. */
    public double partUpTo(int messages) {
        return (double) Arrays.stream(sorted).filter(load -> load <= messages).count() / sorted.length;
    }

    public double mean() {
        return Arrays.stream(sorted).average().orElse(0);
    }

    public int most() {
        return sorted[sorted.length - 1];
    }

    /** Which part of all messages the busiest part of the nodes had. */
    public double partOfBusiest(double nodes) {
        int count = (int) Math.max(1, Math.round(nodes * sorted.length));
        long theirs = Arrays.stream(sorted, sorted.length - count, sorted.length)
                .asLongStream()
                .sum();
        return (double) theirs
                / Math.max(1, Arrays.stream(sorted).asLongStream().sum());
    }

    /** 0 if all have the same load, near 1 if one has all of it (Gini). */
    public double inequality() {
        double weighted = 0;
        double sum = 0;
        for (int place = 0; place < sorted.length; place++) {
            weighted += (2.0 * (place + 1) - sorted.length - 1) * sorted[place];
            sum += sorted[place];
        }
        return sum == 0 ? 0 : weighted / (sorted.length * sum);
    }
}
