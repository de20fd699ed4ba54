// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.compare;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;

/**
 * The conditions under which protocols are compared: the same for each. Each takes its usual quorums; every node asks. The same
 * comparison gives the same numbers.
 *
 * @param hold how long a lock is held, in message times. Not 0: a node that leaves at once and asks again at once would keep a token
 * forever
 * @param entries minimum number of measured entries; in all a multiple of the number of nodes
 * @param delay how message times are distributed around their mean, as {@link RandomDuration#named} reads it
 */
public record Comparison(int nodes, Pressure pressure, double hold, int entries, String delay, long seed) {
    /** T: how long a message travels on average, in nanoseconds of virtual time. */
    public static final long MESSAGE_TIME = Simulation.USUAL_DELAY;

    /** Every message takes just as long. */
    public static final String IN_STEP = "constant";

    /** On an overlay a node sends to this part of all nodes, on each side of it. */
    private static final int REACH_PART = 8;

    private static final double HOLD_MAX = 1_000;

    public Comparison {
        if (nodes < 1) {
            throw new IllegalArgumentException("There must be at least one node; you gave " + nodes + ".");
        }
        if (entries < 1) {
            throw new IllegalArgumentException(
                    "There must be at least one entry to measure; you gave " + entries + ".");
        }
        if (!(hold > 0 && hold <= HOLD_MAX)) {
            throw new IllegalArgumentException("A hold lasts more than 0 and at most " + (long) HOLD_MAX
                    + " message times; you gave " + hold + ".");
        }
        RandomDuration.named(delay, MESSAGE_TIME);
    }

    public Comparison withNodes(int count) {
        return new Comparison(count, pressure, hold, entries, delay, seed);
    }

    public Comparison with(Pressure other) {
        return new Comparison(nodes, other, hold, entries, delay, seed);
    }

    /** Runs one protocol. A broken promise, two who hold at once for instance, ends the comparison: {@link AuditFailure}. */
    public Outcome measure(Protocol<?> protocol) {
        Simulation simulation;
        try {
            simulation = Simulation.of(setup(protocol), seed, load()).with(RandomDuration.named(delay, MESSAGE_TIME));
        } catch (IllegalArgumentException refused) {
            return new Outcome.Impossible(protocol, String.valueOf(refused.getMessage()));
        }
        SimulationReport report = Simulator.run(simulation);
        SimulationReport.Failure failure = report.failure();
        if (failure != null) {
            throw new AuditFailure("the run of " + protocol.fullName() + " breaks a promise ("
                    + simulation.replayCommand() + " shows it again): " + failure.sentence());
        }
        return new Outcome.Measured(report);
    }

    /**
     * On an overlay messages have routes, as in a hash table: with direct ways to every replica, protocols that differ only in what
     * nodes on the way do would be the same. Nodes send to an eighth of all on each side, so a route takes two messages on average,
     * which is about what Pastry takes for the sizes that are compared.
     */
    private Setup setup(Protocol<?> protocol) {
        Setup usual = Setup.usual(protocol, nodes);
        return usual.hasOverlay() ? usual.withReach((nodes + REACH_PART - 1) / REACH_PART) : usual;
    }

    private Load load() {
        int claims = Math.toIntExact((entries + nodes - 1L) / nodes * nodes);
        return new Load(
                pressure.arrivals(), claims, 1, 0, RandomDuration.constant(Math.round(hold * MESSAGE_TIME)), null);
    }
}
