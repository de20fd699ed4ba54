package io.quorate.lab.simulate;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.world.Setup;
import java.util.List;

/** What an entry costs, measured: tables to print or to plot. Every run is audited, and one that breaks a promise ends the experiment. */
public final class Experiments {
    private Experiments() {}

    /** Rows of one experiment; {@code across} says what the x of a row is. */
    public record Table(String title, String across, List<Row> rows) {
        public Table {
            rows = List.copyOf(rows);
        }
    }

    /**
     * One run.
     *
     * @param othersAsked how many other nodes are in the quorum that a node asks, on average over the nodes
     * @param busiestPerEntry messages that the busiest node sends and receives, for each entry of anybody
     * @param waitMeanNanos how long a claim waits on average, in virtual time
     */
    public record Row(
            double x,
            int nodes,
            double othersAsked,
            double messagesPerEntry,
            double framesPerEntry,
            double busiestPerEntry,
            double waitMeanNanos) {
        /** What an entry costs when nobody contends: Request, Grant and Release with each other member. */
        public double alone() {
            return 3 * othersAsked;
        }

        /** What EXCLUSIVE entries cost at most under contention, on average. */
        public double worst() {
            return 7 * othersAsked;
        }
    }

    /** Messages for each entry against the load; a load of 0 means one claim at a time, which nobody contends. */
    public static Table messagesAgainstLoad(
            ParallelRuns parallel, Setup setup, List<Double> loads, int claims, long seed) {
        List<Row> rows =
                parallel.all(loads.size(), place -> measure(setup, loads.get(place), loads.get(place), claims, seed));
        return new Table("messages per entry, " + setup, "load", rows);
    }

    /** Messages for each entry against the number of nodes, with the protocol's usual quorums, under one load. */
    public static Table messagesAgainstNodes(
            ParallelRuns parallel, Protocol<?> protocol, List<Integer> nodes, double load, int claims, long seed) {
        List<Row> rows = parallel.all(nodes.size(), place -> {
            int count = nodes.get(place);
            return measure(Setup.usual(protocol, count), count, load, claims, seed);
        });
        return new Table("messages per entry, " + protocol.name() + " at load " + load, "nodes", rows);
    }

    private static Row measure(Setup setup, double x, double load, int claims, long seed) {
        Arrivals arrivals = load == 0 ? new Arrivals.Alone() : new Arrivals.Poisson(load);
        SimulationReport report = Simulator.run(Simulation.of(setup, seed, Load.of(arrivals, claims)));
        SimulationReport.Failure failure = report.failure();
        if (failure != null) {
            throw new IllegalStateException(failure.sentence() + "; see it again with: "
                    + report.simulation().replayCommand());
        }
        double busiest =
                (double) report.traffic().busiestMessages() / report.claims().entries();
        return new Row(
                x,
                setup.nodes(),
                othersAsked(setup.quorums(), setup.nodes()),
                report.messagesPerEntry(),
                report.framesPerEntry(),
                busiest,
                report.waits().mean());
    }

    /** How many others a node asks, on average over so many nodes. */
    public static double othersAsked(QuorumSystem quorums, int nodes) {
        double sum = 0;
        for (int index = 0; index < nodes; index++) {
            NodeId node = NodeId.of(index);
            sum += quorums.quorumOf(node).without(node).size();
        }
        return sum / nodes;
    }
}
