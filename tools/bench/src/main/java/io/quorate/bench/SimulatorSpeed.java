// SPDX-License-Identifier: Apache-2.0
package io.quorate.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtReport;
import io.quorate.lab.dht.TimeScale;
import io.quorate.lab.dht.Workload;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.setup.Setup;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * How many messages a second the simulator delivers on one processor, and how much memory a node takes. {@code bench/run simulator}
 * runs it, {@code bench/run simulator 9} with nine rounds of each. Every run is a whole one: bytes of production, audits, hash.
 */
public final class SimulatorSpeed {
    private static final int ROUNDS_USUAL = 3;
    private static final int WARM_UP = 2;
    private static final long SEED = 7;
    private static final long MEAN_THINK = 1_000_000;
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private SimulatorSpeed() {}

    public static void main(String[] arguments) {
        int rounds = arguments.length == 0 ? ROUNDS_USUAL : Integer.parseInt(arguments[0]);
        print(
                "messages delivered, by second of processor time of the whole process: median, lowest, highest; and the trace hash");
        for (String protocol : List.of("quorumlock", "maekawa")) {
            for (int nodes : List.of(13, 49)) {
                simulate(protocol, nodes, rounds);
            }
        }
        print("frames of an experiment on an overlay with churn, by second of processor time");
        overlay(200, 20, rounds);
        print("bytes allocated to set up, by node");
        for (int nodes : List.of(100, 1_000, 10_000)) {
            print(String.format(
                    Locale.ROOT,
                    "%,7d nodes  cluster of quorumlock %,6d  experiment with sigma %,6d",
                    nodes,
                    ofCluster(nodes),
                    ofExperiment(nodes)));
        }
    }

    /** Everybody wants the same lock again a millisecond after having had it. */
    private static void simulate(String protocol, int nodes, int rounds) {
        Load load = Load.of(new Arrivals.ClosedLoop(RandomDuration.exponential(MEAN_THINK), 1), 600_000 / nodes);
        Simulation simulation = Simulation.of(Setup.usual(Protocols.named(protocol), nodes), SEED, load);
        SimulationReport once = Simulator.run(simulation);
        String speed =
                perSecond(rounds, () -> Simulator.run(simulation).traffic().delivered());
        print(String.format(Locale.ROOT, "%-11s %2d nodes  %s  %x", protocol, nodes, speed, once.traceHash()));
    }

    private static void overlay(int nodes, int churn, int rounds) {
        DhtExperiment experiment = DhtExperiment.of(Protocols.named("sigma"), nodes, SEED)
                .with(TimeScale.USUAL.withRound(Duration.ofSeconds(10)))
                .withChurn(churn);
        String speed = perSecond(rounds, () -> run(experiment).messages().frames());
        print(String.format(Locale.ROOT, "sigma      %,3d nodes, churn %d  %s", nodes, churn, speed));
    }

    private static DhtReport run(DhtExperiment experiment) {
        return experiment.run(DhtExperiment.Progress.NONE);
    }

    private static String perSecond(int rounds, LongSupplier run) {
        double[] speeds = new double[rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            long before = PROCESS.getProcessCpuTime();
            long count = run.getAsLong();
            speeds[Math.max(0, round)] = count * 1e9 / (PROCESS.getProcessCpuTime() - before);
        }
        Arrays.sort(speeds);
        return String.format(
                Locale.ROOT, "%,10.0f  (%,.0f to %,.0f)", speeds[rounds / 2], speeds[0], speeds[rounds - 1]);
    }

    /** Bytes for each node of a cluster of this size in which nothing has happened. */
    static long ofCluster(int nodes) {
        Setup setup = Setup.usual(Protocols.named("quorumlock"), nodes);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Cluster cluster = Cluster.of(setup);
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / cluster.size();
    }

    /** Bytes for each node of an experiment of this size that is over as soon as the nodes are up. */
    static long ofExperiment(int nodes) {
        DhtExperiment experiment = DhtExperiment.of(Protocols.named("sigma"), nodes, SEED)
                .with(TimeScale.USUAL.resting())
                .with(new Workload(1, 1, 0, 1));
        long before = THREADS.getCurrentThreadAllocatedBytes();
        run(experiment);
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / nodes;
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
