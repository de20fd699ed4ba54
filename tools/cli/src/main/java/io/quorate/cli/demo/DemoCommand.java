// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.ProtocolOptions;
import io.quorate.cli.cluster.TypicalSize;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.cli.demo.DemoRun.DemoPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate demo}. */
@Command(
        name = "demo",
        description = {
            "Starts nodes as processes of their own on this machine. All want the same lock, again and again.",
            "While a node holds it, it writes to files that nothing else protects; afterwards the files prove that no two held"
                    + " it at once. Shows who held when, what it cost in messages, beside the formula of the protocol's paper, and draws it.",
        },
        footer = {
            "  quorate demo",
            "  quorate demo --nodes 5 --rounds 10 --out /tmp/demo",
            "  quorate demo --protocol maekawa",
            "  quorate demo --protocol nonendtoend --overlay ring",
            "  quorate demo --without-lock       watch the proof fail"
        })
public final class DemoCommand extends ReportCommand {
    private static final int NODES_MAX = 9;
    private static final int HOLDS_MAX = 2_000;

    private final Class<?> mainClass;

    @Option(
            names = "--nodes",
            description = {
                "How many nodes, 2 to 9 (default: 3, or 7 if only that shows the form of the protocol's quorums)."
            })
    private @Nullable Integer nodesGiven;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = {"How often each node takes the lock (default: ${DEFAULT-VALUE})."})
    private int rounds;

    @Option(names = "--hold", defaultValue = "10ms", description = "How long it holds it (default: ${DEFAULT-VALUE}).")
    private String hold = "";

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = {
                "Where the files go: journal, counter, trace, drawing, logs.",
                "Without it, a new temporary folder."
            })
    private @Nullable Path out;

    @Option(names = "--without-lock", description = "Do the same without taking the lock, to see what it is good for.")
    private boolean withoutLock;

    @Mixin
    private final ProtocolOptions options = new ProtocolOptions();

    /** The main class is what the child processes run. */
    public DemoCommand(Console console, Class<?> mainClass) {
        super(console);
        this.mainClass = mainClass;
    }

    @Override
    protected void run(Report printed) throws IOException, InterruptedException {
        int nodes = nodesGiven == null ? TypicalSize.of(options.protocol()) : nodesGiven;
        if (nodes < 2 || nodes > NODES_MAX || rounds < 1 || (long) nodes * rounds > HOLDS_MAX) {
            throw new IllegalArgumentException("A demonstration has 2 to " + NODES_MAX
                    + " nodes, at least one round, and at most " + HOLDS_MAX + " holds in all; you asked for --nodes "
                    + nodes
                    + " --rounds " + rounds + ".");
        }
        options.quorums(nodes); // refuses what does not fit before anything is started
        Words.duration(hold); // refuses what is none before anything is started
        Path directory = out == null ? Files.createTempDirectory("quorate-demo-") : out.toAbsolutePath();
        // The children live for seconds: the quick compiler is enough, and leaves the processors to the others.
        List<String> java = ChildProcess.javaCommand(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m"), mainClass);
        DemoPlan plan = new DemoPlan(nodes, rounds, hold, directory, withoutLock, options, java);
        DemoReport report;
        try (Progress progress = new Progress(console)) {
            report = new DemoRun(plan, text -> progress.update(() -> text + " ...")).run();
        }
        new DemoText(printed, plan, report).print();
    }
}
