// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.bench.load.Spread;
import io.quorate.cli.bench.load.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures by rounds, and their ratios to the floor. */
final class Figures {
    private final List<Round> rounds = new ArrayList<>();

    /**
     * One workload of one contestant in one round. A turn is an acquire with its release.
     *
     * @param delayMillis one way, between all processes
     * @param handOffsPerSecond turns whose lock was another client's before
     * @param cpuMicros of all processes of the contestant, for each turn
     * @param partOfOthers which part of all processors other work used meanwhile
     */
    record Round(
            String contestant,
            Workload workload,
            long delayMillis,
            int round,
            long turns,
            double acquireP50Micros,
            double turnP50Micros,
            double turnP99Micros,
            double turnsPerSecond,
            double handOffsPerSecond,
            double cpuMicros,
            double partOfOthers,
            long overlaps,
            long failures) {}

    void add(Round round) {
        rounds.add(round);
    }

    List<Round> rounds() {
        return List.copyOf(rounds);
    }

    /** Those of one contestant in one situation, in order. */
    private double[] values(Situation key, ToDoubleFunction<Round> figure) {
        return rounds.stream()
                .filter(each -> each.contestant().equals(key.contestant())
                        && each.workload() == key.workload()
                        && each.delayMillis() == key.delayMillis())
                .mapToDouble(figure)
                .toArray();
    }

    /** The subject of a line of a table. */
    record Situation(String contestant, Workload workload, long delayMillis) {
        Situation of(Contestant other) {
            return new Situation(other.title(), workload, delayMillis);
        }
    }

    double median(Situation key, ToDoubleFunction<Round> figure) {
        return Spread.of(values(key, figure)).median();
    }

    /** Of each round the ratio to the floor in the same round: what else the machine did then, it did to both. */
    Spread ratio(Situation key, Contestant floor, ToDoubleFunction<Round> figure) {
        double[] ours = values(key, figure);
        double[] theirs = values(key.of(floor), figure);
        double[] ratios = new double[ours.length];
        for (int index = 0; index < ratios.length; index++) {
            ratios[index] = ours[index] / theirs[index];
        }
        return Spread.of(ratios);
    }
}
