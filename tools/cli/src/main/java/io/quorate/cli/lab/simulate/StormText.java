// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.simulate;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Words;
import io.quorate.core.session.LeaseTerms;
import io.quorate.lab.storm.OverlaySetup;
import io.quorate.lab.storm.RuleCoverage;
import io.quorate.lab.storm.Storm;
import io.quorate.lab.storm.StormLog;
import io.quorate.lab.storm.StormReport;
import io.quorate.lab.storm.Storms;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tells what came of storms. */
final class StormText {
    /** Number of log lines printed for a failed run. */
    private static final int LOG_LINES = 40;

    private static final int WIDTH = 110;

    private final Console console;
    private final List<StormReport> reports;
    private final @Nullable StormReport calmer;

    /** @param calmer a storm with fewer faults that breaks the same promise as the last one, if somebody looked for it */
    StormText(Console console, List<StormReport> reports, @Nullable StormReport calmer) {
        this.console = console;
        this.reports = reports;
        this.calmer = calmer;
    }

    record Document(
            boolean ok, List<RunDocument> runs, @Nullable RunDocument calmer) {}

    record RunDocument(
            long seed,
            String setup,
            long leaseMillis,
            int driftPerMille,
            boolean ok,
            @Nullable String broken,
            long grants,
            long turns,
            Map<String, Long> happened,
            List<String> rules,
            StormReport.Recovery recoveryNanos,
            String traceHash,
            String replay) {}

    boolean allFine() {
        return reports.stream().allMatch(StormReport::isOk);
    }

    Document document() {
        return new Document(
                allFine(),
                reports.stream().map(StormText::document).toList(),
                calmer == null ? null : document(calmer));
    }

    private static RunDocument document(StormReport report) {
        LeaseTerms terms = report.storm().terms().get(0);
        return new RunDocument(
                report.storm().seed(),
                report.storm().setup().toString(),
                terms.lease().toMillis(),
                terms.driftPerMille(),
                report.isOk(),
                report.broken(),
                report.grants(),
                report.turns(),
                report.happened(),
                report.rules().stream().map(Enum::name).toList(),
                report.recovery(),
                hash(report),
                report.storm().replayCommand());
    }

    private static String hash(StormReport report) {
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
        long grants = 0;
        double slowest = 0;
        Map<String, Long> happened = new TreeMap<>();
        for (StormReport report : reports) {
            grants += report.grants();
            report.happened().forEach((what, count) -> happened.merge(what, count, Long::sum));
            if (report.recovery().bound() > 0) {
                slowest = Math.max(
                        slowest,
                        (double) report.recovery().taken() / report.recovery().bound());
            }
        }
        PrintWriter out = console.out();
        out.println(Words.count(reports.size(), "storm") + ", " + Words.count(grants, "grant") + ".");
        printHappened(happened);
        printCoverage();
        out.println(
                allFine()
                        ? console.green("All fine")
                                + ": no two valid holds at once, " + fencesRose(reports.get(0))
                                + ", everybody was served after the"
                                + " storm within the bound (at most " + Math.round(slowest * 100)
                                + " % of it), nothing remained."
                        : console.red("Stopped at the first storm that broke a promise:"));
    }

    /** How many storms exercised each rule, on the diagonal, and each pair of rules. */
    private void printCoverage() {
        RuleCoverage coverage = coverage();
        if (reports.get(0).storm().gathering() != null || coverage.isEmpty()) {
            return; // the rules are those of the quorum lock
        }
        console.out().println("Storms that exercised each rule (diagonal) and each pair of rules:");
        coverage.lines().forEach(console.out()::println);
        if (!coverage.missing().isEmpty()) {
            Words.wrapped("Pairs that met in no storm: " + String.join(", ", coverage.missing()) + ".", WIDTH)
                    .forEach(console.out()::println);
        }
    }

    private RuleCoverage coverage() {
        RuleCoverage coverage = new RuleCoverage();
        reports.forEach(coverage::add);
        return coverage;
    }

    private static String fencesRose(StormReport report) {
        return report.storm().gathering() == null ? "fences rose" : "fences rose wherever clocks follow true time";
    }

    private void printHappened(Map<String, Long> happened) {
        List<String> each = new ArrayList<>();
        happened.forEach((what, count) -> each.add(Words.count(count) + " " + what));
        Words.wrapped("Happened: " + (each.isEmpty() ? "nothing" : String.join(", ", each)) + ".", WIDTH)
                .forEach(console.out()::println);
    }

    private void printRun(StormReport report) {
        PrintWriter out = console.out();
        Storm storm = report.storm();
        LeaseTerms terms = storm.terms().get(0);
        out.println(storm.setup());
        OverlaySetup gathering = storm.gathering();
        if (gathering != null) {
            out.println("over " + gathering);
        }
        out.println("seed " + storm.seed() + ": leases of " + terms.lease().toMillis() + " ms, clocks within "
                + terms.driftPerMille() + " thousandths; " + Words.count(report.turns(), "turn") + " in "
                + Words.nanos(report.virtualNanos()) + " of true time, " + Words.count(report.grants(), "grant"));
        printHappened(report.happened());
        out.println();
        String broken = report.broken();
        if (broken == null) {
            printVerdicts(report);
        } else {
            printLog(storm);
            out.println();
            out.println("  " + console.red("BROKEN") + ": " + broken);
        }
        out.println();
        StormReport fewerFaults = calmer;
        if (fewerFaults != null && !fewerFaults.storm().faults().equals(storm.faults())) {
            out.println("  The same promise is broken with fewer kinds of faults, of which it needs each:");
            out.println("  " + fewerFaults.storm().replayCommand());
            out.println();
        }
        out.println("  trace hash " + hash(report) + "; the same run again:");
        out.println("  " + storm.replayCommand());
    }

    private void printVerdicts(StormReport report) {
        StormReport.Recovery recovery = report.recovery();
        for (String each : List.of(
                "no two valid holds at once, by the clocks of their nodes",
                fencesRose(report),
                "after the storm everybody was served within " + Words.nanos(recovery.taken()) + "; the bound is "
                        + Words.nanos(recovery.bound()),
                "in the end nothing remained")) {
            console.out().println("  " + console.green("yes  ") + each);
        }
    }

    /** The same storm again, this time with somebody who takes notes. */
    private void printLog(Storm storm) {
        List<StormLog> logs = new ArrayList<>();
        Storms.run(storm, trueTime -> {
            logs.add(new StormLog(trueTime, LOG_LINES));
            return logs.get(0);
        });
        logs.get(0).lines().forEach(console.out()::println);
    }
}
