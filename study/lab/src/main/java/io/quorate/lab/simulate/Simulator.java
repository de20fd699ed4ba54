// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.lab.audit.Audit;
import io.quorate.lab.audit.EveryWaiterServed;
import io.quorate.lab.audit.MutualExclusion;
import io.quorate.lab.audit.NothingRemains;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.setup.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Runs simulations. Every run is audited: no two exclude each other and hold at once; and when faults and claims have ended,
 * everybody is served, within a number of events, and nothing remains anywhere.
 */
public final class Simulator {
    /** The number of choices of a run that are kept, to show what led to a broken promise. The rest comes from running it again. */
    public static final int TRACE_MAX = 200_000;

    /** Maximum number of events of a run, and more for each claim and node: above it, the run would never end. */
    static final int EVENTS_MIN = 20_000;

    static final int EVENTS_PER_CLAIM = 200;

    private Simulator() {}

    public static SimulationReport run(Simulation simulation) {
        return run(simulation, List.of(), clock -> ClusterObserver.NONE);
    }

    /** With further audits, and an observer that may watch; it is made from the clock of virtual time. */
    public static SimulationReport run(
            Simulation simulation, List<Audit> further, Function<LongSupplier, ClusterObserver> watcher) {
        List<Audit> audits = audits(simulation.setup());
        audits.addAll(further);
        return new SimulationRun(simulation, audits, watcher).run();
    }

    /** New ones, of every promise that such a cluster makes. */
    public static List<Audit> audits(Setup setup) {
        List<Audit> audits = new ArrayList<>();
        audits.add(new MutualExclusion());
        audits.add(new EveryWaiterServed());
        if (setup.protocol().traits().forgetsIdleLocks()) {
            audits.add(new NothingRemains());
        }
        return audits;
    }
}
