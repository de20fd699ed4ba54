// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Writes down a simulation as it runs. */
public final class RunRecorder implements ClusterObserver {
    private final LongSupplier clock;
    private final List<SavedRun.Step> steps = new ArrayList<>();

    /** To be made with the clock of the simulation that it watches. */
    public RunRecorder(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public void begins(Choice choice) {
        steps.add(new SavedRun.Chosen(clock.getAsLong(), choice));
    }

    @Override
    public void cut(NodeId from, NodeId to) {
        steps.add(new SavedRun.Link(clock.getAsLong(), from, to, true));
    }

    @Override
    public void mended(NodeId from, NodeId to) {
        steps.add(new SavedRun.Link(clock.getAsLong(), from, to, false));
    }

    /** The recorded part of the present simulation. */
    public SavedRun run(SimulationReport report) {
        Simulation simulation = report.simulation();
        SimulationReport.Failure failure = report.failure();
        return new SavedRun(
                simulation.replayCommand(),
                simulation.setupInTime(),
                steps,
                report.traceHash(),
                failure == null ? null : failure.sentence());
    }

    /** Runs a simulation and writes it down. */
    public static SavedRun record(Simulation simulation) {
        RunRecorder[] recorder = new RunRecorder[1];
        SimulationReport report = Simulator.run(simulation, List.of(), clock -> {
            recorder[0] = new RunRecorder(clock);
            return recorder[0];
        });
        return recorder[0].run(report);
    }
}
