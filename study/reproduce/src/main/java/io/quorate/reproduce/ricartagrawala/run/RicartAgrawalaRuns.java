// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala.run;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.reproduce.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongSupplier;

/** Runs of the simulator for the items of Ricart and Agrawala's report: a message takes one trip, a hold two. */
public final class RicartAgrawalaRuns {
    /** A one-way trip, in nanoseconds of virtual time. */
    public static final long TRIP = 500_000;

    public static final long SEED = 7;

    /** Little contention: every claim alone. */
    public static final Arrivals ALONE = new Arrivals.Alone();

    /** High contention: each asks again when it leaves. */
    public static final Arrivals SATURATED = new Arrivals.ClosedLoop(RandomDuration.constant(0), 1);

    private static final int ENTRIES_OF_EACH = 60;

    private RicartAgrawalaRuns() {}

    /** Each asks again on average after this number of trips. */
    public static Arrivals thinking(long trips) {
        return new Arrivals.ClosedLoop(RandomDuration.exponential(trips * TRIP), 1);
    }

    /** From little contention to much. */
    public static List<Arrivals> loads() {
        return List.of(ALONE, thinking(100), thinking(10), thinking(1), SATURATED);
    }

    public static Load load(Arrivals arrivals, int claims) {
        return new Load(arrivals, claims, 1, 0, RandomDuration.constant(2 * TRIP), null);
    }

    /** The number of entries of a run with this number of nodes. */
    public static double entries(int nodes) {
        return ENTRIES_OF_EACH * (double) nodes;
    }

    /** Every node enters sixty times, on average. */
    public static Simulation simulation(Protocol<?> protocol, int nodes, Arrivals arrivals) {
        Setup setup = Setup.usual(protocol, nodes)
                .over(Network.justEnoughFor(protocol.traits().needs()));
        return Simulation.of(setup, SEED, load(arrivals, ENTRIES_OF_EACH * nodes))
                .with(RandomDuration.constant(TRIP));
    }

    public static SimulationReport run(Protocol<?> protocol, int nodes, Arrivals arrivals) {
        return run(simulation(protocol, nodes, arrivals));
    }

    public static SimulationReport run(String modifications, int nodes, Arrivals arrivals) {
        return run(RicartAgrawala.with(modifications), nodes, arrivals);
    }

    public static double messages(String modifications, int nodes, Arrivals arrivals) {
        return run(modifications, nodes, arrivals).messagesPerEntry();
    }

    public static SimulationReport run(Simulation simulation) {
        return run(simulation, clock -> ClusterObserver.NONE);
    }

    /** All claims must be served, and every promise be kept. */
    public static SimulationReport run(Simulation simulation, Function<LongSupplier, ClusterObserver> watcher) {
        SimulationReport report = Simulator.run(simulation, List.of(), watcher);
        if (!report.isOk() || report.claims().entries() != simulation.load().claims()) {
            throw new IllegalStateException(String.join("\n", report.toLines()));
        }
        return report;
    }

    public static double inTrips(double nanos) {
        return nanos / TRIP;
    }

    public static double inTrips(long nanos) {
        return (double) nanos / TRIP;
    }

    /** The value of a formula for each number of nodes. */
    public static Chart.Series theory(String name, List<Integer> sizes, IntToDoubleFunction formula) {
        return Chart.Series.theory(name, doubles(sizes), values(sizes, formula));
    }

    /** The results for each number of nodes. */
    public static Chart.Series measured(String name, List<Integer> sizes, IntToDoubleFunction value) {
        return Chart.Series.measured(name, doubles(sizes), values(sizes, value));
    }

    public static List<Double> doubles(List<? extends Number> numbers) {
        return numbers.stream().map(Number::doubleValue).toList();
    }

    private static List<Double> values(List<Integer> sizes, IntToDoubleFunction formula) {
        List<Double> values = new ArrayList<>();
        sizes.forEach(size -> values.add(formula.applyAsDouble(size)));
        return values;
    }

    /** As in "2, 5, 10". */
    public static String listed(List<?> values) {
        return String.join(", ", values.stream().map(Comparison::text).toList());
    }
}
