// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import io.quorate.cli.bench.Builds;
import io.quorate.cli.bench.load.Timeline.Waits;
import io.quorate.cli.cluster.ScratchFolder;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Table;
import io.quorate.faultnet.FaultNet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate bench grey}. */
@Command(
        name = "grey",
        description = {
            "Measures what one grey voter (slow, silent, frozen: neither well nor gone) costs the clients of the others.",
            "Each voter is a process on a host of its own (see quorate faultnet; needs root). Only the well voters take locks."
                    + " The same cluster is measured healthy and then grey, so read the ratios.",
            "Three measurements: an open loop (uncontended acquires at fixed times, from which their waits count), a closed loop"
                    + " (16 threads at each voter), and one lock that every well voter wants.",
            "Aims: p99 within 3 times of healthy and no wait above 50 ms after the first second of the fault; more than 80 %% of"
                    + " the throughput; the next waiter served within 100 ms of a release. Ends with 1 if one is missed."
        },
        footer = {
            "  quorate bench grey --quick",
            "  quorate bench grey --voters 3,5",
            "  quorate bench grey --faults frozen,slow --also before=../quorate-before",
            "  quorate bench grey --loopback"
        })
public final class GreyCommand extends ReportCommand {
    private static final int VOTERS_MIN = 3;

    private final Class<?> mainClass;

    @Option(names = "--voters", split = ",", paramLabel = "N", description = "Sizes of clusters (default: 3).")
    private List<Integer> voters = List.of(3);

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "FAULT",
            description = "frozen, silent, slow, losing, pausing (default: all).")
    private List<GreyFault> faults = List.of(GreyFault.values());

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Uncontended acquires a second in the open loop, all clients together (default: ${DEFAULT-VALUE}).")
    private int rate = 200;

    @Option(names = "--quick", description = "Short measurements, less than a minute for three voters.")
    private boolean quick;

    @Option(
            names = "--loopback",
            description =
                    "Without a network of hosts, so without root: only the faults that are signals (frozen, pausing).")
    private boolean loopback;

    @Mixin
    private final Builds builds = new Builds();

    /** The main class is what the child processes run. */
    public GreyCommand(Console console, Class<?> mainClass) {
        super(console);
        this.mainClass = mainClass;
    }

    @Override
    protected void run(Report out) throws IOException, InterruptedException {
        if (rate < 1 || voters.stream().anyMatch(count -> count < VOTERS_MIN)) {
            throw new IllegalArgumentException(
                    "There must be " + VOTERS_MIN + " voters and one acquire a second at least.");
        }
        boolean onNetwork = isNetworkPossible();
        List<GreyFault> possible = faults.stream()
                .filter(each -> onNetwork || !each.needsNetwork())
                .toList();
        GreyRun.Plan plan =
                quick ? new GreyRun.Plan(rate, 1_200, 700, 1_800) : new GreyRun.Plan(rate, 8_000, 3_000, 7_000);
        List<GreyRun.Outcome> outcomes = new ArrayList<>();
        try (ScratchFolder folder = ScratchFolder.create("quorate-grey-", console)) {
            measure(plan, possible, onNetwork, folder.path(), outcomes);
            out.with("plan", plan).with("outcomes", outcomes).say(table(outcomes));
            List<String> failures = outcomes.stream()
                    .filter(each -> each.failure() != null)
                    .map(each -> each.voters() + " voters, " + each.fault().words() + ": " + each.failure())
                    .toList();
            failures.forEach(console.err()::println);
            if (!failures.isEmpty()) {
                out.exit(ExitCode.ENVIRONMENT);
                return;
            }
            folder.allWentWell();
        }
        out.answer(outcomes.stream()
                .map(GreyRun.Outcome::figures)
                .allMatch(each -> each != null && each.missed().isEmpty()));
    }

    private void measure(
            GreyRun.Plan plan, List<GreyFault> possible, boolean onNetwork, Path folder, List<GreyRun.Outcome> outcomes)
            throws IOException, InterruptedException {
        try (Progress progress = new Progress(console)) {
            for (int count : voters) {
                for (Map.Entry<String, List<String>> build :
                        builds.programs(mainClass).entrySet()) {
                    GreyRun.Subject subject = new GreyRun.Subject(build.getKey(), build.getValue(), count, onNetwork);
                    try (GreyRun run = new GreyRun(plan, subject, folder, text -> progress.update(() -> text))) {
                        for (GreyFault fault : possible) {
                            outcomes.add(run.measure(fault));
                        }
                    }
                }
            }
        }
    }

    private boolean isNetworkPossible() throws InterruptedException {
        String whyNot = loopback ? "--loopback has none." : FaultNet.whyNot();
        List<String> left = faults.stream()
                .filter(GreyFault::needsNetwork)
                .map(GreyFault::words)
                .toList();
        if (whyNot != null && !left.isEmpty()) {
            console.err().println("NOT MEASURED: " + String.join("; ", left) + ". They need a network. " + whyNot);
        }
        return whyNot == null;
    }

    private static Table<GreyRun.Outcome> table(List<GreyRun.Outcome> outcomes) {
        return new Table<>(outcomes)
                .column("voters", each -> each.voters() + (each.build().isEmpty() ? "" : " @" + each.build()))
                .column("one voter is", each -> each.fault().words())
                .column(
                        "p50 ms",
                        cell(each -> pair(
                                open(each.healthy()).p50(), open(each.grey()).p50(), each.p50Ratio())))
                .column(
                        "p90 ms",
                        cell(each -> pair(
                                open(each.healthy()).p90(), open(each.grey()).p90(), each.p90Ratio())))
                .column(
                        "p99 ms",
                        cell(each -> pair(
                                open(each.healthy()).p99(), open(each.grey()).p99(), each.p99Ratio())))
                .column(
                        "1st second: longest ms",
                        cell(each -> millis(each.firstSecond().longest())))
                .column(
                        "then longest ms",
                        cell(each -> pair(
                                open(each.healthy()).longest(),
                                open(each.grey()).longest())))
                .column("machine ms", cell(each -> millis(each.pauseMillis())))
                .column("turns a second", cell(GreyCommand::throughput))
                .column(
                        "hand-off p50 ms",
                        cell(each -> pair(
                                handOff(each.healthy()).p50(),
                                handOff(each.grey()).p50())))
                .column(
                        "longest ms",
                        cell(each -> pair(
                                handOff(each.healthy()).longest(),
                                handOff(each.grey()).longest())))
                .column("missed", GreyCommand::missed);
    }

    /** Empty if nothing could be measured. */
    private static Function<GreyRun.Outcome, String> cell(Function<GreyFigures, String> text) {
        return outcome -> {
            GreyFigures figures = outcome.figures();
            return figures == null ? "" : text.apply(figures);
        };
    }

    private static Waits open(GreyFigures.Side side) {
        return side.open();
    }

    private static Waits handOff(GreyFigures.Side side) {
        return side.handOffs().waits();
    }

    private static String throughput(GreyFigures figures) {
        return String.format(
                Locale.ROOT,
                "%.0f > %.0f (%.0f %%)",
                figures.healthy().turnsPerSecond(),
                figures.grey().turnsPerSecond(),
                100 * figures.throughputRatio());
    }

    private static String missed(GreyRun.Outcome outcome) {
        GreyFigures figures = outcome.figures();
        if (figures == null) {
            return "FAILED, see below";
        }
        return figures.missed().isEmpty() ? "none" : String.join(", ", figures.missed());
    }

    private static String pair(double healthy, double grey, double ratio) {
        return pair(healthy, grey) + String.format(Locale.ROOT, " (%.1fx)", ratio);
    }

    /** Healthy, then grey. */
    private static String pair(double healthy, double grey) {
        return millis(healthy) + " > " + millis(grey);
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }
}
