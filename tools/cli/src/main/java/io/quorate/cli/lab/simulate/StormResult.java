// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.simulate;

import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.Words;
import io.quorate.core.session.LeaseTerms;
import io.quorate.lab.storm.OverlaySetup;
import io.quorate.lab.storm.RuleCoverage;
import io.quorate.lab.storm.Storm;
import io.quorate.lab.storm.StormLog;
import io.quorate.lab.storm.StormReport;
import io.quorate.lab.storm.Storms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of storms.
 *
 * @param calmer a storm with fewer faults that breaks the same promise as the last one, if somebody looked for it
 */
record StormResult(List<StormReport> reports, @Nullable StormReport calmer) {
    /** Number of log lines printed for a failed run. */
    private static final int LOG_LINES = 40;

    private static final int WIDTH = 110;

    void addTo(Report out) {
        out.with("ok", allFine())
                .with("runs", reports, StormResult::fields)
                .with("calmer", calmer == null ? null : fields(calmer));
        if (reports.size() > 1) {
            tellAll(out);
        }
        if (out.isForPeople() && (reports.size() == 1 || !allFine())) {
            tell(reports.get(reports.size() - 1), out);
        }
        out.answer(allFine());
    }

    private boolean allFine() {
        return reports.stream().allMatch(StormReport::isOk);
    }

    private static Fields fields(StormReport report) {
        LeaseTerms terms = report.storm().terms().get(0);
        return new Fields()
                .with("seed", report.storm().seed())
                .with("setup", report.storm().setup().toString())
                .with("leaseMillis", terms.lease().toMillis())
                .with("driftPerMille", terms.driftPerMille())
                .with("ok", report.isOk())
                .with("broken", report.broken())
                .with("grants", report.grants())
                .with("turns", report.turns())
                .with("happened", report.happened())
                .with("rules", report.rules().stream().map(Enum::name).toList())
                .with("recoveryNanos", report.recovery())
                .with("traceHash", hash(report))
                .with("replay", report.storm().replayCommand());
    }

    private static String hash(StormReport report) {
        return String.format(Locale.ROOT, "%016x", report.traceHash());
    }

    private void tellAll(Report out) {
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
        out.say(Words.count(reports.size(), "storm") + ", " + Words.count(grants, "grant") + ".");
        tellHappened(happened, out);
        tellCoverage(out);
        out.say(
                allFine()
                        ? out.good("All fine")
                                + ": no two valid holds at once, " + fencesRose(reports.get(0))
                                + ", everybody was served after the"
                                + " storm within the bound (at most " + Math.round(slowest * 100)
                                + " % of it), nothing remained."
                        : out.bad("Stopped at the first storm that broke a promise:"));
    }

    /** How many storms exercised each rule, on the diagonal, and each pair of rules. */
    private void tellCoverage(Report out) {
        RuleCoverage coverage = coverage();
        if (reports.get(0).storm().gathering() != null || coverage.isEmpty()) {
            return; // the rules are those of the quorum lock
        }
        out.say("Storms that exercised each rule (diagonal) and each pair of rules:");
        coverage.lines().forEach(out::say);
        if (!coverage.missing().isEmpty()) {
            out.say("Pairs that met in no storm: " + String.join(", ", coverage.missing()) + ".", WIDTH);
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

    private static void tellHappened(Map<String, Long> happened, Report out) {
        List<String> each = new ArrayList<>();
        happened.forEach((what, count) -> each.add(Words.count(count) + " " + what));
        out.say("Happened: " + (each.isEmpty() ? "nothing" : String.join(", ", each)) + ".", WIDTH);
    }

    private void tell(StormReport report, Report out) {
        Storm storm = report.storm();
        LeaseTerms terms = storm.terms().get(0);
        out.say(storm.setup());
        OverlaySetup gathering = storm.gathering();
        if (gathering != null) {
            out.say("over " + gathering);
        }
        out.say("seed " + storm.seed() + ": leases of " + terms.lease().toMillis() + " ms, clocks within "
                + terms.driftPerMille() + " thousandths; " + Words.count(report.turns(), "turn") + " in "
                + Words.nanos(report.virtualNanos()) + " of true time, " + Words.count(report.grants(), "grant"));
        tellHappened(report.happened(), out);
        out.gap();
        String broken = report.broken();
        if (broken == null) {
            tellVerdicts(report, out);
        } else {
            tellLog(storm, out);
            out.gap();
            out.say("  " + out.bad("BROKEN") + ": " + broken);
        }
        out.gap();
        StormReport fewerFaults = calmer;
        if (fewerFaults != null && !fewerFaults.storm().faults().equals(storm.faults())) {
            out.say("  The same promise is broken with fewer kinds of faults, of which it needs each:");
            out.say("  " + fewerFaults.storm().replayCommand());
            out.gap();
        }
        out.say("  trace hash " + hash(report) + "; the same run again:");
        out.say("  " + storm.replayCommand());
    }

    private static void tellVerdicts(StormReport report, Report out) {
        StormReport.Recovery recovery = report.recovery();
        for (String each : List.of(
                "no two valid holds at once, by the clocks of their nodes",
                fencesRose(report),
                "after the storm everybody was served within " + Words.nanos(recovery.taken()) + "; the bound is "
                        + Words.nanos(recovery.bound()),
                "in the end nothing remained")) {
            out.promise(true, each);
        }
    }

    /** The same storm again, this time with somebody who takes notes. */
    private static void tellLog(Storm storm, Report out) {
        List<StormLog> logs = new ArrayList<>();
        Storms.run(storm, trueTime -> {
            logs.add(new StormLog(trueTime, LOG_LINES));
            return logs.get(0);
        });
        logs.get(0).lines().forEach(out::say);
    }
}
