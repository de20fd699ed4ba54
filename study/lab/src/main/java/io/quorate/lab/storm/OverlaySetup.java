// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.overlay.SettledKind;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.overlay.Handle;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.OverlayTiming;
import io.quorate.overlay.catalog.Overlays;
import io.quorate.overlay.pastry.Pastry;
import io.quorate.overlay.ring.Ring;
import java.time.Duration;
import java.util.List;

/**
 * The overlay of a storm, and how its nodes come together.
 *
 * @param kind the overlay
 * @param first the number of nodes when the storm begins; those with higher numbers may come later
 * @param settled the first nodes know from the beginning what they should; if not, they join one after the other before the storm
 * @param loss which part of the frames is lost, unnoticed
 */
public record OverlaySetup(OverlayKind kind, int first, boolean settled, double loss) {
    private static final int NODES_MIN = 4;
    private static final List<Integer> NODES_MORE = List.of(6, 12, 12, 22);

    /** How many replicas a lock has. One alone shows soonest what goes wrong when it moves. */
    private static final List<Integer> REPLICAS = List.of(1, 1, 3, 3, 3, 5);

    /** The rounds of keep-alives in a lease: with at least five, neighbours notice each other in time; production has ten. */
    private static final List<Integer> ROUNDS_OF_A_LEASE = List.of(5, 5, 8);

    private static final List<Double> LOSSES = List.of(0.001, 0.01, 0.03, 0.1);
    private static final List<Integer> LEAF_SETS = List.of(8, 16);
    private static final List<Integer> DIGITS = List.of(1, 2, 4);

    public OverlaySetup {
        if (first < 1) {
            throw new IllegalArgumentException("an overlay begins with at least one node, not with " + first);
        }
    }

    /** The cluster of this seed: how many nodes, and how many replicas a lock has, which are the voters of its quorums. */
    static Setup setup(Protocol<?> protocol, long seed) {
        Randomness randomness = new Randomness(seed).fork("gathering");
        int nodes = NODES_MIN + randomness.nextInt(NODES_MORE.get(randomness.nextInt(NODES_MORE.size())));
        int replicas = Math.min(REPLICAS.get(randomness.nextInt(REPLICAS.size())), nodes);
        QuorumSystem quorums = Quorums.named("majority", replicas);
        Network network = randomness.chance(0.7) ? Network.UNORDERED : Network.FIFO;
        return Setup.of(protocol, quorums, nodes).over(network);
    }

    /** The gathering of this seed, with leases of this length. */
    static OverlaySetup draw(Setup setup, Duration lease, long seed) {
        Randomness randomness = new Randomness(seed).fork("overlay");
        Duration round = lease.dividedBy(ROUNDS_OF_A_LEASE.get(randomness.nextInt(ROUNDS_OF_A_LEASE.size())));
        OverlayTiming timing = new OverlayTiming(round, OverlayTiming.USUAL.silentRoundsMax());
        int leaves = LEAF_SETS.get(randomness.nextInt(LEAF_SETS.size()));
        int digitBits = DIGITS.get(randomness.nextInt(DIGITS.size()));
        OverlayKind kind = randomness.chance(0.7) ? new Pastry(timing, leaves, digitBits) : new Ring(timing);
        int nodes = setup.nodes();
        int first = nodes - randomness.nextInt(nodes / 2 + 1);
        double loss = LOSSES.get(randomness.nextInt(LOSSES.size()));
        return new OverlaySetup(kind, first, randomness.chance(0.5), loss);
    }

    /** The same over the overlay of this name. */
    OverlaySetup over(String name) {
        OverlayKind other = Overlays.named(name).withTiming(kind.timing());
        return kind.name().equals(name) ? this : new OverlaySetup(other, first, settled, loss);
    }

    /** The number of nodes on each side that a node certainly knows. */
    int reach() {
        return kind instanceof Pastry pastry ? pastry.leafSetSize() / 2 : Integer.MAX_VALUE;
    }

    long roundNanos() {
        return kind.timing().round().toNanos();
    }

    /** The overlay of nodes that begin together: each knows all others that it should know. */
    OverlayKind settledWith(List<Handle> nodes) {
        return SettledKind.of(kind, nodes);
    }

    /** As a line for people. */
    @Override
    public String toString() {
        String parts = kind instanceof Pastry pastry
                ? " with " + pastry.leafSetSize() + " leaves and digits of " + pastry.digitBits() + " bits"
                : "";
        return kind.name() + parts + ", rounds of " + kind.timing().round().toMillis() + " ms; first " + first
                + " nodes, "
                + (settled ? "settled" : "joined one after the other") + "; of a thousand frames "
                + Math.round(loss * 1000) + " lost if any are";
    }
}
