// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.dht;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.ChartFile;
import io.quorate.cli.lab.Jobs;
import io.quorate.cli.lab.KeptRuns;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtFigure;
import io.quorate.lab.dht.DhtReport;
import io.quorate.lab.dht.DhtResult;
import io.quorate.lab.dht.data.DhtPage;
import io.quorate.lab.dht.data.RunTable;
import io.quorate.lab.draw.Chart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate dht}. */
@Command(
        name = "dht",
        description = {
            "Counts messages of locks on a distributed hash table, as section VI of Muhammad, Cheema and Gupta (2005) does:"
                    + " nodes of production in virtual time, 65 resources, 20 rounds of 20 requests, a hold ends in a round"
                    + " with probability 1/2.",
            "Without --figure: one run. A figure is the mean of several runs for each of its points.",
            "A message that is routed counts once for each link; what keeps sessions and the overlay alive is counted apart.",
            "The same seed and options give the same numbers on every machine.",
        },
        footer = {
            "  quorate dht --nodes 10000",
            "  quorate dht --nodes 1000 --protocols sigma,endtoend --churn 300",
            "  quorate dht --rules as-printed",
            "  quorate dht --figure 3 --svg pictures",
            "  quorate dht --figure 4 --nodes 1000 --replicas 1,3,5,7",
            "  quorate dht --figure 5 --nodes 2000 --churn 0,200,400,600 --runs 3",
            "  quorate dht --figure 5 --keep runs --data runs.csv",
            "  quorate dht --page page.md --data runs.csv --svg pictures",
            "  quorate dht --figure retries --retries never,informed,1,0.5,production",
        })
public final class DhtCommand extends ReportCommand {
    @Option(
            names = "--figure",
            paramLabel = "3|4|5|retries",
            description = {
                "3: messages against --nodes; 4: the spread of load for several numbers of --replicas;",
                "5: messages against --churn; retries: messages by how often who waits asks again."
            })
    private String figure = "";

    @Mixin
    private final DhtOptions options = new DhtOptions();

    @Option(names = "--svg", paramLabel = "DIR", description = "Draw the figure, as one or more files in this folder.")
    private @Nullable Path svg;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description = {
                "Keep every run of the figure in this folder as soon as it is over, and take what is there already:",
                "so a figure that takes hours can be interrupted, and be given more runs later."
            })
    private @Nullable Path keep;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = {
                "Write every run of the figure into this table, one line with its seed; other lines in it stay.",
                "With --page: the table to draw from."
            })
    private @Nullable Path data;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = {
                "Run nothing: draw the tables of this page again from the runs in --data;",
                "with --svg, the pictures too."
            })
    private @Nullable Path page;

    @Mixin
    private final Jobs jobs = new Jobs();

    public DhtCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) throws IOException {
        if (page != null) {
            drawPage(page, out);
        } else if (figure.isEmpty()) {
            runOnce(out);
        } else {
            drawFigure(out);
        }
    }

    private void drawPage(Path file, Report out) throws IOException {
        if (data == null || !Files.exists(data) || !figure.isEmpty()) {
            throw new IllegalArgumentException(
                    "A page is drawn from runs that are there, and nothing is run: name their"
                            + " table, as in --page PAGE.md --data RUNS.csv, and no figure.");
        }
        DhtPage drawn = new DhtPage(RunTable.in(data));
        Files.writeString(file, drawn.drawnInto(Files.readString(file)));
        out.say("  Drawn: " + file);
        if (svg != null) {
            write(drawn.charts(), svg).forEach(picture -> out.say("  Drawn: " + picture));
        }
    }

    private static List<String> write(Map<String, Chart> charts, Path folder) throws IOException {
        List<String> files = new ArrayList<>();
        for (Map.Entry<String, Chart> chart : charts.entrySet()) {
            Path file = folder.resolve(chart.getKey());
            ChartFile.write(chart.getValue(), file);
            files.add(file.toString());
        }
        return files;
    }

    private void runOnce(Report out) {
        if (svg != null || keep != null || data != null) {
            throw new IllegalArgumentException(
                    "Only a figure can be drawn, and its runs be kept: say which, as in --figure 3.");
        }
        List<DhtExperiment> experiments = options.experiments();
        List<DhtReport> reports;
        try (Progress progress = new Progress(console)) {
            reports = jobs.with(parallel -> parallel.all(experiments.size(), place -> {
                DhtExperiment experiment = experiments.get(place);
                return experiment.run((round, rounds) -> progress.update(() -> told(experiment) + ": round " + round
                        + " of " + rounds + left(progress.seconds(), round, rounds)));
            }));
            new DhtRuns(reports, progress.seconds(), "./quorate dht" + options.replay()).addTo(out);
        }
    }

    private void drawFigure(Report out) throws IOException {
        DhtFigure wanted = options.figure(figure);
        RunTable table = data == null ? null : RunTable.in(data); // read first: who waits for hours wants no error then
        DhtFigure.Memory kept = keep == null
                ? DhtFigure.Memory.NONE
                : KeptRuns.in(keep, notice -> console.err().println(notice));
        PublishedRuns memory = new PublishedRuns(kept);
        DhtResult result;
        double seconds;
        try (Progress progress = new Progress(console)) {
            DhtFigure.Progress told = (experiment, done) -> progress.update(() -> told(experiment) + ", seed "
                    + experiment.seed() + ": " + Math.round(100 * done) + " % of all"
                    + left(progress.seconds(), done, 1));
            result = jobs.with(parallel -> wanted.run(parallel, memory, told));
            seconds = progress.seconds();
        } catch (UncheckedIOException notKept) {
            throw notKept.getCause();
        }
        if (table != null && data != null) {
            memory.lines().forEach(table::put);
            table.write(data);
        }
        List<String> files = svg == null ? List.of() : write(result.charts(), svg);
        String replay = "./quorate dht --figure " + figure + options.replay();
        new DhtPoints(result, files, seconds, replay).addTo(out);
    }

    private static String told(DhtExperiment experiment) {
        return experiment.protocol().fullName() + ", " + Words.count(experiment.nodes(), "node")
                + (experiment.churn() == 0 ? "" : ", churn " + Words.count(experiment.churn()));
    }

    /** About how long it still takes; nothing if there is nothing to tell it by. */
    private static String left(double seconds, double done, double all) {
        return done < all / 100 ? "" : ", about " + Words.count(Math.round(seconds * (all - done) / done)) + " s left";
    }
}
