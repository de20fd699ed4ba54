// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The measurements of an open loop: how long each acquire took, counted from the time for which it was scheduled. An acquire that had to
 * start late because earlier ones stalled is charged for that.
 *
 * @param start the time of the first acquire, by {@link System#nanoTime()}, which is one clock for all processes of a machine
 * @param interval nanoseconds between two scheduled times
 * @param nanos one entry for each acquire, in order; of one that failed, the time until it failed, negative
 */
public record Timeline(long start, long interval, List<Long> nanos) {
    /** One line of text, from process to process. */
    public String toLine() {
        return start + " " + interval + " "
                + nanos.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    public static Timeline ofLine(String line) {
        String[] words = line.split(" ");
        List<Long> nanos = new ArrayList<>();
        if (words.length > 2) {
            for (String each : words[2].split(",")) {
                nanos.add(Long.parseLong(each));
            }
        }
        return new Timeline(Long.parseLong(words[0]), Long.parseLong(words[1]), nanos);
    }

    /** The acquires that were scheduled in this span of time, the end not included. */
    public LongStream scheduled(long from, long to) {
        return LongStream.range(0, nanos.size())
                .filter(index -> start + index * interval - from >= 0 && start + index * interval - to < 0)
                .map(index -> nanos.get((int) index));
    }

    /**
     * Waiting times of several clients together.
     *
     * @param failures how many acquires failed; their time counts, too
     */
    public record Waits(long count, double p50, double p90, double p99, double longest, long failures) {
        /** In milliseconds, from nanoseconds that are negative for failures. */
        public static Waits of(LongStream nanos) {
            long[] all = nanos.toArray();
            long failures = Arrays.stream(all).filter(each -> each < 0).count();
            long[] sorted = Arrays.stream(all).map(Math::abs).sorted().toArray();
            return new Waits(
                    sorted.length,
                    millis(sorted, 0.5),
                    millis(sorted, 0.9),
                    millis(sorted, 0.99),
                    millis(sorted, 1),
                    failures);
        }

        /** The smallest value that this part of all values do not exceed; not a number if there are none. */
        private static double millis(long[] sorted, double part) {
            if (sorted.length == 0) {
                return Double.NaN;
            }
            int rank = (int) Math.ceil(part * sorted.length);
            return sorted[Math.max(1, rank) - 1] / 1e6;
        }
    }
}
