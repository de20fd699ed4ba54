// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.dht;

import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtReport;
import io.quorate.lab.dht.LoadSpread;
import io.quorate.lab.dht.TimeScale;
import java.util.List;

/** The results of one run for each protocol. */
record DhtRuns(List<DhtReport> reports, double seconds, String replay) {
    static final double BUSIEST = 0.01;

    void addTo(Report out) {
        out.with("runs", reports, DhtRuns::fields).with("seconds", seconds).with("replay", replay);
        DhtExperiment first = reports.get(0).experiment();
        out.say(Words.count(first.nodes(), "node") + ", " + Words.count(first.replicas(), "replica") + ", churn "
                + Words.count(first.churn()) + " a round, seed " + first.seed() + "; " + Words.decimal(seconds) + " s");
        out.say("  " + conditions(first) + ";");
        out.say("  " + first.retries().sentence(first.times().round()) + ".");
        reports.forEach(report -> tell(out, report));
        out.gap();
        out.say("  The same again: " + replay);
        out.answer(reports.stream().allMatch(report -> report.entries().violations() == 0));
    }

    private static Fields fields(DhtReport report) {
        DhtExperiment experiment = report.experiment();
        return new Fields()
                .with("protocol", experiment.protocol().fullName())
                .with("nodes", experiment.nodes())
                .with("replicas", experiment.replicas())
                .with("churn", experiment.churn())
                .with("retries", experiment.retries().text(experiment.times().round()))
                .with("seed", experiment.seed())
                .with("messages", report.messages())
                .with("entries", report.entries())
                .with("messagesPerEntry", report.messagesPerEntry())
                .with("meanWaitRounds", report.meanWait())
                .with("load", load(report.load()));
    }

    static Fields load(LoadSpread load) {
        return new Fields()
                .with("mean", load.mean())
                .with("most", load.most())
                .with("inequality", load.inequality())
                .with("partOfBusiestPercent", load.partOfBusiest(BUSIEST));
    }

    static String conditions(DhtExperiment experiment) {
        TimeScale times = experiment.times();
        return "rounds of " + Words.nanos(times.round().toNanos()) + ", messages travel 1 to 50 ms, "
                + (times.hasUpkeep()
                        ? "leases of " + Words.nanos(times.lease().toNanos()) + ", keep-alives of the overlay every "
                                + Words.nanos(times.keepAlive().toNanos())
                        : "leases that outlast the experiment, no keep-alives of the overlay");
    }

    private static void tell(Report out, DhtReport report) {
        DhtReport.Messages messages = report.messages();
        DhtReport.Entries entries = report.entries();
        out.gap();
        out.say("  " + out.strong(report.experiment().protocol().fullName()) + ": "
                + Words.count(messages.ofLocks(), "message") + " of locks, "
                + Words.decimal(report.messagesPerEntry()) + " for each of " + Words.count(entries.granted())
                + " entries, " + Words.count(messages.hops()) + " of them hops");
        TextTable kinds = new TextTable("message", "count");
        messages.byKind().forEach((kind, count) -> kinds.row(kind, Words.count(count)));
        out.print(kinds);
        out.say("  Apart from these: " + Words.count(messages.reminders(), "reminder") + ", "
                + Words.count(messages.ofSessions()) + " frames for sessions, " + Words.count(messages.upkeep())
                + " messages of the overlay; " + Words.count(messages.bytes(), "byte") + " in all.");
        out.say("  Of " + Words.count(entries.requested(), "request") + ", " + Words.count(entries.waiting())
                + " still waited at the end; who got the lock had waited " + Words.decimal(report.meanWait())
                + " rounds; " + Words.count(entries.lost(), "hold") + " lost.");
        LoadSpread load = report.load();
        out.say("  A node processed " + Words.decimal(load.mean()) + " messages of locks on average, "
                + Words.count(load.most()) + " at most; the busiest percent of nodes "
                + Math.round(100 * load.partOfBusiest(BUSIEST)) + " % of all.");
        promiseSafety(out, entries.violations());
    }

    static void promiseSafety(Report out, long violations) {
        out.promise(
                violations == 0,
                "never were two inside, and fences rose"
                        + (violations == 0 ? "" : ": violated " + Words.count(violations, "time")));
    }
}
