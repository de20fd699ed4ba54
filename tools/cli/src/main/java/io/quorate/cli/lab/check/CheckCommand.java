// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.check;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.ClusterOptions;
import io.quorate.cli.lab.Drawings;
import io.quorate.cli.lab.FaultOptions;
import io.quorate.cli.lab.PageOptions;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.Counterexample;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.Reductions;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.setup.Limits;
import io.quorate.trace.SpaceTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate check}. */
@Command(
        name = "check",
        description = {
            "Explores everything that can happen in a small cluster: every order of messages, and every fault that you allow.",
            "Says for each property whether it always holds; if not, prints a shortest run that shows it.",
        },
        footer = {
            "  quorate check quorumlock",
            "  quorate check quorumlock --nodes 3 --network unordered --duplicates 1",
            "  quorate check quorumlock --nodes 3 --contenders 2 --resets 1 --abandon",
            "  quorate check quorumlock --nodes 3 --quorums n1,n2/n2,n3/n1,n3",
            "  quorate check quorumlock --without R7 --draw two-holders.svg",
            "  quorate check quorumlock --mutants            is every rule needed?",
            "  quorate check quorumlock --mutants --show R5  what happens without one"
        })
public final class CheckCommand extends ReportCommand {
    private static final int CONTENDERS = 3;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Option(names = "--nodes", defaultValue = "4", description = "How many nodes (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--voters",
            description =
                    "How many of them vote (default: all); with an overlay, how many replicas a lock has (usually 3).")
    private int voters;

    @Option(names = "--contenders", description = "How many of them ask (default: 3, or all if there are fewer).")
    private @Nullable Integer contendersGiven;

    @Option(
            names = "--acquisitions",
            defaultValue = "1",
            description = "How often each asks (default: ${DEFAULT-VALUE}).")
    private int acquisitions;

    @Option(
            names = "--shared",
            defaultValue = "0",
            description = "How many of the contenders ask SHARED (default: none).")
    private int shared;

    @Option(names = "--abandon", description = "A node that waits may give up.")
    private boolean abandon;

    @Option(
            names = "--network",
            defaultValue = "",
            description = {
                "fifo: messages between two nodes keep their order; unordered: they do not; sequenced: all messages have one"
                        + " order.",
                "Default: fifo, or sequenced for a protocol that needs it."
            })
    private String network = "";

    @Mixin
    private FaultOptions faults = new FaultOptions();

    @Option(
            names = "--limit",
            paramLabel = "STATES",
            defaultValue = "20000000",
            description = {
                "Give up beyond this number of states (default: ${DEFAULT-VALUE}).",
                "More need more memory: QUORATE_JAVA_OPTS=-Xmx8g."
            })
    private int limit;

    @Option(
            names = "--sleep-sets",
            description = {
                "Try one order only of steps that cannot influence each other.",
                "Finds the same states and the same shortest runs, by fewer steps."
            })
    private boolean sleepSets;

    @Option(
            names = "--symmetry",
            description = {
                "Look once at states that differ only in the names of nodes that are alike.",
                "Which are alike is found out, and compared at every turn. Finds the same shortest runs, in fewer states."
            })
    private boolean symmetry;

    @Option(names = "--draw", paramLabel = "FILE.svg", description = "Draw the run that shows a violation.")
    private @Nullable Path draw;

    @Option(names = "--trace", paramLabel = "FILE", description = "Save that run, for quorate trace.")
    private @Nullable Path trace;

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Mixin
    private final MutantOptions mutants = new MutantOptions();

    public CheckCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) throws IOException {
        if (mutants.wanted()) {
            new MutantsReport(console, cluster.protocol(), mutants).run(out);
            return;
        }
        Drawings.requireSvg(draw);
        pages.require();
        Timed timed = check();
        CheckReport report = timed.report();
        Counterexample counterexample = report.counterexample();
        document(timed, out);
        tell(timed, out);
        out.answer(report.verdict() == Verdict.VALID).afterwards(() -> save(counterexample));
    }

    private void save(@Nullable Counterexample counterexample) throws IOException {
        if (counterexample != null) {
            save(Drawings.of(
                    counterexample.trace(),
                    "Violates: " + counterexample.property().sentence()));
        } else if (draw != null || trace != null || pages.isWanted()) {
            console.err().println("Nothing drawn or saved: there is no run that shows a violation.");
        }
    }

    private void save(SpaceTime diagram) throws IOException {
        if (draw != null) {
            Drawings.writeSvg(diagram, draw);
            console.err().println("Drawn: " + draw);
        }
        if (trace != null) {
            Drawings.writeTrace(diagram, trace);
            console.err().println("Saved: " + trace);
        }
        pages.write(diagram, diagram.title(), "", console);
    }

    /** A report, and how long it took. */
    private record Timed(CheckReport report, double seconds) {
        double statesPerSecond() {
            return report.states() / seconds;
        }
    }

    private Timed check() {
        CheckSystem system = new CheckSystem(
                        "your system", faults.applyTo(cluster.setup(nodes, voters, network)), limits())
                .within(limit);
        try (Progress progress = new Progress(console)) {
            CheckReport report = ModelChecker.check(
                    system,
                    new Reductions(sleepSets, symmetry),
                    (states, frontier, depth) -> progress.update(() -> Words.count(states, "state") + " found, "
                            + Words.count(frontier) + " to look at, " + depth + " steps deep, "
                            + Words.count(Math.round(states / progress.seconds())) + " a second"));
            return new Timed(report, progress.seconds());
        }
    }

    private int contenders() {
        return contendersGiven == null ? Math.min(CONTENDERS, nodes) : contendersGiven;
    }

    private Limits limits() {
        int contenders = contenders();
        if (contenders < 1 || contenders > nodes || shared < 0 || shared > contenders || acquisitions < 1) {
            throw new IllegalArgumentException(
                    "There must be 1 to " + nodes + " contenders (the number of nodes), at most"
                            + " as many of them SHARED, each asking at least once; you gave " + contenders + ", "
                            + shared + " and "
                            + acquisitions + ".");
        }
        List<List<Wish>> wishes = new ArrayList<>();
        for (int index = 0; index < contenders; index++) {
            wishes.add(Collections.nCopies(acquisitions, index < shared ? Wish.SHARED : Wish.EXCLUSIVE));
        }
        Limits limits = faults.applyTo(Limits.of(wishes));
        return abandon ? limits.withAbandon() : limits;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static void document(Timed timed, Report out) {
        CheckReport report = timed.report();
        Counterexample counterexample = report.counterexample();
        out.with("protocol", report.system().setup().protocol().name())
                .with("system", report.system().setup().toString())
                .with("verdict", lower(report.verdict()))
                .with("states", report.states())
                .with("transitions", report.transitions())
                .with("depth", report.depth())
                .with("seconds", timed.seconds())
                .with("statesPerSecond", timed.statesPerSecond())
                .with("complete", report.complete())
                .with("alike", report.alike().stream().map(NodeSet::toString).toList())
                .with(
                        "properties",
                        report.properties(),
                        each -> new Fields()
                                .with("kind", lower(each.property().kind()))
                                .with("sentence", each.property().sentence())
                                .with("verdict", lower(each.verdict())))
                .with(
                        "steps",
                        counterexample == null
                                ? null
                                : counterexample.trace().choices().size())
                .with("scenario", counterexample == null ? null : counterexample.toScenario());
    }

    private void tell(Timed timed, Report out) {
        CheckReport report = timed.report();
        out.say(report.system().setup());
        out.say(asked());
        String beyond = faults.beyondTheTraitsOf(report.system().setup());
        if (!beyond.isEmpty()) {
            out.say("Note: " + report.system().setup().protocol().name() + " does not claim to survive " + beyond
                    + ", so a violation is no surprise.");
        }
        out.gap();
        out.say(Words.count(report.states(), "state") + ", " + Words.count(report.transitions())
                + " steps between them, the farthest " + report.depth() + " steps deep, in "
                + Words.decimal(timed.seconds()) + " s (" + Words.count(Math.round(timed.statesPerSecond()))
                + " states a second).");
        if (symmetry) {
            out.say(
                    report.alike().isEmpty()
                            ? "No nodes are alike."
                            : "Alike, so that their names make no difference: "
                                    + report.alike().stream()
                                            .map(NodeSet::toString)
                                            .collect(Collectors.joining(", "))
                                    + ".");
        }
        out.gap();
        for (CheckReport.PropertyVerdict each : report.properties()) {
            out.say("  " + mark(each.verdict(), out)
                    + String.format("%-11s", lower(each.property().kind()))
                    + each.property().sentence());
        }
        out.gap();
        tellVerdict(report, out);
    }

    private void tellVerdict(CheckReport report, Report out) {
        Counterexample counterexample = report.counterexample();
        switch (report.verdict()) {
            case VALID ->
                out.say(out.good("Verified")
                        + ": every reachable state of this system was looked at, and all is as it should be.");
            case UNKNOWN ->
                out.say(out.bad("Not verified") + ": stopped at the limit of " + Words.count(limit, "state")
                        + ". Allow more with --limit, or take a smaller system.");
            case INVALID ->
                out.say(out.bad(report.isDeadlock() ? "Violated by a deadlock" : "Violated")
                        + (counterexample == null
                                ? ": something that should be possible is not."
                                : ". A shortest run that shows it, "
                                        + counterexample.trace().choices().size() + " steps:\n\n"
                                        + counterexample.toScenario()));
        }
    }

    private String asked() {
        StringBuilder text = new StringBuilder(Words.count(contenders(), "node") + " ask "
                + (acquisitions == 1 ? "once" : acquisitions + " times") + " each");
        if (shared > 0) {
            text.append(", ").append(shared).append(" of them SHARED");
        }
        text.append(abandon ? "; they may give up" : "");
        text.append(faults.text());
        return text.append('.').toString();
    }

    private static String mark(Verdict verdict, Report out) {
        return switch (verdict) {
            case VALID -> out.good("yes      ");
            case INVALID -> out.bad("NO       ");
            case UNKNOWN -> "unknown  ";
        };
    }
}
