// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.dht;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtFigure;
import io.quorate.lab.dht.DhtMean;
import io.quorate.lab.dht.DhtReport;
import io.quorate.lab.dht.DhtResult;
import io.quorate.lab.dht.LoadSpread;
import io.quorate.lab.dht.TimeScale;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tells what came of experiments on a distributed hash table. */
final class DhtText {
    private static final double BUSIEST = 0.01;
    private static final String SILENT = "never";

    private final Console console;
    private final DhtOptions options;
    private final double seconds;

    DhtText(Console console, DhtOptions options, double seconds) {
        this.console = console;
        this.options = options;
        this.seconds = seconds;
    }

    /** The load of nodes, as JSON. */
    record LoadDocument(double mean, int most, double inequality, double partOfBusiestPercent) {
        static LoadDocument of(LoadSpread load) {
            return new LoadDocument(load.mean(), load.most(), load.inequality(), load.partOfBusiest(BUSIEST));
        }
    }

    /** One run, as JSON. */
    record RunDocument(
            String protocol,
            int nodes,
            int replicas,
            int churn,
            String retries,
            long seed,
            DhtReport.Messages messages,
            DhtReport.Entries entries,
            double messagesPerEntry,
            double meanWaitRounds,
            LoadDocument load) {}

    /** Several runs, as JSON. */
    record RunsDocument(List<RunDocument> runs, double seconds, String replay) {}

    RunsDocument document(List<DhtReport> reports) {
        List<RunDocument> runs = new ArrayList<>();
        for (DhtReport report : reports) {
            DhtExperiment experiment = report.experiment();
            runs.add(new RunDocument(
                    experiment.protocol().fullName(),
                    experiment.nodes(),
                    experiment.replicas(),
                    experiment.churn(),
                    experiment.retries().text(experiment.times().round()),
                    experiment.seed(),
                    report.messages(),
                    report.entries(),
                    report.messagesPerEntry(),
                    report.meanWait(),
                    LoadDocument.of(report.load())));
        }
        return new RunsDocument(runs, seconds, "./quorate dht" + options.replay());
    }

    /** A point of a figure, as JSON; all means of the runs. */
    record PointDocument(
            String protocol,
            String value,
            double messagesOfLocks,
            double deviation,
            double ifAllRouted,
            double hops,
            Map<String, Double> byKind,
            double perEntry,
            double ratioToFirst,
            double reminders,
            double ofSessions,
            double upkeep,
            double entries,
            double lost,
            long violations,
            double meanWaitRounds,
            LoadDocument load) {
        static PointDocument of(String protocol, String value, DhtMean mean, double ratioToFirst) {
            return new PointDocument(
                    protocol,
                    value,
                    mean.ofLocks(),
                    mean.deviation(),
                    mean.ifAllRouted(),
                    mean.hops(),
                    mean.byKind(),
                    mean.perEntry(),
                    ratioToFirst,
                    mean.reminders(),
                    mean.ofSessions(),
                    mean.upkeep(),
                    mean.granted(),
                    mean.lost(),
                    mean.violations(),
                    mean.meanWait(),
                    LoadDocument.of(mean.load()));
        }
    }

    /** A figure, as JSON. */
    record FigureDocument(
            String over, int runs, List<PointDocument> points, List<String> files, double seconds, String replay) {}

    FigureDocument document(DhtResult result, List<String> files) {
        DhtFigure figure = result.figure();
        List<PointDocument> points = new ArrayList<>();
        for (int line = 0; line < figure.protocols().size(); line++) {
            for (int place = 0; place < figure.values().size(); place++) {
                points.add(PointDocument.of(
                        figure.protocols().get(line).fullName(),
                        figure.values().get(place),
                        result.means().get(line).get(place),
                        result.ratioToFirst(line, place, DhtMean::ofLocks)));
            }
        }
        return new FigureDocument(figure.varied().word(), figure.runs(), points, files, seconds, replay(figure));
    }

    private String replay(DhtFigure figure) {
        String name = switch (figure.varied()) {
            case NODES -> "3";
            case REPLICAS -> "4";
            case CHURN -> "5";
            case RETRIES -> "retries";
        };
        return "./quorate dht --figure " + name + options.replay();
    }

    private static String conditions(DhtExperiment experiment) {
        TimeScale times = experiment.times();
        return "rounds of " + Words.nanos(times.round().toNanos()) + ", messages travel 1 to 50 ms, "
                + (times.hasUpkeep()
                        ? "leases of " + Words.nanos(times.lease().toNanos()) + ", keep-alives of the overlay every "
                                + Words.nanos(times.keepAlive().toNanos())
                        : "leases that outlast the experiment, no keep-alives of the overlay");
    }

    void print(List<DhtReport> reports) {
        PrintWriter out = console.out();
        DhtExperiment first = reports.get(0).experiment();
        out.println(Words.count(first.nodes(), "node") + ", " + Words.count(first.replicas(), "replica") + ", churn "
                + Words.count(first.churn()) + " a round, seed " + first.seed() + "; " + Words.decimal(seconds) + " s");
        out.println("  " + conditions(first) + ";");
        out.println("  " + first.retries().sentence(first.times().round()) + ".");
        for (DhtReport report : reports) {
            out.println();
            print(report);
        }
        out.println();
        out.println("  The same again: ./quorate dht" + options.replay());
    }

    private void print(DhtReport report) {
        PrintWriter out = console.out();
        DhtReport.Messages messages = report.messages();
        DhtReport.Entries entries = report.entries();
        out.println("  " + console.bold(report.experiment().protocol().fullName()) + ": "
                + Words.count(messages.ofLocks(), "message") + " of locks, "
                + Words.decimal(report.messagesPerEntry()) + " for each of " + Words.count(entries.granted())
                + " entries, " + Words.count(messages.hops()) + " of them hops");
        TextTable kinds = new TextTable("message", "count");
        messages.byKind().forEach((kind, count) -> kinds.row(kind, Words.count(count)));
        out.print(kinds);
        out.println("  Apart from these: " + Words.count(messages.reminders(), "reminder") + ", "
                + Words.count(messages.ofSessions()) + " frames for sessions, " + Words.count(messages.upkeep())
                + " messages of the overlay; " + Words.count(messages.bytes(), "byte") + " in all.");
        out.println("  Of " + Words.count(entries.requested(), "request") + ", " + Words.count(entries.waiting())
                + " still waited at the end; who got the lock had waited " + Words.decimal(report.meanWait())
                + " rounds; " + Words.count(entries.lost(), "hold") + " lost.");
        LoadSpread load = report.load();
        out.println("  A node processed " + Words.decimal(load.mean()) + " messages of locks on average, "
                + Words.count(load.most()) + " at most; the busiest percent of nodes "
                + Math.round(100 * load.partOfBusiest(BUSIEST)) + " % of all.");
        printSafety(entries.violations());
    }

    private void printSafety(long violations) {
        console.out()
                .println("  " + (violations == 0 ? console.green("yes") : console.red("NO")) + "  "
                        + "never were two inside, and fences rose"
                        + (violations == 0 ? "" : ": violated " + Words.count(violations, "time")));
    }

    void print(DhtResult result, List<String> files) {
        PrintWriter out = console.out();
        DhtFigure figure = result.figure();
        out.println("Means of " + Words.count(figure.runs(), "run") + "; " + Words.decimal(seconds) + " s");
        out.println("  " + conditions(figure.base()) + ".");
        out.println();
        out.print(table(result));
        out.println();
        printRatiosToSilent(result);
        printSafety(result.violations());
        files.forEach(file -> out.println("  Drawn: " + file));
        out.println("  The same again: " + replay(figure));
    }

    private static TextTable table(DhtResult result) {
        DhtFigure figure = result.figure();
        TextTable table = new TextTable(
                figure.varied().word(),
                "protocol",
                "messages",
                "+-",
                "hops",
                "for each entry",
                figure.protocols().get(0).fullName() + " / this",
                "if all routed",
                figure.protocols().get(0).fullName() + " / this",
                "reminders",
                "sessions",
                "overlay",
                "entries",
                "lost",
                "wait",
                "load: most",
                "inequality",
                "busiest 1 %");
        for (int place = 0; place < figure.values().size(); place++) {
            for (int line = 0; line < figure.protocols().size(); line++) {
                DhtMean mean = result.means().get(line).get(place);
                table.row(
                        figure.values().get(place),
                        figure.protocols().get(line).fullName(),
                        whole(mean.ofLocks()),
                        whole(mean.deviation()),
                        whole(mean.hops()),
                        mean.perEntry(),
                        result.ratioToFirst(line, place, DhtMean::ofLocks),
                        whole(mean.ifAllRouted()),
                        result.ratioToFirst(line, place, DhtMean::ifAllRouted),
                        whole(mean.reminders()),
                        whole(mean.ofSessions()),
                        whole(mean.upkeep()),
                        Words.decimal(mean.granted()),
                        Words.decimal(mean.lost()),
                        mean.meanWait(),
                        mean.load().most(),
                        mean.load().inequality(),
                        Math.round(100 * mean.load().partOfBusiest(BUSIEST)) + " %");
            }
        }
        return table;
    }

    /** What the paper compares, perhaps: the first protocol asks again, and in the queues of the others everybody waits in silence. */
    private void printRatiosToSilent(DhtResult result) {
        DhtFigure figure = result.figure();
        int silent = figure.values().indexOf(SILENT);
        if (figure.varied() != DhtFigure.Varied.RETRIES
                || silent < 0
                || figure.protocols().size() < 2) {
            return;
        }
        String first = figure.protocols().get(0).fullName();
        console.out().println("  If only with " + first + " who waits asks again, and with the others never:");
        TextTable table = new TextTable(first + " asks again", "compared with", "ratio", "if all routed");
        for (int place = 0; place < figure.values().size(); place++) {
            for (int line = 1; line < figure.protocols().size(); line++) {
                DhtMean mean = result.means().get(0).get(place);
                DhtMean other = result.means().get(line).get(silent);
                table.row(
                        figure.values().get(place),
                        figure.protocols().get(line).fullName(),
                        mean.ofLocks() / other.ofLocks(),
                        mean.ifAllRouted() / other.ifAllRouted());
            }
        }
        console.out().print(table);
        console.out().println();
    }

    private static String whole(double number) {
        return Words.count(Math.round(number));
    }
}
