// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.bench.Builds;
import io.quorate.cli.bench.floor.Figures.Round;
import io.quorate.cli.bench.load.Workload;
import io.quorate.cli.cluster.ScratchFolder;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.faultnet.FaultNet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate bench floor}. */
@Command(
        name = "floor",
        description = {
            "Compares Quorate with the least that a lock over a network can cost: a lock server of a few lines on java.net,"
                    + " one round trip to acquire, a release that is not answered.",
            "Both run side by side as processes and are measured in turns, the order rotated; read the ratios within a round"
                    + " (median and quartiles). Three client processes each; all processes share the same processors.",
            "speed: loopback, one thread, 48 threads, one lock for three clients. distance: the last and the first on a"
                    + " network with delays, with TLS (needs root). guests: many clients without a vote."
                    + " syscalls: what the asking node asks its kernel for in one turn (needs strace)."
        },
        footer = {
            "  quorate bench floor",
            "  quorate bench floor speed --tls both --voters 3,7 --rounds 15",
            "  quorate bench floor distance --delays 0,1,10,40",
            "  quorate bench floor guests syscalls --json"
        })
public final class FloorCommand extends ReportCommand {
    /** The measurements. */
    enum Section {
        SPEED,
        DISTANCE,
        GUESTS,
        SYSCALLS
    }

    /** Whether connections are encrypted. */
    enum Tls {
        OFF,
        ON,
        BOTH
    }

    private static final List<Workload> SPEED_LOADS =
            List.of(Workload.FRESH_NAMES, Workload.WIDE, Workload.MANY, Workload.CONTENDED);

    private final Class<?> mainClass;

    @Parameters(
            paramLabel = "SECTION",
            arity = "0..*",
            description = "speed, distance, guests, syscalls (default: speed).")
    private List<Section> sections = List.of(Section.SPEED);

    @Option(names = "--voters", split = ",", paramLabel = "N", description = "Sizes of clusters (default: 3).")
    private List<Integer> voters = List.of(3);

    @Option(names = "--tls", description = "off, on or both, for speed and syscalls (default: off).")
    private Tls tls = Tls.OFF;

    @Option(
            names = "--delays",
            split = ",",
            paramLabel = "MS",
            description = "One-way delays for distance (default: 0,1,10,40).")
    private List<Long> delays = List.of(0L, 1L, 10L, 40L);

    @Option(names = "--guests", paramLabel = "N", description = "How many guests (default: ${DEFAULT-VALUE}).")
    private int guests = 1_000;

    @Option(
            names = "--turns",
            paramLabel = "N",
            description = "How many turns are traced for syscalls (default: ${DEFAULT-VALUE}).")
    private long turns = 10_000;

    @Option(names = "--quick", description = "Few and short rounds: to see that it works.")
    private boolean quick;

    @Option(names = "--rounds", paramLabel = "N", description = "How many rounds (default: 9, quick: 3).")
    private @Nullable Integer rounds;

    @Option(
            names = "--pin",
            paramLabel = "CPUS",
            description =
                    "Let all processes run only on these processors, as in 0 or 0,1; with a slash, the first client"
                            + " on the first and all others on the second, as in 0/1 (needs taskset).")
    private @Nullable String pin;

    @Mixin
    private final Builds builds = new Builds();

    /** The main class is what the child processes run. */
    public FloorCommand(Console console, Class<?> mainClass) {
        super(console);
        this.mainClass = mainClass;
    }

    /** Where it was measured. */
    record Machine(int processors, String pinnedTo, String kernel, String java, String loadBefore) {}

    @Override
    protected void run(Report out) throws IOException, InterruptedException {
        FloorRun.Plan plan = plan();
        Machine machine = machine();
        try (ScratchFolder folder = ScratchFolder.create("quorate-floor-", console);
                Progress progress = new Progress(console)) {
            Place place = new Place(folder.path(), builds.programs(mainClass), pin, null, credentials(folder.path()));
            List<Round> measured = measure(plan, machine, place, text -> progress.update(() -> text), out);
            boolean isSafe = measured.stream().allMatch(round -> round.overlaps() == 0);
            if (!isSafe) {
                console.err().println("Two clients held one lock at once: the figures of this run mean nothing.");
            }
            out.answer(isSafe);
            folder.allWentWell();
        }
    }

    private FloorRun.Plan plan() throws InterruptedException {
        int wanted = rounds != null ? rounds : quick ? 3 : 9;
        if (wanted < 1 || guests < 1 || turns < 48 || voters.stream().anyMatch(count -> count < Contestant.CLIENTS)) {
            throw new IllegalArgumentException(
                    "There must be a round, a guest, 48 turns and " + Contestant.CLIENTS + " voters at least.");
        }
        if (pin != null && !Files.isExecutable(Place.TASKSET)) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "There is no " + Place.TASKSET + " to pin processes with. Install util-linux, or leave out --pin.");
        }
        if (sections.contains(Section.DISTANCE)) {
            String whyNot = FaultNet.whyNot();
            if (whyNot != null) {
                throw new CommandFailure(ExitCode.ENVIRONMENT, whyNot);
            }
        }
        return new FloorRun.Plan(voters, wanted, quick ? 400 : 1_000, quick ? 1_500 : 6_000);
    }

    /** Sections that were not asked for are empty in the document. */
    private List<Round> measure(FloorRun.Plan plan, Machine machine, Place place, Consumer<String> progress, Report out)
            throws IOException, InterruptedException {
        out.say(String.format(
                Locale.ROOT,
                "%d processors, %s, Linux %s, Java %s, load before %s; %d rounds of %d ms a cell, in turns.",
                machine.processors(),
                machine.pinnedTo().equals("all") ? "not pinned" : "processes pinned to " + machine.pinnedTo(),
                machine.kernel(),
                machine.java(),
                machine.loadBefore(),
                plan.rounds(),
                plan.roundMillis()));
        FloorRun run = new FloorRun(plan, place, progress);
        FloorReport report = new FloorReport(run.figures());
        if (sections.contains(Section.SPEED)) {
            for (boolean encrypted : encryptions()) {
                run.measureSpeed(encrypted, SPEED_LOADS);
                out.say(report.speed(FloorRun.contestants(place, plan, encrypted), SPEED_LOADS));
            }
        }
        if (sections.contains(Section.DISTANCE)) {
            FloorRun far = new FloorRun(plan, place, progress);
            far.measureDistances(delays);
            out.say(new FloorReport(far.figures()).distances(FloorRun.contestants(place, plan, true), delays));
            far.figures().rounds().forEach(run.figures()::add);
        }
        if (!run.figures().rounds().isEmpty()) {
            out.say(report.disturbance());
        }
        List<GuestRun.Result> crowds = List.of();
        if (sections.contains(Section.GUESTS)) {
            crowds = new GuestRun(place, progress).run(guests, plan.rounds(), plan.roundMillis());
            out.say(FloorReport.guests(crowds));
        }
        List<SystemCalls.Counts> calls = List.of();
        if (sections.contains(Section.SYSCALLS)) {
            calls = systemCalls(plan, place, progress);
            out.say(FloorReport.systemCalls(calls));
        }
        out.with("machine", machine)
                .with("plan", plan)
                .with("rounds", run.figures().rounds())
                .with("guests", crowds)
                .with("systemCalls", calls);
        return run.figures().rounds();
    }

    private List<SystemCalls.Counts> systemCalls(FloorRun.Plan plan, Place place, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<SystemCalls.Counts> calls = new ArrayList<>();
        for (boolean encrypted : encryptions()) {
            for (Contestant contestant : FloorRun.contestants(place, plan, encrypted)) {
                progress.accept("tracing " + contestant.title());
                try (Deployment deployment = Deployment.start(contestant, place)) {
                    calls.add(SystemCalls.count(deployment, Workload.FRESH_NAMES, turns, place.folder()));
                    calls.add(SystemCalls.count(deployment, Workload.WIDE, turns, place.folder()));
                }
            }
        }
        return calls;
    }

    private List<Boolean> encryptions() {
        return switch (tls) {
            case OFF -> List.of(false);
            case ON -> List.of(true);
            case BOTH -> List.of(false, true);
        };
    }

    private List<String> program() {
        return Builds.thisOne(mainClass);
    }

    private Map<String, Credentials> credentials(Path folder) throws IOException, InterruptedException {
        if (tls == Tls.OFF && !sections.contains(Section.DISTANCE)) {
            return Map.of();
        }
        int most = Math.max(Contestant.CLIENTS, Collections.max(voters));
        Set<String> ids = new LinkedHashSet<>(Deployment.ids(most));
        ids.add(Place.SERVER);
        return Credentials.make(program(), folder.resolve("certs"), List.copyOf(ids));
    }

    private Machine machine() throws IOException {
        Path load = Path.of("/proc/loadavg");
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                pin == null ? "all" : pin,
                String.valueOf(System.getProperty("os.version")),
                String.valueOf(System.getProperty("java.version")),
                Files.isReadable(load) ? Files.readString(load).split(" ")[0] : "unknown");
    }
}
