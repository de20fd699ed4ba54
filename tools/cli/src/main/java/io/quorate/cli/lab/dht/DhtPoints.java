// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.dht;

import io.quorate.cli.console.Report;
import io.quorate.cli.console.Table;
import io.quorate.cli.console.Words;
import io.quorate.lab.dht.DhtFigure;
import io.quorate.lab.dht.DhtMean;
import io.quorate.lab.dht.DhtResult;
import java.util.ArrayList;
import java.util.List;

/** The result of a figure: the means of all runs at each of its points. */
record DhtPoints(DhtResult result, List<String> files, double seconds, String replay) {
    private static final String SILENT = "never";

    /** A protocol at one place of the figure. */
    private record Point(DhtResult result, int line, int place) {
        String protocol() {
            return result.figure().protocols().get(line).fullName();
        }

        String value() {
            return result.figure().values().get(place);
        }

        DhtMean mean() {
            return result.means().get(line).get(place);
        }

        double ratioToFirst() {
            return result.ratioToFirst(line, place, DhtMean::ofLocks);
        }
    }

    void addTo(Report out) {
        DhtFigure figure = result.figure();
        out.with("over", figure.varied().word()).with("runs", figure.runs());
        out.say("Means of " + Words.count(figure.runs(), "run") + "; " + Words.decimal(seconds) + " s");
        out.say("  " + DhtRuns.conditions(figure.base()) + ".");
        out.gap();
        out.table("points", table(points(0, figure.protocols().size())));
        out.gap();
        tellRatiosToSilent(out);
        DhtRuns.promiseSafety(out, result.violations());
        files.forEach(file -> out.say("  Drawn: " + file));
        out.say("  The same again: " + replay);
        out.with("files", files).with("seconds", seconds).with("replay", replay).answer(result.isSafe());
    }

    /** Of all places the protocols from one to before another. */
    private List<Point> points(int from, int to) {
        List<Point> points = new ArrayList<>();
        for (int place = 0; place < result.figure().values().size(); place++) {
            for (int line = from; line < to; line++) {
                points.add(new Point(result, line, place));
            }
        }
        return points;
    }

    private Table<Point> table(List<Point> points) {
        String ratio = result.figure().protocols().get(0).fullName() + " / this";
        return new Table<>(points)
                .column(result.figure().varied().word(), "value", Point::value)
                .column("protocol", "protocol", Point::protocol)
                .column("messages", "messagesOfLocks", point -> point.mean().ofLocks(), DhtPoints::whole)
                .column("+-", "deviation", point -> point.mean().deviation(), DhtPoints::whole)
                .column("hops", "hops", point -> point.mean().hops(), DhtPoints::whole)
                .field("byKind", point -> point.mean().byKind())
                .column("for each entry", "perEntry", point -> point.mean().perEntry())
                .column(ratio, "ratioToFirst", Point::ratioToFirst)
                .column("if all routed", "ifAllRouted", point -> point.mean().ifAllRouted(), DhtPoints::whole)
                .column(ratio, point -> result.ratioToFirst(point.line, point.place, DhtMean::ifAllRouted))
                .column("reminders", "reminders", point -> point.mean().reminders(), DhtPoints::whole)
                .column("sessions", "ofSessions", point -> point.mean().ofSessions(), DhtPoints::whole)
                .column("overlay", "upkeep", point -> point.mean().upkeep(), DhtPoints::whole)
                .column("entries", "entries", point -> point.mean().granted())
                .column("lost", "lost", point -> point.mean().lost())
                .field("violations", point -> point.mean().violations())
                .column("wait", "meanWaitRounds", point -> point.mean().meanWait())
                .field("load", point -> DhtRuns.load(point.mean().load()))
                .column("load: most", point -> point.mean().load().most())
                .column("inequality", point -> point.mean().load().inequality())
                .column(
                        "busiest 1 %",
                        point -> Math.round(100 * point.mean().load().partOfBusiest(DhtRuns.BUSIEST)) + " %");
    }

    /** The paper's comparison, perhaps: the first protocol asks again, and in the queues of the others all wait in silence. */
    private void tellRatiosToSilent(Report out) {
        DhtFigure figure = result.figure();
        int silent = figure.values().indexOf(SILENT);
        if (figure.varied() != DhtFigure.Varied.RETRIES
                || silent < 0
                || figure.protocols().size() < 2) {
            return;
        }
        String first = figure.protocols().get(0).fullName();
        List<DhtMean> firsts = result.means().get(0);
        out.say("  If only with " + first + " who waits asks again, and with the others never:");
        out.print(new Table<>(points(1, figure.protocols().size()))
                .column(first + " asks again", Point::value)
                .column("compared with", Point::protocol)
                .column(
                        "ratio",
                        point -> firsts.get(point.place).ofLocks()
                                / result.means().get(point.line).get(silent).ofLocks())
                .column(
                        "if all routed",
                        point -> firsts.get(point.place).ifAllRouted()
                                / result.means().get(point.line).get(silent).ifAllRouted()));
        out.gap();
    }

    private static String whole(double number) {
        return Words.count(Math.round(number));
    }
}
