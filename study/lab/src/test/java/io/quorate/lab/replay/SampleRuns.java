// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationOptions;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs to be saved and shortened. */
final class SampleRuns {
    private SampleRuns() {}

    /** The first run of a swarm that breaks a promise. */
    static SavedRun broken(String protocol, String option, String value) {
        Protocol<?> named = Protocols.named(protocol, "");
        Map<String, String> options = new LinkedHashMap<>();
        options.put(option, value);
        for (long seed = 1; seed <= 200; seed++) {
            Simulation simulation = SimulationOptions.read(named, seed, options);
            SimulationReport report = Simulator.run(simulation);
            if (report.failure() != null) {
                return RunRecorder.record(simulation);
            }
        }
        throw new AssertionError("no run of " + protocol + " with " + options + " breaks a promise");
    }
}
