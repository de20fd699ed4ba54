// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.compare;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.ChartFile;
import io.quorate.cli.lab.Jobs;
import io.quorate.core.lock.Protocol;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.compare.Comparison;
import io.quorate.lab.compare.Measure;
import io.quorate.lab.compare.Outcome;
import io.quorate.lab.compare.Sweep;
import io.quorate.lab.draw.Chart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate compare}. */
@Command(
        name = "compare",
        description = {
            "Runs all protocols under the same load, and says of each what an entry costs: messages, the delay until one is"
                    + " inside, how long the lock is on its way from one to the next, what the busiest node does, and who is"
                    + " overtaken.",
            "Times are in message times. Nodes are those of production, in virtual time; every run is audited.",
            "The same seed and options give the same numbers, with any number of --jobs.",
        },
        footer = {
            "  quorate compare --nodes 13 --load light",
            "  quorate compare --nodes 13 --load heavy",
            "  quorate compare --nodes 7 --load 0.5 --protocols quorumlock,maekawa,central",
            "  quorate compare --protocols ricart-agrawala,ricart-agrawala:ring --load heavy",
            "  quorate compare --nodes 13 --load heavy --svg plots   ten plots",
        })
public final class CompareCommand extends ReportCommand {
    @Mixin
    private final CompareOptions options = new CompareOptions();

    @Option(
            names = "--svg",
            paramLabel = "DIR",
            description = {
                "Measure at other numbers of nodes and at other loads too, and plot each measure over both, as files in this",
                "folder."
            })
    private @Nullable Path svg;

    @Option(
            names = "--format",
            paramLabel = "svg|png",
            defaultValue = "svg",
            description = "The format of the plots of --svg (default: ${DEFAULT-VALUE}).")
    private String format = "";

    @Mixin
    private final Jobs jobs = new Jobs();

    public CompareCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) throws IOException {
        ChartFile.requireFormat(Path.of("plot." + format));
        Comparison comparison = options.comparison();
        List<Protocol<?>> protocols = options.protocols();
        List<Integer> nodes = svg == null ? List.of() : options.overNodes();
        List<Double> loads = svg == null ? List.of() : options.overLoads();
        List<Sweep> sweeps = new ArrayList<>();
        List<Outcome> outcomes;
        double seconds;
        try (Progress progress = new Progress(console)) {
            long nodesInAll = comparison.nodes() * (1L + loads.size())
                    + nodes.stream().mapToLong(Integer::longValue).sum();
            Runs runs = new Runs(progress, nodesInAll * protocols.size());
            outcomes = jobs.with(parallel -> {
                Sweep.Runner runner = new Sweep.Runner(parallel, runs::next);
                List<Outcome> here =
                        runner.measure(List.of(comparison), protocols).get(0);
                if (svg != null) {
                    sweeps.add(Sweep.overNodes(comparison, nodes, protocols, runner));
                    sweeps.add(Sweep.overLoad(comparison, loads, protocols, runner));
                }
                return here;
            });
            seconds = progress.seconds();
        } catch (AuditFailure broken) {
            throw new CommandFailure(ExitCode.NO, String.valueOf(broken.getMessage()), broken);
        }
        List<String> files = svg == null ? List.of() : plot(sweeps, svg, format);
        new CompareResult(comparison, outcomes, sweeps, files, options.replay(), seconds).addTo(out);
    }

    private static List<String> plot(List<Sweep> sweeps, Path folder, String format) throws IOException {
        List<String> files = new ArrayList<>();
        for (Sweep sweep : sweeps) {
            for (Measure measure : Measure.values()) {
                Optional<Chart> chart = sweep.chart(measure);
                if (chart.isPresent()) {
                    Path file = folder.resolve(measure.word() + "-over-" + sweep.across() + "." + format);
                    ChartFile.write(chart.get(), file);
                    files.add(file.toString());
                }
            }
        }
        return files;
    }

    /** Tells how far it is; a run takes about as long as there are nodes. */
    private static final class Runs {
        private final Progress progress;
        private final long all;
        private final AtomicLong done = new AtomicLong();

        Runs(Progress progress, long all) {
            this.progress = progress;
            this.all = all;
        }

        void next(Comparison comparison, Protocol<?> protocol) {
            long before = done.getAndAdd(comparison.nodes());
            progress.update(() -> protocol.fullName() + ", " + Words.count(comparison.nodes(), "node") + ", load "
                    + comparison.pressure() + ": " + 100 * before / all + " % done" + left(before));
        }

        private String left(long before) {
            return before * 50 < all
                    ? ""
                    : ", about " + Words.count(Math.round(progress.seconds() * (all - before) / before)) + " s left";
        }
    }
}
