// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** How much more some of several things are wanted, or some of several nodes want, than others. */
public sealed interface Popularity {
    /** All alike. */
    static Popularity even() {
        return new Even();
    }

    /** The share of each of a number of locks; together they are 1. */
    double[] shares(int count);

    /** All alike. */
    record Even() implements Popularity {
        @Override
        public double[] shares(int count) {
            double[] shares = new double[count];
            Arrays.fill(shares, 1.0 / count);
            return shares;
        }
    }

    /** The k-th is wanted in proportion to 1 / k^exponent (Zipf's law). */
    record Zipf(double exponent) implements Popularity {
        public Zipf {
            if (!(exponent >= 0 && exponent <= EXPONENT_MAX)) {
                throw new IllegalArgumentException(
                        "the exponent of Zipf's law lies between 0 and " + EXPONENT_MAX + ", not " + exponent);
            }
        }

        @Override
        public double[] shares(int count) {
            double[] shares = new double[count];
            Arrays.setAll(shares, place -> Math.pow(place + 1.0, -exponent));
            double sum = Arrays.stream(shares).sum();
            Arrays.setAll(shares, place -> shares[place] / sum);
            return shares;
        }
    }

    /** Hot spots: some have these shares, by place from 0 on; the others have equal parts of the rest. */
    record HotSpots(Map<Integer, Double> hot) implements Popularity {
        public HotSpots {
            hot = Collections.unmodifiableMap(new TreeMap<>(hot));
            double sum = hot.values().stream().mapToDouble(share -> share).sum();
            if (hot.isEmpty()
                    || sum > 1 + ROUNDING
                    || hot.values().stream().anyMatch(share -> !(share >= 0 && share <= 1))) {
                throw new IllegalArgumentException(
                        "the shares of hot spots lie between 0 and 1, and are at most 1 together, not " + sum);
            }
        }

        @Override
        public double[] shares(int count) {
            double[] shares = new double[count];
            int others = count - hot.size();
            double rest = 1 - hot.values().stream().mapToDouble(share -> share).sum();
            Arrays.fill(shares, others == 0 ? 0 : Math.max(0, rest) / others);
            hot.forEach((place, share) -> shares[place] = share);
            return shares;
        }
    }

    /** More than this and all but the first are forgotten. */
    double EXPONENT_MAX = 10;

    /** Shares are given in decimals, which do not always add up in binary. */
    double ROUNDING = 1e-9;

    /** Whether it speaks of no more than there are, and its shares add up. */
    default boolean fits(int count) {
        boolean isWithin = !(this instanceof HotSpots spots)
                || spots.hot.keySet().stream().allMatch(place -> place >= 0 && place < count);
        return isWithin && Math.abs(Arrays.stream(shares(count)).sum() - 1) < ROUNDING;
    }

    /** Refuses one that speaks of more than there are, or does not say who gets the rest. */
    default void requireFits(String ofWhat, int count) {
        if (!fits(count)) {
            throw new IllegalArgumentException("these hot spots do not fit " + count + " " + ofWhat + ": "
                    + text(place -> "number " + (place + 1))
                    + ". Name only such as there are; and if you name all, make"
                    + " their shares add up to 1");
        }
    }

    /** The whole number that each gets when a total is divided by these shares: the largest remainders are rounded up. */
    default int[] deal(int whole, int count) {
        double[] shares = shares(count);
        int[] parts = new int[count];
        Arrays.setAll(parts, place -> (int) (shares[place] * whole + ROUNDING));
        List<Integer> byRemainder = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingDouble(place -> parts[place] - shares[place] * whole))
                .toList();
        int left = whole - Arrays.stream(parts).sum();
        for (int next = 0; next < left; next++) {
            parts[byRemainder.get(next % count)]++;
        }
        return parts;
    }

    /** Reads {@code even}, {@code zipf:1.0}, or hot spots by their names, as in {@code n1=0.5,n3=0.2}. */
    static Popularity parse(String text, IntFunction<String> nameOf, int count) {
        if (text.equals("even")) {
            return even();
        }
        if (text.startsWith("zipf:")) {
            return new Zipf(Numbers.decimal(text.substring("zipf:".length())));
        }
        Map<Integer, Double> hot = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            String[] nameAndShare = part.split("=", 2);
            int place = IntStream.range(0, count)
                    .filter(each -> nameOf.apply(each).equals(nameAndShare[0]))
                    .findFirst()
                    .orElse(-1);
            if (place < 0 || nameAndShare.length < 2) {
                throw new IllegalArgumentException(
                        "\"" + part + "\" does not say what is hot. Write even, zipf:1.0, or "
                                + nameOf.apply(0) + "=0.5 for half of all; there are " + nameOf.apply(0)
                                + (count > 1 ? " to " + nameOf.apply(count - 1) : " only"));
            }
            hot.put(place, Numbers.decimal(nameAndShare[1]));
        }
        return new HotSpots(hot);
    }

    /** The text that {@link #parse} reads. */
    default String text(IntFunction<String> nameOf) {
        if (this instanceof Zipf zipf) {
            return "zipf:" + zipf.exponent;
        }
        if (this instanceof HotSpots spots) {
            StringJoiner text = new StringJoiner(",");
            spots.hot.forEach((place, share) -> text.add(nameOf.apply(place) + "=" + share));
            return text.toString();
        }
        return "even";
    }
}
