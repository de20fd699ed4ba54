// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.compare;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.KnownCost;
import io.quorate.lab.compare.Comparison;
import io.quorate.lab.compare.Outcome;
import io.quorate.lab.compare.Sweep;
import io.quorate.lab.simulate.SimulationReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells what came of a comparison. */
final class CompareText {
    private final Console console;
    private final Comparison comparison;
    private final String replay;

    CompareText(Console console, Comparison comparison, String replay) {
        this.console = console;
        this.comparison = comparison;
        this.replay = replay;
    }

    /** Times are in message times. */
    record Document(
            int nodes,
            String load,
            double hold,
            String delay,
            long seed,
            List<Row> protocols,
            List<Refused> impossible,
            List<Place> overNodes,
            List<Place> overLoad,
            List<String> files,
            String replay) {}

    record Row(
            String protocol,
            String quorums,
            long entries,
            double messages,
            @Nullable String messagesByTheory,
            double delay,
            @Nullable Double synchronisationDelay,
            @Nullable Double longestSynchronisationDelay,
            @Nullable String synchronisationByTheory,
            String busiestNode,
            double busiestMessages,
            double overtakings,
            long worstOvertaken,
            String traceHash,
            String replay) {}

    record Refused(String protocol, String reason) {}

    record Place(double at, List<Row> protocols, List<Refused> impossible) {}

    Document document(List<Outcome> outcomes, List<Sweep> sweeps, List<String> files) {
        return new Document(
                comparison.nodes(),
                comparison.pressure().name(),
                comparison.hold(),
                comparison.delay(),
                comparison.seed(),
                rows(outcomes),
                refused(outcomes),
                sweeps.isEmpty() ? List.of() : places(sweeps.get(0)),
                sweeps.isEmpty() ? List.of() : places(sweeps.get(1)),
                files,
                replay);
    }

    private static List<Place> places(Sweep sweep) {
        List<Place> places = new ArrayList<>();
        for (int place = 0; place < sweep.places().size(); place++) {
            List<Outcome> here = sweep.outcomes().get(place);
            places.add(new Place(sweep.places().get(place), rows(here), refused(here)));
        }
        return places;
    }

    private static List<Refused> refused(List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(Outcome.Impossible.class::isInstance)
                .map(Outcome.Impossible.class::cast)
                .map(each -> new Refused(each.protocol().fullName(), each.reason()))
                .toList();
    }

    private static List<Row> rows(List<Outcome> outcomes) {
        return measured(outcomes).stream().map(CompareText::row).toList();
    }

    private static List<Outcome.Measured> measured(List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(Outcome.Measured.class::isInstance)
                .map(Outcome.Measured.class::cast)
                .toList();
    }

    private static Row row(Outcome.Measured measured) {
        SimulationReport report = measured.report();
        boolean isHandedOver = measured.synchronisationDelay().isPresent();
        return new Row(
                measured.protocol().fullName(),
                report.simulation().setup().quorums().name(),
                report.claims().entries(),
                measured.messages(),
                orNull(KnownCost.messages(measured)),
                measured.delay(),
                isHandedOver ? measured.synchronisationDelay().getAsDouble() : null,
                isHandedOver ? measured.longestSynchronisationDelay() : null,
                orNull(KnownCost.synchronisation(measured)),
                report.traffic().busiest().toString(),
                measured.busiest(),
                measured.overtakings(),
                measured.worstOvertaken(),
                String.format(Locale.ROOT, "%016x", report.traceHash()),
                report.simulation().replayCommand());
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    void print(List<Outcome> outcomes, List<String> files, double seconds) {
        console.out()
                .println(Words.count(comparison.nodes(), "node") + ", load " + comparison.pressure() + ": "
                        + comparison.pressure().sentence() + ".");
        console.out()
                .println("T is the time of a message (" + comparison.delay() + "); a hold takes "
                        + Words.number(comparison.hold()) + " T. Seed " + comparison.seed() + ", in "
                        + Words.decimal(seconds) + " s.");
        console.out().println();
        List<Row> rows = rows(outcomes);
        if (!rows.isEmpty()) {
            console.out().println(table(rows));
            explanations(rows).forEach(line -> console.out().println("  " + line));
        }
        List<Refused> refused = refused(outcomes);
        if (!refused.isEmpty()) {
            console.out().println();
            console.out().println("  Not measured:");
            refused.forEach(each -> console.out().println("    " + each.protocol + ": " + each.reason));
        }
        files.forEach(file -> console.out().println("  plotted: " + file));
        console.out().println();
        console.out().println("  The same again: " + replay);
    }

    private List<String> explanations(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("messages: sent for each entry.  delay: from asking to entering.");
        lines.add("busiest: sent and received by the busiest node, for each entry of anybody.");
        if (rows.stream().anyMatch(row -> row.synchronisationDelay != null)) {
            lines.add(
                    "hand-over: the synchronisation delay, from a release to the next entry if another node waited by then,"
                            + " on average and at most.");
            lines.add("overtaken: how often a claim was, by others that came later, on average and at most.");
        }
        if (comparison.pressure().isPoisson()) {
            lines.add("Claims that wait at one node share its request, so an entry may cost less than in theory.");
        }
        lines.add("Every run was audited: no two held at once, and everybody was served.");
        return lines;
    }

    /** The lock is handed over, and somebody overtaken, only where nodes contend. */
    private static TextTable table(List<Row> rows) {
        boolean contended = rows.stream().anyMatch(row -> row.synchronisationDelay != null);
        List<String> head =
                new ArrayList<>(List.of("protocol", "quorums", "messages", "by theory", "delay", "busiest"));
        if (contended) {
            head.addAll(List.of("hand-over", "at most", "by theory", "overtaken", "at most"));
        }
        TextTable table = new TextTable(head.toArray(new String[0]));
        for (Row row : rows) {
            List<Object> cells = new ArrayList<>(List.of(
                    row.protocol,
                    row.quorums,
                    row.messages,
                    text(row.messagesByTheory),
                    inTimes(row.delay),
                    row.busiestMessages));
            if (contended) {
                cells.addAll(List.of(
                        inTimes(row.synchronisationDelay),
                        inTimes(row.longestSynchronisationDelay),
                        text(row.synchronisationByTheory),
                        row.overtakings,
                        row.worstOvertaken));
            }
            table.row(cells.toArray());
        }
        return table;
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static String inTimes(@Nullable Double value) {
        return value == null ? "" : Words.decimal(value) + " T";
    }
}
