// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.simulate.ParallelRuns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A figure: for each protocol, and for each value of what is varied, the mean of some runs.
 *
 * @param varied what is different from place to place
 * @param protocols one line each
 * @param values what stands below the places
 * @param runs the number of runs for each point, with different seeds
 * @param base all else, and the first seed
 */
public record DhtFigure(Varied varied, List<Protocol<?>> protocols, List<String> values, int runs, DhtExperiment base) {

    /** The horizontal axis of a figure. */
    public enum Varied {
        /** Figure 3. */
        NODES("nodes"),
        /** Figure 4. */
        REPLICAS("replicas"),
        /** Figure 5. */
        CHURN("churn a round"),
        /** Parameters that Figure 3 does not give. */
        RETRIES("asks again");

        private final String word;

        Varied(String word) {
            this.word = word;
        }

        /** As a heading. */
        public String word() {
            return word;
        }

        DhtExperiment apply(String value, DhtExperiment base) {
            return switch (this) {
                case NODES -> base.withNodes(number(value));
                case REPLICAS -> base.withReplicas(number(value));
                case CHURN -> base.withChurn(number(value));
                case RETRIES -> base.with(Retries.parse(value, base.times().round()));
            };
        }

        /** Reads a whole number. */
        public static int number(String text) {
            if (!text.matches("[0-9]{1,6}")) {
                throw new IllegalArgumentException("This is not a whole number below a million: \"" + text + "\".");
            }
            return Integer.parseInt(text);
        }
    }

    public DhtFigure {
        protocols = List.copyOf(protocols);
        values = List.copyOf(values);
        if (runs < 1) {
            throw new IllegalArgumentException("A mean is of at least one run; you gave " + runs + ".");
        }
        if (protocols.isEmpty() || values.isEmpty()) {
            throw new IllegalArgumentException("A figure has at least one protocol, and one value of what is varied.");
        }
        for (String value : values) {
            varied.apply(value, base); // refuses what cannot be before anything is run
        }
    }

    /** The runs of one point. */
    List<DhtExperiment> experiments(Protocol<?> protocol, String value) {
        List<DhtExperiment> experiments = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            experiments.add(varied.apply(value, base).with(protocol).withSeed(base.seed() + run));
        }
        return experiments;
    }

    /** Is told how far it is, by one thread at a time. */
    public interface Progress {
        Progress NONE = (experiment, done) -> {};

        /** Works at this experiment, perhaps beside others; so much of the whole work is done, from 0 to 1. */
        void at(DhtExperiment experiment, double done);
    }

    /** The results of earlier runs, which need not be repeated; used by several threads. */
    public interface Memory {
        Memory NONE = new Memory() {
            @Override
            public Optional<DhtReport> recall(DhtExperiment experiment) {
                return Optional.empty();
            }

            @Override
            public void keep(DhtReport report) {}
        };

        /** The outcome of exactly this experiment, if it is known. */
        Optional<DhtReport> recall(DhtExperiment experiment);

        /** An experiment is over. */
        void keep(DhtReport report);
    }

    /** Runs all of it, one experiment after the other. */
    public DhtResult run(Progress progress) {
        return run(ParallelRuns.SEQUENTIAL, Memory.NONE, progress);
    }

    /** Runs what is not known yet. */
    public DhtResult run(ParallelRuns parallel, Memory memory, Progress progress) {
        List<DhtExperiment> missing = new ArrayList<>();
        Map<DhtExperiment, DhtReport> reports = new LinkedHashMap<>();
        for (DhtExperiment experiment : experiments()) {
            memory.recall(experiment)
                    .ifPresentOrElse(known -> reports.put(experiment, known), () -> missing.add(experiment));
        }
        WorkDone done = new WorkDone(missing, progress);
        parallel.all(missing.size(), place -> {
                    DhtReport report =
                            missing.get(place).run((round, rounds) -> done.at(place, (double) round / rounds));
                    memory.keep(report);
                    return report;
                })
                .forEach(report -> reports.put(report.experiment(), report));
        return new DhtResult(this, means(reports));
    }

    private List<DhtExperiment> experiments() {
        List<DhtExperiment> all = new ArrayList<>();
        for (Protocol<?> protocol : protocols) {
            for (String value : values) {
                all.addAll(experiments(protocol, value));
            }
        }
        return all;
    }

    private List<List<DhtMean>> means(Map<DhtExperiment, DhtReport> reports) {
        List<List<DhtMean>> means = new ArrayList<>();
        for (Protocol<?> protocol : protocols) {
            List<DhtMean> line = new ArrayList<>();
            for (String value : values) {
                line.add(DhtMean.of(
                        experiments(protocol, value).stream().map(reports::get).toList()));
            }
            means.add(line);
        }
        return means;
    }

    /** How much of each experiment is done, be they done at the same time. */
    private static final class WorkDone {
        private final List<DhtExperiment> all;
        private final Progress progress;
        private final double[] parts;
        private final double whole;

        WorkDone(List<DhtExperiment> all, Progress progress) {
            this.all = all;
            this.progress = progress;
            this.parts = new double[all.size()];
            this.whole = all.stream().mapToDouble(DhtExperiment::work).sum();
        }

        synchronized void at(int place, double part) {
            parts[place] = part;
            double done = 0;
            for (int each = 0; each < parts.length; each++) {
                done += parts[each] * all.get(each).work();
            }
            progress.at(all.get(place), done / whole);
        }
    }
}
