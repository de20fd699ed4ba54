// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.simulate;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.ChartFile;
import io.quorate.cli.lab.ClusterOptions;
import io.quorate.cli.lab.Drawings;
import io.quorate.cli.lab.FailedRun;
import io.quorate.cli.lab.Jobs;
import io.quorate.cli.lab.KeepOptions;
import io.quorate.cli.lab.LoadPlot;
import io.quorate.cli.lab.PageOptions;
import io.quorate.cli.lab.Seed;
import io.quorate.lab.draw.SpaceTimeRecorder;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationOptions;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.storm.FaultReduction;
import io.quorate.lab.storm.Storm;
import io.quorate.lab.storm.StormOptions;
import io.quorate.lab.storm.StormRecorder;
import io.quorate.lab.storm.StormReport;
import io.quorate.lab.storm.Storms;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate simulate}. */
@Command(
        name = "simulate",
        description = {
            "Runs a whole cluster in virtual time, with random delays and, if you like, faults; all drawn from a seed.",
            "Audits that no two hold at once, that everybody is served, and that nothing remains; counts messages and waits.",
            "The same seed and options are the same run, event by event.",
        },
        footer = {
            "  quorate simulate quorumlock",
            "  quorate simulate quorumlock --nodes 9 --load 0.9 --entries 5000",
            "  quorate simulate quorumlock --faults resets=0.01,duplicates=0.05",
            "  quorate simulate quorumlock --swarm --runs 500   hunt: 500 random mixes",
            "  quorate simulate quorumlock --storm --runs 500   crashes, pauses, partitions",
            "  quorate simulate sigma --storm --overlay pastry  nodes come and go",
            "  quorate simulate quorumlock --delay zones:3 --arrivals bursts:20:50ms",
            "  quorate simulate quorumlock --without R5 --swarm --runs 500   shortened",
            "  quorate simulate quorumlock --plot load.svg      messages against load",
            "  quorate simulate quorumlock --draw first.svg --trace run.trace",
            "  quorate simulate maekawa --nodes 13 --claims 24 --html run.html"
        })
public final class SimulateCommand extends ReportCommand {
    /** A picture of more is a long strip. */
    private static final int HOLDS_DRAWN = 12;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final SimulateOptions options = new SimulateOptions();

    @Mixin
    private final Seed seed = new Seed();

    @Option(names = "--runs", defaultValue = "1", description = "Number of runs, with this seed and those after it.")
    private int runs;

    @Option(
            names = "--plot",
            paramLabel = "FILE.svg|png",
            description = {"Simulate at loads from low to full, and plot the messages for each entry."})
    private @Nullable Path plot;

    @Option(names = "--draw", paramLabel = "FILE.svg", description = "Draw the first " + HOLDS_DRAWN + " holds.")
    private @Nullable Path draw;

    @Option(names = "--trace", paramLabel = "FILE", description = "Save all that happened, for quorate trace.")
    private @Nullable Path trace;

    @Mixin
    private final KeepOptions keep = new KeepOptions();

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Mixin
    private final Jobs jobs = new Jobs();

    /** The recording of the first run, if one was wanted. */
    private @Nullable SpaceTimeRecorder recorded;

    public SimulateCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) throws IOException {
        if (runs < 1) {
            throw new IllegalArgumentException("There must be at least one run, not " + runs + ".");
        }
        Drawings.requireSvg(draw);
        pages.require();
        if (options.isStorm()) {
            storms(out);
            return;
        }
        Path picture = plot;
        if (picture != null) {
            ChartFile.requireFormat(picture);
            ChartFile.requireFonts();
        }
        List<SimulationReport> reports;
        FailedRun failed;
        try (Progress progress = new Progress(console)) {
            reports = jobs.with(parallel -> parallel.until(
                    runs,
                    run -> simulate(
                            simulation(seed.number() + run, Map.of()),
                            run == 0,
                            progress,
                            "run " + (run + 1) + " of " + runs),
                    report -> !report.isOk()));
            SimulationReport last = reports.get(reports.size() - 1);
            failed = last.isOk() ? null : keep.keep(last.simulation(), progress);
        }
        saveRecorded();
        keep.saveIfWanted(reports.get(0).simulation(), console);
        LoadPlot curve = picture == null ? null : plot(picture);
        new SimulateResult(reports, failed, cluster.broughtBy()).addTo(out, curve == null ? List.of() : curve.points());
    }

    private void storms(Report out) throws IOException {
        if (plot != null) {
            throw new IllegalArgumentException("A storm has no load to plot: take --plot away, or --storm.");
        }
        Map<String, String> given = given();
        List<StormReport> reports;
        StormReport calmer;
        try (Progress progress = new Progress(console)) {
            reports = jobs.with(parallel -> parallel.until(
                    runs,
                    run -> {
                        progress.update(() -> "storm " + (run + 1) + " of " + runs);
                        return storm(StormOptions.read(cluster.protocol(), seed.number() + run, given), run == 0);
                    },
                    report -> !report.isOk()));
            calmer = calmer(reports.get(reports.size() - 1), progress);
        }
        saveRecorded();
        new StormResult(reports, calmer).addTo(out);
    }

    /** Of a storm that broke a promise, one with fewer faults that breaks it too, unless nobody wants to know. */
    private @Nullable StormReport calmer(StormReport last, Progress progress) {
        if (last.isOk() || !keep.shortens()) {
            return null;
        }
        return FaultReduction.of(
                last,
                storm -> progress.update(
                        () -> "with fewer faults: " + Words.count(storm.faults().size(), "kind")));
    }

    private StormReport storm(Storm storm, boolean record) {
        if (!record || !isRecording()) {
            return Storms.run(storm);
        }
        return Storms.run(storm, clock -> {
            String title = storm.setup() + "  storm " + storm.seed();
            SpaceTimeRecorder recorder = recorder(title, storm.setup().nodes(), clock);
            recorded = recorder;
            return new StormRecorder(recorder);
        });
    }

    private Simulation simulation(long chosenSeed, Map<String, String> changes) {
        Map<String, String> given = given();
        given.putAll(changes);
        return SimulationOptions.read(cluster.protocol(), chosenSeed, given);
    }

    /** The options that were given, or have a default, by name. */
    private Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>(options.toMap(cluster.protocol()));
        String quorums = cluster.quorums();
        if (!quorums.isEmpty()) {
            given.put("quorums", quorums);
        }
        if (!cluster.placed().isEmpty()) {
            given.put("placed", cluster.placed());
        }
        String nodes = given.getOrDefault("nodes", "1"); // a swarm draws them
        String overlay = options.isStorm() ? cluster.overlayOfStorm() : cluster.overlay(Integer.parseInt(nodes));
        if (!overlay.isEmpty()) {
            given.put("overlay", overlay);
        }
        if (!cluster.rules().isEmpty()) {
            given.put("rules", cluster.rules());
        }
        if (!cluster.without().isEmpty()) {
            given.put("without", cluster.without());
        }
        return given;
    }

    private SimulationReport simulate(Simulation simulation, boolean record, Progress progress, String which) {
        return Simulator.run(simulation, List.of(), clock -> {
            ClusterObserver counting = new GrantCount(progress, which);
            if (!record || !isRecording()) {
                return counting;
            }
            String title = simulation.setup() + "  seed " + simulation.seed();
            SpaceTimeRecorder recorder = recorder(title, simulation.setup().nodes(), clock);
            recorded = recorder;
            return ClusterObserver.all(counting, recorder);
        });
    }

    private boolean isRecording() {
        return draw != null || trace != null || pages.isWanted();
    }

    private SpaceTimeRecorder recorder(String title, int nodes, LongSupplier clock) {
        SpaceTimeRecorder recorder = SpaceTimeRecorder.inTime(title, nodes, clock);
        return trace != null || pages.wantsStates() ? recorder.withStates() : recorder;
    }

    private void saveRecorded() throws IOException {
        SpaceTimeRecorder recorder = recorded;
        if (recorder == null) {
            return;
        }
        pages.write(recorder.diagram(), recorder.diagram().title(), "", console);
        if (draw != null) {
            Drawings.writeSvg(
                    Drawings.untilHold(
                            recorder.diagram(), HOLDS_DRAWN, recorder.diagram().title()),
                    draw);
            console.err().println("Drawn: " + draw);
        }
        if (trace != null) {
            Drawings.writeTrace(recorder.diagram(), trace);
            console.err().println("Saved: " + trace);
        }
    }

    private LoadPlot plot(Path file) throws IOException {
        LoadPlot curve = new LoadPlot(simulation(seed.number(), Map.of()));
        List<SimulationReport> reports;
        try (Progress progress = new Progress(console)) {
            reports = jobs.with(parallel -> parallel.all(LoadPlot.LOADS.size(), place -> {
                double load = LoadPlot.LOADS.get(place);
                Simulation simulation = simulation(seed.number(), Map.of("arrivals", "poisson:" + load));
                return simulate(simulation, false, progress, "load " + load);
            }));
        }
        for (int place = 0; place < reports.size(); place++) {
            curve.add(LoadPlot.LOADS.get(place), reports.get(place));
        }
        curve.write(file);
        console.err().println("Plotted: " + file);
        return curve;
    }

    /** Tells how far a long run is. */
    private static final class GrantCount implements ClusterObserver {
        private final Progress progress;
        private final String which;
        private long count;

        GrantCount(Progress progress, String which) {
            this.progress = progress;
            this.which = which;
        }

        @Override
        public void granted(NodeClaim claim) {
            count++;
            progress.update(() -> which + ": " + Words.count(count, "hold") + " so far");
        }
    }
}
