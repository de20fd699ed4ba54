// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.growth;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Table;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.KnownCost;
import io.quorate.cli.lab.Seed;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.compare.Comparison;
import io.quorate.lab.compare.Outcome;
import io.quorate.lab.compare.Pressure;
import io.quorate.lab.growth.OverlayGrowth;
import io.quorate.lab.growth.OverlayScale;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate growth}. */
@Command(
        name = "growth",
        description = {
            "Shows how the cost of a lock grows with the number of nodes: hops, messages and load on an overlay; messages and load with quorums;"
                    + " memory and speed of the world that carries the overlay.",
            "The same seed gives the same numbers on every machine, except memory and speed.",
        },
        footer = {
            "  quorate growth",
            "  quorate growth --nodes 100,1000 --quorum-nodes 3,7,13 --json",
            "  QUORATE_JAVA_OPTS=-Xmx8g quorate growth --nodes 100000 --quorum-nodes 993",
        })
public final class GrowthCommand extends ReportCommand {
    private static final List<String> ON_OVERLAYS = List.of("sigma", "endtoend", "nonendtoend");
    private static final List<String> WITH_QUORUMS = List.of("quorumlock", "maekawa", "tree", "ricart-agrawala");

    @Option(
            names = "--nodes",
            paramLabel = "N",
            split = ",",
            defaultValue = "100,1000,10000,100000",
            description = "Sizes of overlays (default: ${DEFAULT-VALUE}).")
    private List<Integer> nodes = List.of();

    @Option(
            names = "--quorum-nodes",
            paramLabel = "N",
            split = ",",
            defaultValue = "3,7,13,31,133,307,993",
            description =
                    "Numbers of nodes with quorums (default: ${DEFAULT-VALUE}: all but the first are sizes of planes).")
    private List<Integer> quorumNodes = List.of();

    @Mixin
    private final Seed seed = new Seed();

    public GrowthCommand(Console console) {
        super(console);
    }

    record OverlayRow(
            String protocol,
            int nodes,
            double hops,
            double hopsByTheory,
            double messagesAlone,
            double messagesAloneByTheory,
            double messagesContended,
            int busiest,
            double busiestShare,
            long violations) {}

    record ScaleRow(int nodes, long frames, double framesASecond, long bytesANode, double seconds) {}

    /** Cells are null if the protocol has no quorums of that size. */
    record QuorumRow(
            String protocol,
            int nodes,
            String quorums,
            @Nullable Double messages,
            @Nullable String messagesByTheory,
            @Nullable Double busiest) {}

    @Override
    protected void run(Report out) {
        List<OverlayRow> overlays;
        List<ScaleRow> worlds;
        List<QuorumRow> quorums;
        try (Progress progress = new Progress(console)) {
            overlays = overlays(progress);
            worlds = worlds(progress);
            quorums = quorums(progress);
        }
        out.with("seed", seed.number());
        out.say(
                "Locks with " + OverlayGrowth.REPLICAS
                        + " replicas on an overlay (Pastry): messages for each entry, alone and with 65 locks that 400 requests want.");
        out.gap().table("overlays", costs(overlays)).gap();
        out.say(
                "Two rounds of that experiment in which all nodes tell their neighbours that they are there, on this machine:");
        out.gap().table("worlds", speeds(worlds)).gap();
        out.say("Quorums, nobody contends: messages for each entry, and those of the busiest node.");
        out.gap().table("quorums", table(quorums)).gap();
        long violations = overlays.stream().mapToLong(OverlayRow::violations).sum();
        out.say(
                violations == 0
                        ? "Every run was audited: no two held at once, and fences rose."
                        : out.bad(Words.count(violations, "violation"))
                                + ": two held at once, or a fence did not rise.");
        out.answer(violations == 0);
    }

    private List<OverlayRow> overlays(Progress progress) {
        List<OverlayRow> rows = new ArrayList<>();
        for (int size : nodes) {
            progress.update(() -> "routes through " + Words.count(size, "node"));
            double hops = OverlayGrowth.hops(size, seed.number());
            for (String name : ON_OVERLAYS) {
                progress.update(() -> name + " on " + Words.count(size, "node"));
                OverlayGrowth growth = OverlayGrowth.measure(Protocols.named(name), size, hops, seed.number());
                rows.add(new OverlayRow(
                        name,
                        size,
                        hops,
                        OverlayGrowth.hopsByTheory(size),
                        growth.alone(),
                        OverlayGrowth.aloneByTheory(name, hops),
                        growth.contended(),
                        growth.busiest(),
                        growth.busiestShare(),
                        growth.violations()));
            }
        }
        return List.copyOf(rows);
    }

    private List<ScaleRow> worlds(Progress progress) {
        Protocol<?> protocol = Protocols.named(ON_OVERLAYS.get(0));
        List<ScaleRow> rows = new ArrayList<>();
        for (int size : nodes) {
            progress.update(() -> "all frames of " + Words.count(size, "node"));
            OverlayScale scale = OverlayScale.measure(protocol, size, seed.number(), System::nanoTime);
            rows.add(new ScaleRow(size, scale.frames(), scale.framesASecond(), scale.bytesANode(), scale.seconds()));
        }
        return List.copyOf(rows);
    }

    private List<QuorumRow> quorums(Progress progress) {
        List<QuorumRow> rows = new ArrayList<>();
        for (int size : quorumNodes) {
            Comparison comparison = new Comparison(size, Pressure.LIGHT, 2, size, Comparison.IN_STEP, seed.number());
            for (String name : WITH_QUORUMS) {
                progress.update(() -> name + " with " + Words.count(size, "node"));
                rows.add(row(comparison.measure(Protocols.named(name)), size));
            }
        }
        return List.copyOf(rows);
    }

    private static QuorumRow row(Outcome outcome, int size) {
        String name = outcome.protocol().name();
        if (outcome instanceof Outcome.Measured measured) {
            return new QuorumRow(
                    name,
                    size,
                    measured.report().simulation().setup().quorums().name(),
                    measured.messages(),
                    KnownCost.messages(measured),
                    measured.busiest());
        }
        return new QuorumRow(name, size, "", null, null, null);
    }

    private static Table<OverlayRow> costs(List<OverlayRow> rows) {
        return new Table<>(rows)
                .column("nodes", "nodes", OverlayRow::nodes, Words::count)
                .column("protocol", "protocol", OverlayRow::protocol)
                .column("hops", "hops", OverlayRow::hops)
                .column("log16 N", "hopsByTheory", OverlayRow::hopsByTheory)
                .column("alone", "messagesAlone", OverlayRow::messagesAlone)
                .column("by theory", "messagesAloneByTheory", OverlayRow::messagesAloneByTheory)
                .column("contended", "messagesContended", OverlayRow::messagesContended)
                .column("busiest node", "busiest", OverlayRow::busiest)
                .column(
                        "busiest 1 % have",
                        "busiestShare", OverlayRow::busiestShare, share -> Math.round(100 * share) + " %")
                .field("violations", OverlayRow::violations);
    }

    private static Table<ScaleRow> speeds(List<ScaleRow> rows) {
        return new Table<>(rows)
                .column("nodes", "nodes", ScaleRow::nodes, Words::count)
                .column("frames", "frames", ScaleRow::frames, Words::count)
                .column("seconds", "seconds", ScaleRow::seconds)
                .column(
                        "frames a second",
                        "framesASecond",
                        ScaleRow::framesASecond,
                        each -> Words.count(Math.round(each)))
                .column("bytes a node", "bytesANode", ScaleRow::bytesANode, Words::count);
    }

    private static Table<QuorumRow> table(List<QuorumRow> rows) {
        return new Table<>(rows)
                .column("nodes", "nodes", QuorumRow::nodes, Words::count)
                .column("protocol", "protocol", QuorumRow::protocol)
                .column("quorums", "quorums", QuorumRow::quorums)
                .column("messages", "messages", QuorumRow::messages)
                .column(
                        "by theory",
                        "messagesByTheory",
                        QuorumRow::messagesByTheory,
                        theory -> theory == null ? "no such quorums" : theory)
                .column("busiest node", "busiest", QuorumRow::busiest);
    }
}
