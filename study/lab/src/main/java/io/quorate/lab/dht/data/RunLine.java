// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht.data;

import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtReport;
import io.quorate.lab.dht.LoadSpread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One run of an experiment, as a line of a file: what it was, its seed, and what came of it.
 *
 * @param counts whole numbers, by the name of their column
 * @param parts numbers with a fraction, by the name of their column
 * @param kinds messages of locks, by kind
 */
public record RunLine(Run run, Map<String, Long> counts, Map<String, Double> parts, Map<String, Long> kinds) {
    private static final Comparator<Run> ORDER = Comparator.comparing(Run::protocol)
            .thenComparing(Run::keepAliveMillis)
            .thenComparing(Run::nodes)
            .thenComparing(Run::replicas)
            .thenComparing(Run::churn)
            .thenComparing(Run::retries)
            .thenComparing(Run::roundMillis)
            .thenComparing(Run::seed);

    private static final String RUN = "protocol,nodes,replicas,churn,retries,round-ms,keep-alive-ms,seed";
    private static final List<String> COUNTS = List.of(
            "messages",
            "if-all-routed",
            "hops",
            "reminders",
            "sessions",
            "overlay",
            "entries",
            "lost",
            "still-waiting",
            "violations",
            "busiest-node");
    private static final List<String> PARTS = List.of("wait-rounds", "load", "inequality", "busiest-percent");
    private static final String KINDS = "kinds";
    private static final double PERCENT = 0.01;

    /** The first line of a file. */
    static final String HEADING = RUN + "," + String.join(",", COUNTS) + "," + String.join(",", PARTS) + "," + KINDS;

    /**
     * The settings of the run; there is one line for each.
     *
     * @param keepAliveMillis 0 if the overlay rests
     */
    public record Run(
            String protocol,
            int nodes,
            int replicas,
            int churn,
            String retries,
            long roundMillis,
            long keepAliveMillis,
            long seed)
            implements Comparable<Run> {
        static Run of(DhtExperiment experiment) {
            return new Run(
                    experiment.protocol().fullName(),
                    experiment.nodes(),
                    experiment.replicas(),
                    experiment.churn(),
                    experiment.retries().text(experiment.times().round()),
                    experiment.times().round().toMillis(),
                    experiment.times().hasUpkeep()
                            ? experiment.times().keepAlive().toMillis()
                            : 0,
                    experiment.seed());
        }

        @Override
        public int compareTo(Run other) {
            return ORDER.compare(this, other);
        }
    }

    public RunLine {
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        kinds = Collections.unmodifiableMap(new TreeMap<>(kinds));
    }

    /** The outcome of a run. */
    public static RunLine of(DhtReport report) {
        DhtReport.Messages messages = report.messages();
        DhtReport.Entries entries = report.entries();
        LoadSpread load = report.load();
        List<Long> counts = List.of(
                messages.ofLocks(),
                messages.ifAllRouted(),
                messages.hops(),
                messages.reminders(),
                messages.ofSessions(),
                messages.upkeep(),
                entries.granted(),
                entries.lost(),
                entries.waiting(),
                entries.violations(),
                (long) load.most());
        List<Double> parts =
                List.of(report.meanWait(), load.mean(), load.inequality(), 100 * load.partOfBusiest(PERCENT));
        Map<String, Long> countsByName = new LinkedHashMap<>();
        for (int place = 0; place < COUNTS.size(); place++) {
            countsByName.put(COUNTS.get(place), counts.get(place));
        }
        Map<String, Double> partsByName = new LinkedHashMap<>();
        for (int place = 0; place < PARTS.size(); place++) {
            partsByName.put(PARTS.get(place), parts.get(place));
        }
        return new RunLine(Run.of(report.experiment()), countsByName, partsByName, messages.byKind());
    }

    /** A number of this run, by the name of its column. */
    public double number(String column) {
        Long count = counts.get(column);
        if (count != null) {
            return count;
        }
        Double part = parts.get(column);
        if (part == null) {
            throw new IllegalArgumentException("no column of numbers is called " + column);
        }
        return part;
    }

    /** Reads what {@link #text} writes. */
    static RunLine read(String line) {
        String[] cells = line.split(",", -1);
        if (cells.length != HEADING.split(",", -1).length) {
            throw new IllegalArgumentException("it has " + cells.length + " cells");
        }
        int place = 0;
        Run run = new Run(
                cells[place++],
                Integer.parseInt(cells[place++]),
                Integer.parseInt(cells[place++]),
                Integer.parseInt(cells[place++]),
                cells[place++],
                Long.parseLong(cells[place++]),
                Long.parseLong(cells[place++]),
                Long.parseLong(cells[place++]));
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String name : COUNTS) {
            counts.put(name, Long.parseLong(cells[place++]));
        }
        Map<String, Double> parts = new LinkedHashMap<>();
        for (String name : PARTS) {
            parts.put(name, Double.parseDouble(cells[place++]));
        }
        Map<String, Long> kinds = new TreeMap<>();
        for (String kind : cells[place].split(";", -1)) {
            int equals = kind.lastIndexOf('=');
            kinds.put(kind.substring(0, equals).replace("/", ", "), Long.parseLong(kind.substring(equals + 1)));
        }
        return new RunLine(run, counts, parts, kinds);
    }

    /** As a line, in which a kind of message that is a hop is written as {@code Request/a hop}. */
    String text() {
        List<String> cells = new ArrayList<>(List.of(
                run.protocol,
                String.valueOf(run.nodes),
                String.valueOf(run.replicas),
                String.valueOf(run.churn),
                run.retries,
                String.valueOf(run.roundMillis),
                String.valueOf(run.keepAliveMillis),
                String.valueOf(run.seed)));
        COUNTS.forEach(name -> cells.add(String.valueOf(counts.get(name))));
        PARTS.forEach(name -> cells.add(String.format(Locale.ROOT, "%.4f", parts.get(name))));
        List<String> ofKinds = new ArrayList<>();
        kinds.forEach((kind, count) -> ofKinds.add(kind.replace(", ", "/") + "=" + count));
        cells.add(String.join(";", ofKinds));
        return String.join(",", cells);
    }
}
