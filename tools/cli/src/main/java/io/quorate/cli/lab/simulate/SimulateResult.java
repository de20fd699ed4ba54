// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.simulate;

import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.FailedRun;
import io.quorate.cli.lab.LoadPlot;
import io.quorate.cli.lab.MessageCost;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of simulations.
 *
 * @param failed what was kept of the last one, if it broke a promise
 * @param broughtBy the option that brings the protocol, or an empty text
 */
record SimulateResult(
        List<SimulationReport> reports, @Nullable FailedRun failed, String broughtBy) {
    void addTo(Report out, List<LoadPlot.Point> plot) {
        out.with("ok", allFine())
                .with("runs", reports, this::fields)
                .with("plot", plot)
                .with("failure", failed == null ? null : failed.fields());
        if (reports.size() > 1) {
            tellAll(out);
        }
        if (reports.size() == 1 || !allFine()) {
            tell(reports.get(reports.size() - 1), out);
        }
        out.answer(allFine());
    }

    private boolean allFine() {
        return reports.stream().allMatch(SimulationReport::isOk);
    }

    private Fields fields(SimulationReport report) {
        SimulationReport.Failure failure = report.failure();
        return new Fields()
                .with("seed", report.simulation().seed())
                .with("setup", report.simulation().setup().toString())
                .with("ok", report.isOk())
                .with("broken", failure == null ? null : failure.sentence())
                .with("claims", report.claims().made())
                .with("entries", report.claims().entries())
                .with("abandoned", report.claims().abandoned())
                .with("messages", report.traffic().messages())
                .with("messagesPerEntry", report.messagesPerEntry())
                .with("framesPerEntry", report.framesPerEntry())
                .with("messagesByKind", report.traffic().messagesByKind())
                .with("waitNanos", report.waits())
                .with("busiestNode", report.traffic().busiest().toString())
                .with("busiestMessages", report.traffic().busiestMessages())
                .with("overtakings", report.overtakings().count())
                .with("faults", report.injected())
                .with("events", report.events())
                .with("traceHash", hash(report))
                .with("replay", replay(report));
    }

    private String replay(SimulationReport report) {
        return report.simulation().replayCommand() + broughtBy;
    }

    private static String hash(SimulationReport report) {
        return String.format(Locale.ROOT, "%016x", report.traceHash());
    }

    private void tellAll(Report out) {
        long entries = 0;
        Map<String, Long> faults = new TreeMap<>();
        for (SimulationReport report : reports) {
            entries += report.claims().entries();
            report.injected().forEach((kind, count) -> faults.merge(kind, count, Long::sum));
        }
        out.say(Words.count(reports.size(), "run") + ", "
                + Words.count(entries, "entry").replace("entrys", "entries") + ", faults: "
                + (faults.isEmpty() ? "none" : faults) + ".");
        out.say(
                allFine()
                        ? out.good("All fine") + ": no two held at once, everybody was served"
                                + (allForget() ? ", nothing remained." : ".")
                        : out.bad("Stopped at the first run that broke a promise:"));
    }

    /** Whether it was looked at that nothing remains: not where a protocol has to remember. */
    private boolean allForget() {
        return reports.stream().allMatch(SimulateResult::forgets);
    }

    private static boolean forgets(SimulationReport report) {
        return report.simulation().setup().protocol().traits().forgetsIdleLocks();
    }

    private void tell(SimulationReport report, Report out) {
        out.say(report.simulation().setup());
        out.say("seed " + report.simulation().seed() + ": " + Words.count(report.events(), "event") + " in "
                + Words.nanos(report.virtualNanos()) + " of virtual time; "
                + Words.count(report.claims().entries())
                + " of " + Words.count(report.claims().made(), "claim") + " got the lock, "
                + report.claims().abandoned()
                + " gave up; faults: " + (report.injected().isEmpty() ? "none" : report.injected()));
        out.gap();
        long entries = Math.max(1, report.claims().entries());
        TextTable table = new TextTable("message", "sent", "for each entry");
        report.traffic().messagesByKind().forEach((kind, count) -> table.row(kind, count, (double) count / entries));
        table.row("together", report.traffic().messages(), report.messagesPerEntry());
        out.print(table);
        tellFormulas(report, out);
        out.say("  Waited: " + Words.nanos(report.waits().mean()) + " on average, half below "
                + Words.nanos(report.waits().median()) + ", 99 % below "
                + Words.nanos(report.waits().percentile99())
                + ", at most " + Words.nanos(report.waits().max()) + ".");
        out.say("  Busiest node: " + report.traffic().busiest() + ", "
                + Words.decimal((double) report.traffic().busiestMessages() / entries)
                + " messages sent or received for each entry.");
        if (report.handOvers().count() > 0) {
            out.say("  Handed over to a node that waited: "
                    + Words.nanos(report.handOvers().mean())
                    + " on average from the release to the next entry, at most "
                    + Words.nanos(report.handOvers().max()) + ".");
        }
        out.say("  Overtakings: " + Words.count(report.overtakings().count()) + "; of one claim at most "
                + report.overtakings().worst() + ".");
        out.gap();
        tellVerdicts(report, out);
        out.gap();
        out.say("  trace hash " + hash(report) + "; the same run again:");
        out.say("  " + replay(report));
    }

    private static void tellFormulas(SimulationReport report, Report out) {
        Setup setup = report.simulation().setup();
        MessageCost.of(setup.protocol(), setup.quorums(), setup.nodes()).ifPresent(cost -> {
            out.say("  " + cost.sentence());
            if (report.messagesPerEntry() < cost.alone()) {
                out.say("  Claims that wait at one node share its request, so an entry may cost less.");
            }
        });
    }

    private void tellVerdicts(SimulationReport report, Report out) {
        SimulationReport.Failure failure = report.failure();
        if (failure != null) {
            out.say("  " + out.bad("BROKEN") + ": " + failure.sentence());
            FailedRun kept = failed;
            if (kept != null) {
                kept.tell(out, broughtBy);
            }
            return;
        }
        for (String each : List.of("no two held at once", "everybody was served or gave up")) {
            out.promise(true, each);
        }
        if (forgets(report)) {
            out.promise(true, "in the end nothing remained");
        }
    }
}
