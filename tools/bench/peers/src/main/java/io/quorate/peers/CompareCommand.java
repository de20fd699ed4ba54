// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.bench.load.Workload;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.FailureReport;
import io.quorate.cli.console.Progress;
import io.quorate.peers.Figures.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench/compare}. */
@Command(
        name = "bench/compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares Quorate with what people use today, in one run on this machine: the floor (one round trip to one"
                    + " arbiter), Quorate with 3 and 7 nodes, Redis with Redisson, ZooKeeper (3 servers) with Curator,"
                    + " etcd (3 members) with jetcd, Hazelcast (3 members with the CP subsystem).",
            "Three client processes each, all on loopback; measured in turns, several rounds. Read the ratios to the"
                    + " floor; the times are this machine's.",
            "A new names, B the same name again, C three clients want one lock, D 3 x 16 threads and 10,000 names,"
                    + " E the holder is killed, F a voter or server is killed."
        })
public final class CompareCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--quick",
            description =
                    "Fewer and shorter rounds: three to five minutes, not twenty-five. To see that it works; too short a warm-up to be quoted.")
    private boolean quick;

    @Option(names = "--rounds", paramLabel = "N", description = "How many rounds (default: 15, quick: 5).")
    private @Nullable Integer rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "How long to warm up each contestant with each workload (default: 10, quick: 1.5).")
    private @Nullable Double warmUpSeconds;

    @Option(
            names = "--only",
            paramLabel = "NAMES",
            split = ",",
            description = "Which contestants, of: ${COMPLETION-CANDIDATES}. The floor is always there."
                    + " Without this: all but quorate-7-plane and zookeeper-no-fsync.")
    private List<Contestant> only = List.of(
            Contestant.QUORATE_3,
            Contestant.QUORATE_7,
            Contestant.REDIS,
            Contestant.ZOOKEEPER,
            Contestant.ETCD,
            Contestant.HAZELCAST);

    @Option(names = "--what", paramLabel = "LETTERS", description = "Which of A to F (default: ABCDEF).")
    private String what = "ABCDEF";

    @Option(
            names = "--pin",
            paramLabel = "CPUS",
            description = "Let all processes run only on these processors, as in 0 or 0,1 (needs taskset).")
    private @Nullable String pin;

    @Option(
            names = "--output",
            paramLabel = "FOLDER",
            description = "Where to write figures.json, figures.md and ratios.png (default: ${DEFAULT-VALUE}).")
    private Path output = Path.of("tools/bench/target/compare");

    private CompareCommand(Console console) {
        this.console = console;
    }

    public static void main(String[] arguments) {
        Console console = Console.ofProcess();
        CommandLine line = new CommandLine(new CompareCommand(console));
        line.addSubcommand(new ClientCommand(console));
        line.addSubcommand(new ZooKeeperServerCommand(console));
        line.addSubcommand(new HazelcastServerCommand(console));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(Contestant.class, CompareCommand::contestant);
        line.setExecutionExceptionHandler(new FailureReport(console));
        System.exit(line.execute(arguments));
    }

    private static Contestant contestant(String text) {
        return Stream.of(Contestant.values())
                .filter(each -> each.title().equals(text))
                .findFirst()
                .orElseThrow(() -> new CommandLine.TypeConversionException(
                        "there is no contestant \"" + text + "\"; choose from " + List.of(Contestant.values())));
    }

    /** All about a run that its figures depend on. */
    record Document(
            Machine machine,
            CompareRun.Plan plan,
            Map<Contestant, String> settings,
            List<Figures.Round> rounds,
            List<Figures.Outage> outages) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        CompareRun.Plan plan = plan();
        Machine machine = Machine.asItIs(pin);
        Path folder = Files.createTempDirectory("quorate-compare-");
        CompareRun run = new CompareRun(plan, new Deployment.Place(folder, prefix(), Duration.ZERO));
        Report report = new Report(run.figures(), plan);
        console.out().println(machine.words());
        try {
            withProgress(run::measureSpeed);
            print(report.speed());
            console.out().println(report.disturbance());
            withProgress(run::measureFaults);
            print(report.faults());
            print(List.of(report.summary()));
        } catch (IOException | RuntimeException e) {
            console.err().println("The logs of all processes are in " + folder + ".");
            throw e;
        }
        console.out().print(report.troubles());
        write(run.figures(), plan, machine);
        return (report.hasOverlaps() ? ExitCode.NO : ExitCode.OK).number();
    }

    /** A part of the run that says how far it is. */
    private interface LongPart {
        void run(Consumer<String> progress) throws IOException, InterruptedException;
    }

    private void withProgress(LongPart part) throws IOException, InterruptedException {
        try (Progress progress = new Progress(console)) {
            part.run(text -> progress.update(() -> text));
        }
    }

    private void print(List<Report.Table> tables) {
        tables.forEach(table -> console.out().println("\n" + table.text()));
    }

    private CompareRun.Plan plan() {
        if (!what.matches("[A-F]+")) {
            throw new IllegalArgumentException("Measurements are letters from A to F, not \"" + what + "\".");
        }
        List<Contestant> contestants = new ArrayList<>(List.of(Contestant.FLOOR));
        only.stream().filter(each -> each != Contestant.FLOOR).forEach(contestants::add);
        int wanted = rounds != null ? rounds : quick ? 5 : 15;
        if (wanted < 1) {
            throw new IllegalArgumentException("There must be at least one round, not " + wanted + ".");
        }
        return new CompareRun.Plan(
                contestants,
                Stream.of(Workload.values())
                        .filter(each -> what.indexOf(each.letter()) >= 0)
                        .toList(),
                Stream.of(Fault.values())
                        .filter(each -> what.indexOf(each.letter()) >= 0)
                        .toList(),
                wanted,
                quick ? 300 : 1_000,
                warmUpSeconds != null ? Math.round(1_000 * warmUpSeconds) : quick ? 1_500 : 10_000,
                quick ? 1 : 3,
                quick ? 6_000 : 10_000,
                Duration.ofSeconds(2));
    }

    private List<String> prefix() {
        if (pin == null) {
            return List.of();
        }
        if (!Files.isExecutable(Path.of("/usr/bin/taskset"))) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "There is no /usr/bin/taskset to pin processes with. Install util-linux, or leave out --pin.");
        }
        return List.of("/usr/bin/taskset", "-c", pin);
    }

    private void write(Figures figures, CompareRun.Plan plan, Machine machine) throws IOException {
        Files.createDirectories(output);
        Files.writeString(
                output.resolve("figures.json"),
                Console.toJson(new Document(machine, plan, figures.settings(), figures.rounds(), figures.outages())));
        Report report = new Report(figures, plan);
        StringBuilder page = new StringBuilder(machine.words() + " " + report.disturbance() + "\n\n");
        for (Contestant contestant : plan.contestants()) {
            page.append("- `")
                    .append(contestant)
                    .append("`: ")
                    .append(contestant.words())
                    .append(
                            figures.settings().containsKey(contestant)
                                    ? "; " + figures.settings().get(contestant)
                                    : "")
                    .append(".\n");
        }
        Stream.of(List.of(report.summary()), report.speed(), report.faults())
                .flatMap(List::stream)
                .forEach(table -> page.append("\n").append(table.markdown()));
        Files.writeString(output.resolve("figures.md"), page);
        if (!plan.workloads().isEmpty()) {
            RatioPlot.write(figures, plan, output.resolve("ratios.png"));
        }
        console.out().println("The figures, a page and a picture of them are in " + output + ".");
    }
}
