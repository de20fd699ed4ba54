// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import io.quorate.cli.bench.Samples;
import org.HdrHistogram.Histogram;

/**
 * A client's measurements in a round.
 *
 * @param acquires how long each acquire took
 * @param turns how long each acquire took with its release
 * @param handOffs how often the lock was another client's before
 * @param overlaps how often two were inside at once: must be none
 * @param failures the number of failed acquires
 */
public record Measured(Samples acquires, Samples turns, long handOffs, long overlaps, long failures) {
    /** One line of text, from process to process. */
    public String toLine() {
        return handOffs + " " + overlaps + " " + failures + " " + acquires.toLine() + " " + turns.toLine();
    }

    public static Measured ofLine(String line) {
        String[] words = line.split(" ");
        return new Measured(
                Samples.ofLine(words[3] + " " + words[4]),
                Samples.ofLine(words[5] + " " + words[6]),
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]));
    }

    /** While it is being counted, by one thread. */
    static final class Tally {
        private final Histogram acquires = Samples.newHistogram();
        private final Histogram turns = Samples.newHistogram();
        private long handOffs;
        private long overlaps;
        private long failures;

        void turn(long acquireNanos, long turnNanos) {
            acquires.recordValue(Math.min(acquireNanos, Samples.NANOS_MAX));
            turns.recordValue(Math.min(turnNanos, Samples.NANOS_MAX));
        }

        void handOff() {
            handOffs++;
        }

        void overlap() {
            overlaps++;
        }

        void failure() {
            failures++;
        }

        void add(Tally other) {
            acquires.add(other.acquires);
            turns.add(other.turns);
            handOffs += other.handOffs;
            overlaps += other.overlaps;
            failures += other.failures;
        }

        Measured during(long nanos) {
            return new Measured(new Samples(acquires, nanos), new Samples(turns, nanos), handOffs, overlaps, failures);
        }
    }
}
