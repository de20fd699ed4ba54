// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.bench.load.Spread;
import io.quorate.cli.bench.load.Workload;
import io.quorate.cli.console.TextTable;
import io.quorate.peers.Figures.Fault;
import io.quorate.peers.Figures.Outage;
import io.quorate.peers.Figures.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The figures as tables, for a terminal and for a page. */
final class Report {
    private final Figures figures;
    private final CompareRun.Plan plan;

    Report(Figures figures, CompareRun.Plan plan) {
        this.figures = figures;
        this.plan = plan;
    }

    /** A heading and its rows, the first of them the header. */
    record Table(String heading, List<List<String>> rows) {
        String text() {
            TextTable table = new TextTable(rows.get(0).toArray(String[]::new));
            rows.subList(1, rows.size()).forEach(row -> table.row(row.toArray()));
            return heading + "\n" + table;
        }

        String markdown() {
            StringBuilder text = new StringBuilder("**" + heading + "**\n\n");
            for (int index = 0; index < rows.size(); index++) {
                text.append("| ").append(String.join(" | ", rows.get(index))).append(" |\n");
                if (index == 0) {
                    text.append("|---".repeat(rows.get(0).size())).append("|\n");
                }
            }
            return text.toString();
        }
    }

    /** All in one: how long a turn takes alone, and how much work is done together, as multiples of the floor's. */
    Table summary() {
        List<String> header = new ArrayList<>(List.of("contestant"));
        for (Workload workload : plan.workloads()) {
            header.add(workload.letter() + " "
                    + (isAlone(workload) ? "p50" : workload == Workload.CONTENDED ? "hand-offs" : "turns")
                    + " / floor");
        }
        plan.faults().forEach(fault -> header.add(fault.letter() + " ms"));
        List<List<String>> rows = new ArrayList<>(List.of(header));
        for (Contestant contestant : plan.contestants()) {
            List<String> row = new ArrayList<>(List.of(contestant.title()));
            for (Workload workload : plan.workloads()) {
                row.add(ratio(contestant, workload, isAlone(workload) ? Round::p50Micros : Round::workPerSecond));
            }
            for (Fault fault : plan.faults()) {
                row.add(wait(outages(contestant, fault).median()));
            }
            rows.add(row);
        }
        return new Table("In short: A and B less is better, C and D more, E and F less", rows);
    }

    private static boolean isAlone(Workload workload) {
        return workload.clients() == 1;
    }

    private Spread outages(Contestant contestant, Fault fault) {
        return Spread.of(figures.of(contestant, fault).stream()
                .mapToDouble(outage -> outage.millis() == null ? Double.POSITIVE_INFINITY : outage.millis())
                .toArray());
    }

    List<Table> speed() {
        return plan.workloads().stream().map(this::speed).toList();
    }

    private Table speed(Workload workload) {
        boolean counts = workload == Workload.CONTENDED;
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                workload.letter() + "",
                "p50 us",
                "p99 us",
                "of it acquire, p50 us",
                counts ? "hand-offs a second" : "turns a second",
                "p50 / floor",
                counts ? "hand-offs / floor" : "turns / floor",
                "CPU us a turn",
                "bytes a turn",
                "packets a turn"));
        for (Contestant contestant : plan.contestants()) {
            rows.add(List.of(
                    contestant.title(),
                    median(contestant, workload, Round::p50Micros),
                    median(contestant, workload, Round::p99Micros),
                    median(contestant, workload, Round::acquireP50Micros),
                    median(contestant, workload, Round::workPerSecond),
                    ratio(contestant, workload, Round::p50Micros),
                    ratio(contestant, workload, Round::workPerSecond),
                    median(contestant, workload, Round::cpuMicros),
                    traffic(contestant, workload, round -> round.bytes() == null ? Double.NaN : round.bytes()),
                    traffic(contestant, workload, round -> round.packets() == null ? Double.NaN : round.packets())));
        }
        return new Table(workload.letter() + ": " + workload.words(), rows);
    }

    List<Table> faults() {
        return plan.faults().stream().map(this::faults).toList();
    }

    private Table faults(Fault fault) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                fault.letter() + "",
                "median ms",
                "lowest to highest ms",
                "kills",
                "longest wait before, ms",
                "errors"));
        for (Contestant contestant : plan.contestants()) {
            List<Outage> outages = figures.of(contestant, fault);
            double[] usual = outages.stream()
                    .mapToDouble(outage -> outage.usualMillis() == null ? Double.NaN : outage.usualMillis())
                    .toArray();
            Spread spread = outages(contestant, fault);
            rows.add(List.of(
                    contestant.title(),
                    wait(spread.median()),
                    wait(spread.lowest()) + " to " + wait(spread.highest()),
                    outages.size() + "",
                    number(Spread.of(usual).median()),
                    outages.stream().mapToLong(Outage::failures).sum() + ""));
        }
        return new Table(fault.letter() + ": " + fault.words(), rows);
    }

    /** How much other work disturbed the rounds; empty if there were none. */
    String disturbance() {
        if (figures.rounds().isEmpty()) {
            return "";
        }
        Spread others = Spread.of(
                figures.rounds().stream().mapToDouble(Round::partOfOthers).toArray());
        return String.format(
                Locale.ROOT,
                "%d rounds of %,d ms for each cell, in turns: the median, of ratios also the quartiles."
                        + " Other work used %.0f %% of the processors meanwhile (quartiles %.0f and %.0f %%).",
                plan.rounds(),
                plan.roundMillis(),
                100 * others.median(),
                100 * others.lowerQuartile(),
                100 * others.upperQuartile());
    }

    /** Whether two clients were inside one lock at once: then a contestant is broken, and its speed means nothing. */
    boolean hasOverlaps() {
        return figures.rounds().stream().anyMatch(round -> round.overlaps() > 0);
    }

    /** How often two clients were inside one lock at once, or an acquire failed; empty if never. */
    String troubles() {
        StringBuilder text = new StringBuilder();
        for (Contestant contestant : plan.contestants()) {
            long overlaps = sum(contestant, Round::overlaps);
            long failures = sum(contestant, Round::failures);
            if (overlaps > 0 || failures > 0) {
                text.append(String.format(
                        Locale.ROOT,
                        "%s: %,d overlaps of two holders, %,d requests failed.%n",
                        contestant,
                        overlaps,
                        failures));
            }
        }
        return text.toString();
    }

    private long sum(Contestant contestant, ToLongFunction<Round> figure) {
        return figures.rounds().stream()
                .filter(round -> round.contestant() == contestant)
                .mapToLong(figure)
                .sum();
    }

    private String median(Contestant contestant, Workload workload, ToDoubleFunction<Round> figure) {
        return number(figures.spread(contestant, workload, figure).median());
    }

    private String traffic(Contestant contestant, Workload workload, ToDoubleFunction<Round> figure) {
        double median = figures.spread(contestant, workload, figure).median();
        return Double.isNaN(median) ? "not measured" : number(median);
    }

    private String ratio(Contestant contestant, Workload workload, ToDoubleFunction<Round> figure) {
        if (contestant == Contestant.FLOOR) {
            return "1";
        }
        Spread ratio = figures.ratio(contestant, workload, figure);
        return ratioText(ratio.median()) + " (" + ratioText(ratio.lowerQuartile()) + " to "
                + ratioText(ratio.upperQuartile()) + ")";
    }

    private String wait(double millis) {
        return Double.isInfinite(millis) ? "none within " + plan.faultMillis() : number(millis);
    }

    private static String ratioText(double value) {
        return String.format(Locale.ROOT, value < 0.1 ? "%.3f" : value < 10 ? "%.2f" : "%.0f", value);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
    }
}
