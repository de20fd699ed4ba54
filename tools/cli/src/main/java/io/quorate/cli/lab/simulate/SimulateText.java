// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.simulate;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.FailedRun;
import io.quorate.cli.lab.LoadPlot;
import io.quorate.cli.lab.MessageCost;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.world.setup.Setup;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tells what came of simulations. */
final class SimulateText {
    private final Console console;
    private final List<SimulationReport> reports;
    private final @Nullable FailedRun failed;
    private final String broughtBy;

    /**
     * @param failed what was kept of the last one, if it broke a promise
     * @param broughtBy the option that brings the protocol, or an empty text
     */
    SimulateText(Console console, List<SimulationReport> reports, @Nullable FailedRun failed, String broughtBy) {
        this.console = console;
        this.reports = reports;
        this.failed = failed;
        this.broughtBy = broughtBy;
    }

    record Document(
            boolean ok, List<RunDocument> runs, List<LoadPlot.Point> plot, FailedRun.@Nullable Document failure) {}

    record RunDocument(
            long seed,
            String setup,
            boolean ok,
            @Nullable String broken,
            long claims,
            long entries,
            long abandoned,
            long messages,
            double messagesPerEntry,
            double framesPerEntry,
            Map<String, Long> messagesByKind,
            SimulationReport.Waits waitNanos,
            String busiestNode,
            long busiestMessages,
            long overtakings,
            Map<String, Long> faults,
            long events,
            String traceHash,
            String replay) {}

    boolean allFine() {
        return reports.stream().allMatch(SimulationReport::isOk);
    }

    Document document(List<LoadPlot.Point> plot) {
        return new Document(
                allFine(),
                reports.stream().map(this::document).toList(),
                plot,
                failed == null ? null : failed.document());
    }

    private RunDocument document(SimulationReport report) {
        SimulationReport.Failure failure = report.failure();
        return new RunDocument(
                report.simulation().seed(),
                report.simulation().setup().toString(),
                report.isOk(),
                failure == null ? null : failure.sentence(),
                report.claims().made(),
                report.claims().entries(),
                report.claims().abandoned(),
                report.traffic().messages(),
                report.messagesPerEntry(),
                report.framesPerEntry(),
                report.traffic().messagesByKind(),
                report.waits(),
                report.traffic().busiest().toString(),
                report.traffic().busiestMessages(),
                report.overtakings().count(),
                report.injected(),
                report.events(),
                hash(report),
                replay(report));
    }

    private String replay(SimulationReport report) {
        return report.simulation().replayCommand() + broughtBy;
    }

    private static String hash(SimulationReport report) {
        return String.format(Locale.ROOT, "%016x", report.traceHash());
    }

    void print() {
        if (reports.size() > 1) {
            printSummary();
        }
        if (reports.size() == 1 || !allFine()) {
            printRun(reports.get(reports.size() - 1));
        }
    }

    private void printSummary() {
        long entries = 0;
        Map<String, Long> faults = new TreeMap<>();
        for (SimulationReport report : reports) {
            entries += report.claims().entries();
            report.injected().forEach((kind, count) -> faults.merge(kind, count, Long::sum));
        }
        console.out()
                .println(Words.count(reports.size(), "run") + ", "
                        + Words.count(entries, "entry").replace("entrys", "entries") + ", faults: "
                        + (faults.isEmpty() ? "none" : faults) + ".");
        console.out()
                .println(
                        allFine()
                                ? console.green("All fine") + ": no two held at once, everybody was served"
                                        + (allForget() ? ", nothing remained." : ".")
                                : console.red("Stopped at the first run that broke a promise:"));
    }

    /** Whether it was looked at that nothing remains: not where a protocol has to remember. */
    private boolean allForget() {
        return reports.stream().allMatch(SimulateText::forgets);
    }

    private static boolean forgets(SimulationReport report) {
        return report.simulation().setup().protocol().traits().forgetsIdleLocks();
    }

    private void printRun(SimulationReport report) {
        PrintWriter out = console.out();
        out.println(report.simulation().setup());
        out.println("seed " + report.simulation().seed() + ": " + Words.count(report.events(), "event") + " in "
                + Words.nanos(report.virtualNanos()) + " of virtual time; "
                + Words.count(report.claims().entries())
                + " of " + Words.count(report.claims().made(), "claim") + " got the lock, "
                + report.claims().abandoned()
                + " gave up; faults: " + (report.injected().isEmpty() ? "none" : report.injected()));
        out.println();
        long entries = Math.max(1, report.claims().entries());
        TextTable table = new TextTable("message", "sent", "for each entry");
        report.traffic().messagesByKind().forEach((kind, count) -> table.row(kind, count, (double) count / entries));
        table.row("together", report.traffic().messages(), report.messagesPerEntry());
        out.print(table);
        printFormulas(report);
        out.println("  Waited: " + Words.nanos(report.waits().mean()) + " on average, half below "
                + Words.nanos(report.waits().median()) + ", 99 % below "
                + Words.nanos(report.waits().percentile99())
                + ", at most " + Words.nanos(report.waits().max()) + ".");
        out.println("  Busiest node: " + report.traffic().busiest() + ", "
                + Words.decimal((double) report.traffic().busiestMessages() / entries)
                + " messages sent or received for each entry.");
        if (report.handOvers().count() > 0) {
            out.println("  Handed over to a node that waited: "
                    + Words.nanos(report.handOvers().mean())
                    + " on average from the release to the next entry, at most "
                    + Words.nanos(report.handOvers().max()) + ".");
        }
        out.println("  Overtakings: " + Words.count(report.overtakings().count()) + "; of one claim at most "
                + report.overtakings().worst() + ".");
        out.println();
        printVerdicts(report);
        out.println();
        out.println("  trace hash " + hash(report) + "; the same run again:");
        out.println("  " + replay(report));
    }

    private void printFormulas(SimulationReport report) {
        Setup setup = report.simulation().setup();
        MessageCost.of(setup.protocol(), setup.quorums(), setup.nodes()).ifPresent(cost -> {
            console.out().println("  " + cost.sentence());
            if (report.messagesPerEntry() < cost.alone()) {
                console.out().println("  Claims that wait at one node share its request, so an entry may cost less.");
            }
        });
    }

    private void printVerdicts(SimulationReport report) {
        SimulationReport.Failure failure = report.failure();
        if (failure != null) {
            console.out().println("  " + console.red("BROKEN") + ": " + failure.sentence());
            FailedRun kept = failed;
            if (kept != null) {
                kept.print(console.out(), broughtBy);
            }
            return;
        }
        for (String each : List.of("no two held at once", "everybody was served or gave up")) {
            console.out().println("  " + console.green("yes  ") + each);
        }
        if (forgets(report)) {
            console.out().println("  " + console.green("yes  ") + "in the end nothing remained");
        }
    }
}
