// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import io.quorate.cli.bench.Builds;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.TextTable;
import io.quorate.faultnet.FaultNet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
            "Aims: p99 within 3 times of healthy and no wait above 50 ms after the first second of the fault; more than 80 % of"
                    + " the throughput; the next waiter served within 100 ms of a release. Ends with 1 if one is missed."
        },
        footer = {
            "  quorate bench grey --quick",
            "  quorate bench grey --voters 3,5",
            "  quorate bench grey --faults frozen,slow --also before=../quorate-before",
            "  quorate bench grey --loopback"
        })
public final class GreyCommand implements Callable<Integer> {
    private static final int VOTERS_MIN = 3;

    private final Console console;
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

    @Option(
            names = "--also",
            paramLabel = "NAME=FOLDER",
            description = "Measure another build, too: a checkout with this command in which ./quorate was run, as in"
                    + " --also before=../quorate-before. May be repeated.")
    private Map<String, Path> also = new LinkedHashMap<>();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    /** The main class is what the child processes run. */
    public GreyCommand(Console console, Class<?> mainClass) {
        this.console = console;
        this.mainClass = mainClass;
    }

    /** The JSON output. */
    record Document(GreyRun.Plan plan, List<GreyRun.Outcome> outcomes) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
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
        Path folder = Files.createTempDirectory("quorate-grey-");
        List<GreyRun.Outcome> outcomes = new ArrayList<>();
        try (Progress progress = new Progress(console)) {
            for (int count : voters) {
                for (Map.Entry<String, List<String>> build :
                        Builds.programs(mainClass, also).entrySet()) {
                    GreyRun.Subject subject = new GreyRun.Subject(build.getKey(), build.getValue(), count, onNetwork);
                    try (GreyRun run = new GreyRun(plan, subject, folder, text -> progress.update(() -> text))) {
                        for (GreyFault fault : possible) {
                            outcomes.add(run.measure(fault));
                        }
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            console.err().println("The logs of all processes are in " + folder + ".");
            throw e;
        }
        return finish(plan, outcomes, folder);
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

    private int finish(GreyRun.Plan plan, List<GreyRun.Outcome> outcomes, Path folder) throws IOException {
        if (output.json()) {
            console.printJson(new Document(plan, outcomes));
        } else {
            console.out().println(table(outcomes));
        }
        List<String> failures = outcomes.stream()
                .filter(each -> each.failure() != null)
                .map(each -> each.voters() + " voters, " + each.fault().words() + ": " + each.failure())
                .toList();
        failures.forEach(console.err()::println);
        if (!failures.isEmpty()) {
            console.err().println("The logs of all processes are in " + folder + ".");
            return ExitCode.ENVIRONMENT.number();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        boolean all = outcomes.stream()
                .map(GreyRun.Outcome::figures)
                .allMatch(each -> each != null && each.missed().isEmpty());
        return (all ? ExitCode.OK : ExitCode.NO).number();
    }

    private static String table(List<GreyRun.Outcome> outcomes) {
        TextTable table = new TextTable(
                "voters",
                "one voter is",
                "p50 ms",
                "p90 ms",
                "p99 ms",
                "1st second: longest ms",
                "then longest ms",
                "machine ms",
                "turns a second",
                "hand-off p50 ms",
                "longest ms",
                "missed");
        for (GreyRun.Outcome outcome : outcomes) {
            String voters = outcome.voters() + (outcome.build().isEmpty() ? "" : " @" + outcome.build());
            @Nullable GreyFigures figures = outcome.figures();
            if (figures == null) {
                table.row(voters, outcome.fault().words(), "", "", "", "", "", "", "", "", "", "FAILED, see below");
            } else {
                table.row(row(voters, figures));
            }
        }
        return table.toString();
    }

    private static Object[] row(String voters, GreyFigures figures) {
        GreyFigures.Side healthy = figures.healthy();
        GreyFigures.Side grey = figures.grey();
        List<String> missed = figures.missed();
        return new Object[] {
            voters,
            figures.fault().words(),
            pair(healthy.open().p50(), grey.open().p50(), figures.p50Ratio()),
            pair(healthy.open().p90(), grey.open().p90(), figures.p90Ratio()),
            pair(healthy.open().p99(), grey.open().p99(), figures.p99Ratio()),
            millis(figures.firstSecond().longest()),
            pair(healthy.open().longest(), grey.open().longest()),
            millis(figures.pauseMillis()),
            String.format(
                    Locale.ROOT,
                    "%.0f > %.0f (%.0f %%)",
                    healthy.turnsPerSecond(),
                    grey.turnsPerSecond(),
                    100 * figures.throughputRatio()),
            pair(healthy.handOffs().waits().p50(), grey.handOffs().waits().p50()),
            pair(healthy.handOffs().waits().longest(), grey.handOffs().waits().longest()),
            missed.isEmpty() ? "none" : String.join(", ", missed)
        };
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
