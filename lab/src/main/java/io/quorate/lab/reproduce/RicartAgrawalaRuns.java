package io.quorate.lab.reproduce;

import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.Arrivals;
import io.quorate.lab.simulate.Lapse;
import io.quorate.lab.simulate.Load;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Network;
import io.quorate.lab.world.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongSupplier;

/** Runs of the simulator for the items of Ricart and Agrawala's report: a message takes one trip, a hold two. */
final class RicartAgrawalaRuns {
    /** A one-way trip, in nanoseconds of virtual time. */
    static final long TRIP = 500_000;

    static final long SEED = 7;

    /** Little contention: every claim alone. */
    static final Arrivals ALONE = new Arrivals.Alone();

    /** Much contention: whoever leaves asks again at once. */
    static final Arrivals SATURATED = new Arrivals.ClosedLoop(Lapse.constant(0), 1);

    private static final int ENTRIES_OF_EACH = 60;

    private RicartAgrawalaRuns() {}

    /** Whoever leaves asks again after so many trips, on average. */
    static Arrivals thinking(long trips) {
        return new Arrivals.ClosedLoop(Lapse.exponential(trips * TRIP), 1);
    }

    /** From little contention to much. */
    static List<Arrivals> loads() {
        return List.of(ALONE, thinking(100), thinking(10), thinking(1), SATURATED);
    }

    static Load load(Arrivals arrivals, int claims) {
        return new Load(arrivals, claims, 1, 0, Lapse.constant(2 * TRIP), null);
    }

    /** How many entries a run with so many nodes has. */
    static double entries(int nodes) {
        return ENTRIES_OF_EACH * (double) nodes;
    }

    /** Every node enters sixty times, on average. */
    static Simulation simulation(Protocol<?> protocol, int nodes, Arrivals arrivals) {
        Setup setup = Setup.usual(protocol, nodes)
                .over(Network.justEnoughFor(protocol.traits().needs()));
        return Simulation.of(setup, SEED, load(arrivals, ENTRIES_OF_EACH * nodes))
                .with(Lapse.constant(TRIP));
    }

    static SimulationReport run(Protocol<?> protocol, int nodes, Arrivals arrivals) {
        return run(simulation(protocol, nodes, arrivals));
    }

    static SimulationReport run(String modifications, int nodes, Arrivals arrivals) {
        return run(RicartAgrawala.with(modifications), nodes, arrivals);
    }

    static double messages(String modifications, int nodes, Arrivals arrivals) {
        return run(modifications, nodes, arrivals).messagesPerEntry();
    }

    static SimulationReport run(Simulation simulation) {
        return run(simulation, clock -> ClusterObserver.NONE);
    }

    /** All claims must be served, and every promise be kept. */
    static SimulationReport run(Simulation simulation, Function<LongSupplier, ClusterObserver> watcher) {
        SimulationReport report = Simulator.run(simulation, List.of(), watcher);
        if (!report.isOk() || report.claims().entries() != simulation.load().claims()) {
            throw new IllegalStateException(String.join("\n", report.toLines()));
        }
        return report;
    }

    static double inTrips(double nanos) {
        return nanos / TRIP;
    }

    static double inTrips(long nanos) {
        return (double) nanos / TRIP;
    }

    /** What a formula gives for each number of nodes. */
    static Chart.Series theory(String name, List<Integer> sizes, IntToDoubleFunction formula) {
        return Chart.Series.theory(name, doubles(sizes), values(sizes, formula));
    }

    /** What was measured for each number of nodes. */
    static Chart.Series measured(String name, List<Integer> sizes, IntToDoubleFunction value) {
        return Chart.Series.measured(name, doubles(sizes), values(sizes, value));
    }

    static List<Double> doubles(List<? extends Number> numbers) {
        return numbers.stream().map(Number::doubleValue).toList();
    }

    private static List<Double> values(List<Integer> sizes, IntToDoubleFunction formula) {
        List<Double> values = new ArrayList<>();
        sizes.forEach(size -> values.add(formula.applyAsDouble(size)));
        return values;
    }

    /** As in "2, 5, 10". */
    static String listed(List<?> values) {
        return String.join(", ", values.stream().map(Comparison::text).toList());
    }
}
