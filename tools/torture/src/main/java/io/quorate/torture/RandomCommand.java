// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.cluster.ScratchFolder;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tools/torture/run random}. */
@Command(
        name = "random",
        description = {
            "Starts three nodes and two guests as processes of their own, has them take locks, and meanwhile kills, stops, restarts and cuts off some of them.",
            "Afterwards the logs of all tell whether two ever held one lock, whether all fences rose and everybody was served;"
                    + " and whether the processes that lived through it have grown. Links are cut only for the super-user on"
                    + " Linux, with the command ip.",
        },
        footer = {
            "  tools/torture/run random --time 2m",
            "  tools/torture/run random --time 60m --seed 7 --out /tmp/torture"
        })
final class RandomCommand extends ReportCommand {
    private static final int SENTENCES_MAX = 20;
    private static final Duration TIME_MIN = Duration.ofSeconds(3);

    @Option(names = "--time", defaultValue = "10m", description = "How long, 3s or more (default: ${DEFAULT-VALUE}).")
    private String time = "";

    @Option(names = "--lease", defaultValue = "2s", description = "The lease (default: ${DEFAULT-VALUE}).")
    private String lease = "";

    @Option(names = "--no-data", description = "Nodes without data directories: they rely on clocks after a restart.")
    private boolean withoutData;

    @Option(names = "--seed", description = "Decides what happens to whom. Without it, another each time.")
    private @Nullable Long seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = {
                "Where the logs go, a folder that is not there yet or empty.",
                "Without it, a temporary folder, which stays if something was wrong."
            })
    private @Nullable Path out;

    RandomCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report printed) throws IOException, InterruptedException {
        Duration length = Words.duration(time);
        if (length.compareTo(TIME_MIN) < 0) {
            throw new IllegalArgumentException(
                    "Less than 3 s shows nothing: give --time 3s or more, not " + time + ".");
        }
        long chosen = seed == null ? System.nanoTime() % 1_000_000 : seed;
        Path folder = out == null ? Files.createTempDirectory("quorate-torture-") : Files.createDirectories(out);
        try (var already = Files.list(folder)) {
            if (already.findAny().isPresent()) {
                throw new IllegalArgumentException(
                        "The folder " + folder
                                + " is not empty. Give one that is, so that no logs of other runs are taken for those of this one.");
            }
        }
        RandomFaults.Plan plan = new RandomFaults.Plan(
                length, chosen, Words.duration(lease), !withoutData, folder.toAbsolutePath(), Torture.ofThisBuild());
        RandomReport report;
        try (Progress progress = new Progress(console)) {
            report = new RandomFaults(
                            plan,
                            RandomFaults.network(),
                            text -> progress.update(() -> "random faults with seed " + chosen + ", "
                                    + Math.round(progress.seconds()) + " of " + length.toSeconds() + " s, " + text))
                    .run();
        }
        tell(report, folder, printed.document(report).answer(report.isFine()));
        if (report.isFine() && out == null) {
            ScratchFolder.delete(folder);
        }
    }

    private void tell(RandomReport report, Path folder, Report text) {
        report.faults().forEach((what, count) -> text.say("  " + Words.count(count, "time") + " " + what));
        if (!report.cuts()) {
            text.say("  No link was cut: that needs Linux, the super-user and the command ip.");
        }
        text.say("  the longest wait: " + Words.nanos(report.audit().longestWaitNanos()));
        text.say("  holds that were found over for a moment after a pause, and were not: "
                + report.audit().doubts());
        text.say("  wishes that failed: " + report.audit().failures());
        text.say("  holds that were lost: " + report.audit().losses());
        report.veterans()
                .forEach(each ->
                        text.say("  " + each.id() + " took up " + each.before() + "; in the end " + each.after()));
        report.violations().stream().limit(SENTENCES_MAX).forEach(each -> text.say("  " + each));
        if (!report.isFine() || out != null) {
            text.say("  The logs are in " + folder);
        }
        text.verdict(report.isFine(), report.verdict());
    }
}
