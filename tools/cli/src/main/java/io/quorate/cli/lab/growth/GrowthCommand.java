// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.growth;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.KnownCost;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.compare.Comparison;
import io.quorate.lab.compare.Outcome;
import io.quorate.lab.compare.Pressure;
import io.quorate.lab.growth.OverlayGrowth;
import io.quorate.lab.growth.OverlayScale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
public final class GrowthCommand implements Callable<Integer> {
    private static final List<String> ON_OVERLAYS = List.of("sigma", "endtoend", "nonendtoend");
    private static final List<String> WITH_QUORUMS = List.of("quorumlock", "maekawa", "tree", "ricart-agrawala");

    private final Console console;

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

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Where all randomness comes from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    public GrowthCommand(Console console) {
        this.console = console;
    }

    record Document(long seed, List<OverlayRow> overlays, List<ScaleRow> worlds, List<QuorumRow> quorums) {}

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
    public Integer call() {
        Document document;
        try (Progress progress = new Progress(console)) {
            document = new Document(seed, overlays(progress), worlds(progress), quorums(progress));
        }
        if (output.json()) {
            console.printJson(document);
        } else {
            print(document);
        }
        boolean safe = document.overlays.stream().allMatch(row -> row.violations == 0);
        return (safe ? ExitCode.OK : ExitCode.NO).number();
    }

    private List<OverlayRow> overlays(Progress progress) {
        List<OverlayRow> rows = new ArrayList<>();
        for (int size : nodes) {
            progress.update(() -> "routes through " + Words.count(size, "node"));
            double hops = OverlayGrowth.hops(size, seed);
            for (String name : ON_OVERLAYS) {
                progress.update(() -> name + " on " + Words.count(size, "node"));
                OverlayGrowth growth = OverlayGrowth.measure(Protocols.named(name), size, hops, seed);
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
            OverlayScale scale = OverlayScale.measure(protocol, size, seed, System::nanoTime);
            rows.add(new ScaleRow(size, scale.frames(), scale.framesASecond(), scale.bytesANode(), scale.seconds()));
        }
        return List.copyOf(rows);
    }

    private List<QuorumRow> quorums(Progress progress) {
        List<QuorumRow> rows = new ArrayList<>();
        for (int size : quorumNodes) {
            Comparison comparison = new Comparison(size, Pressure.LIGHT, 2, size, Comparison.IN_STEP, seed);
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

    private void print(Document document) {
        console.out()
                .println(
                        "Locks with " + OverlayGrowth.REPLICAS
                                + " replicas on an overlay (Pastry): messages for each entry, alone and with 65 locks that 400 requests want.\n");
        console.out().println(costs(document.overlays));
        console.out()
                .println(
                        "Two rounds of that experiment in which all nodes tell their neighbours that they are there, on this machine:\n");
        console.out().println(speeds(document.worlds));
        console.out().println("Quorums, nobody contends: messages for each entry, and those of the busiest node.\n");
        console.out().println(quorums(document.quorums));
        long violations =
                document.overlays.stream().mapToLong(OverlayRow::violations).sum();
        console.out()
                .println(
                        violations == 0
                                ? "Every run was audited: no two held at once, and fences rose."
                                : console.red(Words.count(violations, "violation"))
                                        + ": two held at once, or a fence did not rise.");
    }

    private static TextTable costs(List<OverlayRow> rows) {
        TextTable table = new TextTable(
                "nodes",
                "protocol",
                "hops",
                "log16 N",
                "alone",
                "by theory",
                "contended",
                "busiest node",
                "busiest 1 % have");
        for (OverlayRow row : rows) {
            table.row(
                    Words.count(row.nodes),
                    row.protocol,
                    row.hops,
                    row.hopsByTheory,
                    row.messagesAlone,
                    row.messagesAloneByTheory,
                    row.messagesContended,
                    row.busiest,
                    Math.round(100 * row.busiestShare) + " %");
        }
        return table;
    }

    private static TextTable speeds(List<ScaleRow> rows) {
        TextTable table = new TextTable("nodes", "frames", "seconds", "frames a second", "bytes a node");
        for (ScaleRow row : rows) {
            table.row(
                    Words.count(row.nodes),
                    Words.count(row.frames),
                    row.seconds,
                    Words.count(Math.round(row.framesASecond)),
                    Words.count(row.bytesANode));
        }
        return table;
    }

    private static TextTable quorums(List<QuorumRow> rows) {
        TextTable table = new TextTable("nodes", "protocol", "quorums", "messages", "by theory", "busiest node");
        for (QuorumRow row : rows) {
            table.row(
                    Words.count(row.nodes),
                    row.protocol,
                    row.quorums,
                    cell(row.messages),
                    Optional.ofNullable(row.messagesByTheory).orElse("no such quorums"),
                    cell(row.busiest));
        }
        return table;
    }

    private static Object cell(@Nullable Double value) {
        return value == null ? "" : value;
    }
}
