// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.dht;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.lab.overlay.OverlayReport;
import io.quorate.lab.overlay.OverlayTrial;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells what came of the trial of an overlay. */
final class OverlayText {
    private static final double DIGIT = 16;
    private static final int BAR_LENGTH = 40;

    private final Console console;
    private final OverlayReport report;
    private final long bytesPerNode;
    private final double seconds;

    OverlayText(Console console, OverlayReport report, long bytesPerNode, double seconds) {
        this.console = console;
        this.report = report;
        this.bytesPerNode = bytesPerNode;
        this.seconds = seconds;
    }

    /** The JSON output. Rounds of -1 mean: never. */
    record Document(
            boolean ok,
            String kind,
            int nodes,
            long seed,
            boolean settled,
            double log16,
            long bytesPerNode,
            OverlayReport.Build build,
            OverlayReport.Routes routes,
            OverlayReport.@Nullable Churn churn,
            double seconds,
            String replay) {}

    Document document() {
        OverlayTrial trial = report.trial();
        return new Document(
                report.isOk(),
                trial.kind().name(),
                trial.nodes(),
                trial.seed(),
                trial.settled(),
                log16(),
                bytesPerNode,
                report.build(),
                report.routes(),
                report.churn(),
                seconds,
                replay());
    }

    private double log16() {
        return Math.log(report.trial().nodes()) / Math.log(DIGIT);
    }

    private String replay() {
        OverlayTrial trial = report.trial();
        return "./quorate overlay --kind " + trial.kind().name() + " --nodes " + trial.nodes() + " --routes "
                + trial.routes() + (trial.churn() == 0 ? "" : " --churn " + trial.churn())
                + (trial.settled() ? " --settled" : "") + " --seed " + trial.seed();
    }

    void print() {
        PrintWriter out = console.out();
        OverlayTrial trial = report.trial();
        OverlayReport.Build build = report.build();
        out.println(trial.kind().name() + ", " + Words.count(trial.nodes(), "node") + ", seed " + trial.seed() + "; "
                + Words.decimal(seconds) + " s");
        out.println();
        if (trial.settled()) {
            out.println("  Nobody joined: the nodes began with what they should know.");
        } else {
            out.println("  All joined in " + Math.round(build.rounds()) + " rounds of keep-alives, with "
                    + Words.count(build.messages() / trial.nodes(), "message") + " for each node; "
                    + (build.settlingRounds() < 0
                            ? "their neighbours were never right"
                            : "their neighbours were right " + Words.count(build.settlingRounds(), "round") + " later")
                    + ".");
        }
        out.println("  A node has " + Words.number(build.sizes().neighbours()) + " neighbours and knows "
                + Words.decimal(build.sizes().known()) + " nodes on average, "
                + build.sizes().knownMost()
                + " at most; it takes about " + Words.count(bytesPerNode, "byte") + ".");
        out.println("  In a quiet round a node sends "
                + Words.decimal((double) build.messagesInARound() / trial.nodes()) + " messages, "
                + Words.count(build.bytesInARound() / trial.nodes(), "byte") + ".");
        out.println();
        print(report.routes());
        out.println("  log16 of " + Words.count(trial.nodes()) + " is " + Words.decimal(log16()) + ".");
        OverlayReport.Churn churn = report.churn();
        if (churn != null) {
            print(churn);
        }
        out.println();
        out.println("  " + (report.isOk() ? console.green("yes") : console.red("NO")) + "  "
                + "in the end all neighbours are right, and every message finds the owner of its key");
        out.println();
        out.println("  The same run again: " + replay());
    }

    private void print(OverlayReport.Routes routes) {
        TextTable table = new TextTable("hops", "messages", "");
        List<Integer> histogram = routes.histogram();
        int most = histogram.stream().mapToInt(Integer::intValue).max().orElse(1);
        for (int hops = 0; hops < histogram.size(); hops++) {
            int count = histogram.get(hops);
            table.row(hops, count, "#".repeat((int) Math.ceil((double) count * BAR_LENGTH / Math.max(1, most))));
        }
        console.out().print(table);
        console.out()
                .println(
                        "  Mean " + String.format(Locale.ROOT, "%.3f", routes.mean()) + " hops; " + fate(routes) + ".");
    }

    private static String fate(OverlayReport.Routes routes) {
        return Words.count(routes.arrived()) + " came to the owner of their key, " + Words.count(routes.wrong())
                + " to another node, " + Words.count(routes.lost()) + " nowhere";
    }

    private void print(OverlayReport.Churn churn) {
        PrintWriter out = console.out();
        out.println();
        out.println("  Then " + Words.count(churn.failed(), "node") + " failed and " + Words.count(churn.joined())
                + " new ones joined, all at one moment.");
        out.println("  Of messages routed at that very moment, " + fate(churn.during()) + ".");
        out.println("  All were in, with the right neighbours, after " + rounds(churn.roundsUntilRight())
                + "; nobody knew the dead any more after " + rounds(churn.roundsUntilForgotten()) + ".");
        out.println("  Of messages routed then, " + fate(churn.after()) + "; mean "
                + String.format(Locale.ROOT, "%.3f", churn.after().mean()) + " hops.");
    }

    private static String rounds(long count) {
        return count < 0 ? "no number of rounds" : Words.count(count, "round");
    }
}
