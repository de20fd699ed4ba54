// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.core.lock.Protocol;
import io.quorate.overlay.node.OverlayProtocol;

/**
 * One run of an experiment, completely: the same experiment gives the same numbers on every machine.
 *
 * @param protocol one that needs an overlay
 * @param nodes how many nodes
 * @param replicas how many replicas a lock has
 * @param churn the number of nodes that change in each round: half of them fail, and as many new ones join
 * @param seed where all randomness comes from
 */
public record DhtExperiment(
        Protocol<?> protocol,
        int nodes,
        int replicas,
        int churn,
        Workload workload,
        TimeScale times,
        Retries retries,
        long seed) {
    /** More take more memory than there is. */
    private static final int NODES_MAX = 100_000;

    /** The number of messages that a node sends to keep the overlay together, between two of its keep-alives. */
    private static final int UPKEEP_IN_A_ROUND = 30;

    public DhtExperiment {
        if (!OverlayProtocol.isOne(protocol)) {
            throw new IllegalArgumentException(
                    protocol.name() + " does not need an overlay, so there is nothing to measure here:"
                            + " quorate simulate " + protocol.name() + " measures it.");
        }
        if (nodes < 1 || nodes > NODES_MAX) {
            throw new IllegalArgumentException(
                    "An experiment has 1 to " + NODES_MAX + " nodes; you gave " + nodes + ".");
        }
        if (replicas < 1) {
            throw new IllegalArgumentException("A lock has at least one replica; you gave " + replicas + ".");
        }
        if (churn < 0 || churn > nodes) {
            throw new IllegalArgumentException(
                    "Of " + nodes + " nodes, 0 to " + nodes + " can change in a round; you gave " + churn + ".");
        }
        requireUpkeep(times, workload.rounds(), churn);
    }

    private static void requireUpkeep(TimeScale times, int rounds, int churn) {
        boolean isOverBefore = times.round().multipliedBy(rounds + 1L).compareTo(times.lease()) < 0;
        if (!times.hasUpkeep() && (churn > 0 || !isOverBefore)) {
            throw new IllegalArgumentException(
                    "Where nodes come and go, and within every lease, nodes of the overlay must"
                            + " tell each other that they are there: give a time between keep-alives.");
        }
    }

    /** As in section VI, without churn, and three replicas. */
    public static DhtExperiment of(Protocol<?> protocol, int nodes, long seed) {
        return new DhtExperiment(
                protocol, nodes, 3, 0, Workload.PAPER, TimeScale.USUAL.resting(), Retries.INFORMED, seed);
    }

    public DhtExperiment with(Protocol<?> other) {
        return new DhtExperiment(other, nodes, replicas, churn, workload, times, retries, seed);
    }

    public DhtExperiment withNodes(int count) {
        return new DhtExperiment(protocol, count, replicas, churn, workload, times, retries, seed);
    }

    public DhtExperiment withSeed(long other) {
        return new DhtExperiment(protocol, nodes, replicas, churn, workload, times, retries, other);
    }

    public DhtExperiment with(Retries other) {
        return new DhtExperiment(protocol, nodes, replicas, churn, workload, times, other, seed);
    }

    public DhtExperiment with(Workload other) {
        return new DhtExperiment(protocol, nodes, replicas, churn, other, times, retries, seed);
    }

    public DhtExperiment with(TimeScale other) {
        return new DhtExperiment(protocol, nodes, replicas, churn, workload, other, retries, seed);
    }

    public DhtExperiment withReplicas(int count) {
        return new DhtExperiment(protocol, nodes, count, churn, workload, times, retries, seed);
    }

    public DhtExperiment withChurn(int inEachRound) {
        return new DhtExperiment(protocol, nodes, replicas, inEachRound, workload, times, retries, seed);
    }

    /** About how many things happen in it: the time that it takes, up to a factor that depends on the machine. */
    double work() {
        double keepAlives = (double) workload.rounds()
                * times.round().toNanos()
                / times.keepAlive().toNanos();
        return nodes * (10 + UPKEEP_IN_A_ROUND * keepAlives) + 100_000;
    }

    /** Is told how far it is. */
    public interface Progress {
        Progress NONE = (round, rounds) -> {};

        /** This round of all rounds has ended; before the first, round 0. */
        void at(int round, int rounds);
    }

    /** Runs it. */
    public DhtReport run(Progress progress) {
        DhtWorld world = new DhtWorld(this);
        world.begin(nodes);
        progress.at(0, workload.rounds());
        for (int round = 1; round <= workload.rounds(); round++) {
            world.clients().beginRound();
            world.runUntil(round * times.round().toNanos());
            progress.at(round, workload.rounds());
        }
        int[] load = world.running().stream()
                .mapToInt(member -> world.traffic().loadOf(member.self().index()))
                .toArray();
        return new DhtReport(this, world.traffic().report(), world.clients().report(), LoadSpread.of(load));
    }
}
