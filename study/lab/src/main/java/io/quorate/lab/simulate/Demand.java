// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.model.NodeId;
import io.quorate.lab.audit.Audit;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import java.util.Map;

/** Runs of the simulator under the demands that the papers speak of, counted. A run that breaks a promise is an error. */
public final class Demand {
    private Demand() {}

    /** Every node enters once, and nobody contends. */
    public static SimulationReport light(Setup setup) {
        return run(Simulation.of(setup, 1, Load.of(new Arrivals.Alone(), setup.nodes())));
    }

    /** Every node wants the lock again as soon as it has had it, forty times or until two thousand have. */
    public static SimulationReport heavy(Setup setup) {
        return heavy(setup, 2000);
    }

    /** Every node wants the lock again as soon as it has had it, forty times or until this number of nodes have. */
    public static SimulationReport heavy(Setup setup, int entriesMax) {
        Arrivals always = new Arrivals.ClosedLoop(RandomDuration.constant(0), 1);
        return run(Simulation.of(setup, 1, Load.of(always, Math.min(40 * setup.nodes(), entriesMax))));
    }

    /** Any other demand. */
    public static SimulationReport run(Simulation simulation, Audit... further) {
        SimulationReport report = Simulator.run(simulation, List.of(further), clock -> new Audit() {});
        if (!report.isOk()) {
            throw new IllegalStateException(String.join("\n", report.toLines()));
        }
        return report;
    }

    /** How many other nodes are asked, all nodes together. */
    public static long othersAsked(Setup setup) {
        long sum = 0;
        for (int index = 0; index < setup.nodes(); index++) {
            NodeId node = NodeId.of(index);
            sum += setup.quorums().quorumOf(node).without(node).size();
        }
        return sum;
    }

    /** Messages for each entry and each other node that is asked: the c of the papers. */
    public static double perAsked(SimulationReport report) {
        Setup setup = report.simulation().setup();
        return report.messagesPerEntry() * setup.nodes() / othersAsked(setup);
    }

    /** Messages that the busiest node sends and receives, for each entry of anybody. */
    public static double busiest(SimulationReport report) {
        return (double) report.traffic().busiestMessages() / report.claims().entries();
    }

    /**
     * The rule that bounds the traffic of Maekawa's algorithm by 6 messages for each REQUEST. At a voter, a request that is not LOCKED
     * at once is told FAILED, or makes it inquire once, or precedes those that did and makes it tell FAILED to the one that it
     * displaces.
     */
    public static boolean kindsAddUp(Map<String, Long> kinds) {
        long requests = kinds.getOrDefault("Request", 0L);
        long inquiries = kinds.getOrDefault("Inquire", 0L);
        long givenBack = kinds.getOrDefault("Relinquish", 0L);
        return kinds.getOrDefault("Release", 0L) == requests
                && kinds.getOrDefault("Locked", 0L) == requests + givenBack
                && givenBack <= inquiries
                && kinds.getOrDefault("Failed", 0L) + inquiries <= requests;
    }
}
