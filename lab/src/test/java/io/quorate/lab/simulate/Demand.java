package io.quorate.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.lab.audit.Audit;
import io.quorate.lab.world.Setup;
import java.util.List;
import java.util.Map;

/** Runs of the simulator under the demands that the papers speak of, counted. */
final class Demand {
    private Demand() {}

    /** Every node enters once, and nobody contends. */
    static SimulationReport light(Setup setup) {
        return run(Simulation.of(setup, 1, Load.of(new Arrivals.Alone(), setup.nodes())));
    }

    /** Every node wants the lock again as soon as it has had it, forty times or until two thousand have. */
    static SimulationReport heavy(Setup setup) {
        Arrivals always = new Arrivals.ClosedLoop(Lapse.constant(0), 1);
        return run(Simulation.of(setup, 1, Load.of(always, Math.min(40 * setup.nodes(), 2000))));
    }

    static SimulationReport run(Simulation simulation, Audit... further) {
        SimulationReport report = Simulator.run(simulation, List.of(further), clock -> new Audit() {});
        assertThat(report.failure())
                .as(() -> String.join("\n", report.toLines()))
                .isNull();
        return report;
    }

    /** How many other nodes are asked, all nodes together. */
    static long othersAsked(Setup setup) {
        long sum = 0;
        for (int index = 0; index < setup.nodes(); index++) {
            NodeId node = NodeId.of(index);
            sum += setup.quorums().quorumOf(node).without(node).size();
        }
        return sum;
    }

    /** Messages for each entry and each other node that is asked: the c of the papers. */
    static double perAsked(SimulationReport report) {
        Setup setup = report.simulation().setup();
        return report.messagesPerEntry() * setup.nodes() / othersAsked(setup);
    }

    /** Messages that the busiest node sends and receives, for each entry of anybody. */
    static double busiest(SimulationReport report) {
        return (double) report.traffic().busiestMessages() / report.claims().entries();
    }

    /**
     * What bounds the traffic by 6 messages for each REQUEST: at an arbiter, a request that is not LOCKED at once is told
     * FAILED, or makes it inquire once, or is before those that did and makes it tell FAILED to the one it displaces.
     */
    static void assertKindsAddUp(Map<String, Long> kinds) {
        long requests = kinds.getOrDefault("Request", 0L);
        long inquiries = kinds.getOrDefault("Inquire", 0L);
        long givenBack = kinds.getOrDefault("Relinquish", 0L);
        assertThat(kinds.getOrDefault("Release", 0L)).isEqualTo(requests);
        assertThat(kinds.getOrDefault("Locked", 0L)).isEqualTo(requests + givenBack);
        assertThat(givenBack).isLessThanOrEqualTo(inquiries);
        assertThat(kinds.getOrDefault("Failed", 0L) + inquiries).isLessThanOrEqualTo(requests);
    }
}
