// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.dht;

import io.quorate.cli.console.Report;
import io.quorate.cli.console.Table;
import io.quorate.cli.console.Words;
import io.quorate.lab.overlay.OverlayReport;
import io.quorate.lab.overlay.OverlayTrial;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The result of the trial of an overlay. Rounds of -1 mean: never. */
record OverlayResult(OverlayReport report, long bytesPerNode, double seconds) {
    private static final double DIGIT = 16;
    private static final int BAR_LENGTH = 40;

    void addTo(Report out) {
        OverlayTrial trial = report.trial();
        out.with("ok", report.isOk())
                .with("kind", trial.kind().name())
                .with("nodes", trial.nodes())
                .with("seed", trial.seed())
                .with("settled", trial.settled())
                .with("log16", log16())
                .with("bytesPerNode", bytesPerNode)
                .with("build", report.build())
                .with("routes", report.routes())
                .with("churn", report.churn())
                .with("seconds", seconds)
                .with("replay", replay());
        tell(out);
        out.answer(report.isOk());
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

    private void tell(Report out) {
        OverlayTrial trial = report.trial();
        OverlayReport.Build build = report.build();
        out.say(trial.kind().name() + ", " + Words.count(trial.nodes(), "node") + ", seed " + trial.seed() + "; "
                + Words.decimal(seconds) + " s");
        out.gap();
        if (trial.settled()) {
            out.say("  Nobody joined: the nodes began with what they should know.");
        } else {
            out.say("  All joined in " + Math.round(build.rounds()) + " rounds of keep-alives, with "
                    + Words.count(build.messages() / trial.nodes(), "message") + " for each node; "
                    + (build.settlingRounds() < 0
                            ? "their neighbours were never right"
                            : "their neighbours were right " + Words.count(build.settlingRounds(), "round") + " later")
                    + ".");
        }
        out.say("  A node has " + Words.number(build.sizes().neighbours()) + " neighbours and knows "
                + Words.decimal(build.sizes().known()) + " nodes on average, "
                + build.sizes().knownMost()
                + " at most; it takes about " + Words.count(bytesPerNode, "byte") + ".");
        out.say("  In a quiet round a node sends "
                + Words.decimal((double) build.messagesInARound() / trial.nodes()) + " messages, "
                + Words.count(build.bytesInARound() / trial.nodes(), "byte") + ".");
        out.gap();
        tell(out, report.routes());
        out.say("  log16 of " + Words.count(trial.nodes()) + " is " + Words.decimal(log16()) + ".");
        OverlayReport.Churn churn = report.churn();
        if (churn != null) {
            tell(out, churn);
        }
        out.gap();
        out.promise(report.isOk(), "in the end all neighbours are right, and every message finds the owner of its key");
        out.gap();
        out.say("  The same run again: " + replay());
    }

    private static void tell(Report out, OverlayReport.Routes routes) {
        List<Integer> histogram = routes.histogram();
        int most = histogram.stream().mapToInt(Integer::intValue).max().orElse(1);
        out.print(new Table<>(IntStream.range(0, histogram.size()).boxed().toList())
                .column("hops", hops -> hops)
                .column("messages", histogram::get)
                .column(
                        "",
                        hops -> "#".repeat((int)
                                Math.ceil((double) histogram.get(hops) * BAR_LENGTH / Math.max(1, most)))));
        out.say("  Mean " + String.format(Locale.ROOT, "%.3f", routes.mean()) + " hops; " + fate(routes) + ".");
    }

    private static String fate(OverlayReport.Routes routes) {
        return Words.count(routes.arrived()) + " came to the owner of their key, " + Words.count(routes.wrong())
                + " to another node, " + Words.count(routes.lost()) + " nowhere";
    }

    private static void tell(Report out, OverlayReport.Churn churn) {
        out.gap();
        out.say("  Then " + Words.count(churn.failed(), "node") + " failed and " + Words.count(churn.joined())
                + " new ones joined, all at one moment.");
        out.say("  Of messages routed at that very moment, " + fate(churn.during()) + ".");
        out.say("  All were in, with the right neighbours, after " + rounds(churn.roundsUntilRight())
                + "; nobody knew the dead any more after " + rounds(churn.roundsUntilForgotten()) + ".");
        out.say("  Of messages routed then, " + fate(churn.after()) + "; mean "
                + String.format(Locale.ROOT, "%.3f", churn.after().mean()) + " hops.");
    }

    private static String rounds(long count) {
        return count < 0 ? "no number of rounds" : Words.count(count, "round");
    }
}
