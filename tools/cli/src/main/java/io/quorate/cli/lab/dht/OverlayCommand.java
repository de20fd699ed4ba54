// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.dht;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.Seed;
import io.quorate.lab.overlay.OverlayReport;
import io.quorate.lab.overlay.OverlayTrial;
import io.quorate.lab.overlay.OverlayTrial.Stage;
import io.quorate.lab.overlay.OverlayWorld;
import io.quorate.overlay.catalog.Overlays;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate overlay}. */
@Command(
        name = "overlay",
        description = {
            "Builds an overlay (a distributed hash table) of many nodes in virtual time and routes messages to keys.",
            "Shows how long the routes are, what a node knows, and how changes are dealt with: with --churn, nodes fail and"
                    + " others join, all at one moment.",
            "The same seed and options are the same run, event by event.",
        },
        footer = {
            "  quorate overlay",
            "  quorate overlay --nodes 10000 --settled",
            "  quorate overlay --nodes 1000 --churn 300",
            "  quorate overlay --kind ring --nodes 100 --routes 1000 --json",
        })
public final class OverlayCommand extends ReportCommand {
    @Option(
            names = "--kind",
            paramLabel = "pastry|ring",
            defaultValue = "pastry",
            description = "pastry: about log N hops; ring: everybody knows everybody (default: ${DEFAULT-VALUE}).")
    private String kind = "pastry";

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many nodes (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--routes",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Number of messages, from random nodes to random keys (default: ${DEFAULT-VALUE}).")
    private int routes;

    @Option(
            names = "--churn",
            paramLabel = "N",
            defaultValue = "0",
            description = "Number of nodes that change: half of them fail, and as many new ones join.")
    private int churn;

    @Option(
            names = "--settled",
            description = "Begin with nodes that know what they should, instead of letting one after the other join.")
    private boolean settled;

    @Mixin
    private final Seed seed = new Seed();

    private long bytesOfNodes;

    public OverlayCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) {
        OverlayTrial trial = new OverlayTrial(Overlays.named(kind), nodes, routes, churn, settled, seed.number());
        long before = heapInUse();
        OverlayReport report;
        double seconds;
        try (Progress progress = new Progress(console)) {
            report = trial.run((stage, world) -> {
                progress.update(() -> told(stage, world));
                if (stage == Stage.BUILT) {
                    bytesOfNodes = heapInUse() - before;
                }
            });
            seconds = progress.seconds();
        }
        new OverlayResult(report, bytesOfNodes / nodes, seconds).addTo(out);
    }

    private static String told(Stage stage, OverlayWorld world) {
        return stage.name().toLowerCase(Locale.ROOT) + ": " + Words.count(world.running(), "node") + " after "
                + Math.round(world.rounds()) + " rounds";
    }

    private static long heapInUse() {
        Runtime runtime = Runtime.getRuntime();
        runtime.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
