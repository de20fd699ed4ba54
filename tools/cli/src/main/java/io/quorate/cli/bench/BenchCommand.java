// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench;

import io.quorate.cli.bench.BenchRun.BenchPlan;
import io.quorate.cli.bench.Series.Result;
import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.ProtocolOptions;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Table;
import io.quorate.cli.console.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate bench}. */
@Command(
        name = "bench",
        description = {
            "Measures how long it takes to get a lock and give it back, with node processes on this machine.",
            "The floor is \"central\": one node decides, asked by another one, the least that a lock over a network can cost."
                    + " Both are measured in turns in the same processes, so read the ratios; the times are this machine's.",
            "new-names: one node, not the centre, takes another lock each time. same-name: it takes the same lock again."
                    + " contended: all want the same lock all the time, and those that are not the centre are measured:"
                    + " the centre gets its own lock without a message.",
        },
        footer = {
            "  quorate bench --quick",
            "  quorate bench --pin 0",
            "  quorate bench --protocol maekawa --nodes 7 --quick",
            "  quorate bench --rounds 10 --json"
        })
public final class BenchCommand extends ReportCommand {
    private static final int NODES_MIN = 3;
    private static final int NODES_MAX = 9;

    private final Class<?> mainClass;

    @Option(names = "--quick", description = "A short measurement, about 15 seconds.")
    private boolean quick;

    @Option(
            names = "--nodes",
            defaultValue = "" + NODES_MIN,
            description = "How many node processes, 3 to 9 (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--rounds", paramLabel = "N", description = "How many rounds (default: 7, quick: 3).")
    private @Nullable Integer rounds;

    @Option(
            names = "--pin",
            paramLabel = "CPUS",
            description = {"Let the node processes run only on these processors, as in 0 or 0,1 (needs taskset)."})
    private @Nullable String pin;

    @Mixin
    private final ProtocolOptions subject = new ProtocolOptions();

    /** The main class is what the child processes run. */
    public BenchCommand(Console console, Class<?> mainClass) {
        super(console);
        this.mainClass = mainClass;
    }

    record Placement(
            int processors, String pinnedTo, @Nullable String loadAverage, String java) {}

    record Ratio(String situation, double p50, double p99, double throughput) {}

    @Override
    protected void run(Report out) throws IOException, InterruptedException {
        if (rounds != null && rounds < 1) {
            throw new IllegalArgumentException("There must be at least one round, not " + rounds + ".");
        }
        if (nodes < NODES_MIN || nodes > NODES_MAX) {
            throw new IllegalArgumentException(
                    "A measurement has " + NODES_MIN + " to " + NODES_MAX + " nodes, not " + nodes + ".");
        }
        if (subject.protocol().name().equals(BenchRun.FLOOR)) {
            throw new IllegalArgumentException("The protocol " + BenchRun.FLOOR
                    + " is the floor that others are measured against: take another one by --protocol.");
        }
        subject.quorums(nodes); // refuses what does not fit before anything is started
        Placement placement = placement();
        int wanted = rounds != null ? rounds : quick ? 3 : 7;
        BenchPlan plan = new BenchPlan(nodes, subject, wanted, quick ? 500 : 1500, quick ? 1500 : 3000, command());
        List<Result> results = measure(plan);
        List<Ratio> ratios = Arrays.stream(Situation.values())
                .map(situation -> ratio(results, situation.toString()))
                .toList();
        out.with("placement", placement);
        tell(placement, plan, out);
        out.gap().table("results", table(results)).gap();
        out.table(
                        "ratiosToFloor",
                        new Table<>(ratios)
                                .column(subject.name() + " / " + BenchRun.FLOOR, "situation", Ratio::situation)
                                .column("p50", "p50", Ratio::p50)
                                .column("p99", "p99", Ratio::p99)
                                .column("throughput", "throughput", Ratio::throughput))
                .gap();
        out.say("  One sample is one acquire with its release. Other work on this machine makes all of it"
                + " slower: compare rounds.");
    }

    private List<Result> measure(BenchPlan plan) throws IOException, InterruptedException {
        try (Progress progress = new Progress(console)) {
            return new BenchRun(plan, text -> progress.update(() -> text)).run();
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        if (pin != null) {
            if (!Files.isExecutable(Path.of("/usr/bin/taskset"))) {
                throw new CommandFailure(
                        ExitCode.ENVIRONMENT,
                        "There is no /usr/bin/taskset to pin processes with. Install util-linux, or leave out --pin.");
            }
            command.addAll(List.of("/usr/bin/taskset", "-c", pin));
        }
        command.addAll(ChildProcess.javaCommand(List.of("-Xmx256m"), mainClass));
        return command;
    }

    private Placement placement() throws IOException {
        Path load = Path.of("/proc/loadavg");
        return new Placement(
                Runtime.getRuntime().availableProcessors(),
                pin == null ? "all" : pin,
                Files.isReadable(load) ? Files.readString(load).split(" ")[0] : null,
                String.valueOf(System.getProperty("java.version")));
    }

    private static Result find(List<Result> results, String situation, String protocol) {
        return results.stream()
                .filter(each ->
                        each.situation().equals(situation) && each.protocol().equals(protocol))
                .findFirst()
                .orElseThrow();
    }

    private Ratio ratio(List<Result> results, String situation) {
        Result floor = find(results, situation, BenchRun.FLOOR);
        Result measured = find(results, situation, subject.name());
        return new Ratio(
                situation,
                measured.p50Micros() / floor.p50Micros(),
                measured.p99Micros() / floor.p99Micros(),
                measured.perSecond() / floor.perSecond());
    }

    private void tell(Placement placement, BenchPlan plan, Report out) {
        out.say(nodes + " node processes on loopback, " + Words.count(placement.processors(), "processor") + ", "
                + (pin == null ? "not pinned" : "pinned to " + pin) + ", Java " + placement.java() + "; "
                + Words.count(plan.rounds(), "round") + " of " + plan.roundMillis() + " ms each, in turns"
                + (placement.loadAverage() == null ? "" : "; load of the machine before: " + placement.loadAverage())
                + ".");
    }

    private static Table<Result> table(List<Result> results) {
        return new Table<>(results)
                .column("situation", "situation", Result::situation)
                .column("protocol", "protocol", Result::protocol)
                .column("p50 us", "p50Micros", Result::p50Micros, BenchCommand::micros)
                .column(
                        "rounds' p50 us",
                        each -> micros(each.lowestRoundP50Micros()) + " to " + micros(each.highestRoundP50Micros()))
                .field("lowestRoundP50Micros", Result::lowestRoundP50Micros)
                .field("highestRoundP50Micros", Result::highestRoundP50Micros)
                .column("p99 us", "p99Micros", Result::p99Micros, BenchCommand::micros)
                .column("a second", "perSecond", Result::perSecond, Math::round)
                .column("samples", "samples", Result::samples);
    }

    private static String micros(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
