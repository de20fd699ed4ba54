// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.bench.load.Spread;
import io.quorate.cli.bench.load.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** All that was measured in a run; what a page says about it is drawn from here. */
final class Figures {
    private final List<Round> rounds = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();
    private final Map<Contestant, String> settings = new LinkedHashMap<>();

    /**
     * One workload of one contestant in one round. A turn is an acquire with its release.
     *
     * @param handOffsPerSecond turns whose lock was another client's before; none in A and B
     * @param bytes for each turn, of all processes; null if not measured
     * @param packets for each turn, with payload; null if not measured
     * @param partOfOthers which part of all processors other work used meanwhile
     */
    record Round(
            Contestant contestant,
            Workload workload,
            int round,
            long turns,
            double acquireP50Micros,
            double p50Micros,
            double p99Micros,
            double perSecond,
            double handOffsPerSecond,
            double cpuMicros,
            @Nullable Double bytes,
            @Nullable Double packets,
            double partOfOthers,
            long overlaps,
            long failures) {
        /** The unit that is counted: under contention a hand-off, else a turn. */
        double workPerSecond() {
            return workload == Workload.CONTENDED ? handOffsPerSecond : perSecond;
        }
    }

    /** The killed process. */
    enum Fault {
        HOLDER('E', "the holder is killed: time until a waiting client has the lock"),
        SERVER('F', "a voter or server is killed: the longest stall of the others");

        private final char letter;
        private final String words;

        Fault(char letter, String words) {
            this.letter = letter;
            this.words = words;
        }

        char letter() {
            return letter;
        }

        String words() {
            return words;
        }
    }

    /**
     * One kill.
     *
     * @param millis how long the others had to wait; null if longer than the deadline
     * @param usualMillis the longest wait before the kill, for comparison; null if not measured
     * @param failures requests that were answered by an exception meanwhile
     */
    record Outage(
            Contestant contestant,
            Fault fault,
            int repeat,
            @Nullable Double millis,
            double deadlineMillis,
            @Nullable Double usualMillis,
            long failures) {}

    void add(Round round) {
        rounds.add(round);
    }

    void add(Outage outage) {
        outages.add(outage);
    }

    void settings(Contestant contestant, String text) {
        settings.put(contestant, text);
    }

    List<Round> rounds() {
        return List.copyOf(rounds);
    }

    List<Outage> outages() {
        return List.copyOf(outages);
    }

    Map<Contestant, String> settings() {
        return settings;
    }

    List<Round> of(Contestant contestant, Workload workload) {
        return rounds.stream()
                .filter(round -> round.contestant() == contestant && round.workload() == workload)
                .toList();
    }

    List<Outage> of(Contestant contestant, Fault fault) {
        return outages.stream()
                .filter(outage -> outage.contestant() == contestant && outage.fault() == fault)
                .toList();
    }

    Spread spread(Contestant contestant, Workload workload, ToDoubleFunction<Round> figure) {
        return Spread.of(of(contestant, workload).stream().mapToDouble(figure).toArray());
    }

    /** Of each round the ratio to the floor in the same round: what the machine did then, it did to both. */
    Spread ratio(Contestant contestant, Workload workload, ToDoubleFunction<Round> figure) {
        List<Round> floor = of(Contestant.FLOOR, workload);
        List<Round> subject = of(contestant, workload);
        double[] ratios = new double[subject.size()];
        for (int index = 0; index < ratios.length; index++) {
            ratios[index] = figure.applyAsDouble(subject.get(index)) / figure.applyAsDouble(floor.get(index));
        }
        return Spread.of(ratios);
    }
}
