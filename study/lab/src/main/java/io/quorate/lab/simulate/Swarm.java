// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.Popularity;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Simulations drawn at random from a seed: size, quorums, network, delays, workload and faults. Each seed leaves most things out, so
 * that together many seeds see every combination; a mix of everything would hide what only few faults show.
 */
public final class Swarm {
    private static final int NODES_MAX = 7;
    private static final int REACH_MAX = 2;
    private static final int CLAIMS_MIN = 10;
    private static final int CLAIMS_MORE = 50;

    private Swarm() {}

    /** The simulation of this seed, for a protocol and what it claims to survive. */
    public static Simulation draw(Protocol<?> protocol, long seed) {
        Randomness randomness = new Randomness(seed).fork("swarm");
        ProtocolTraits traits = protocol.traits();
        int voters = 1 + randomness.nextInt(NODES_MAX);
        int guests = randomness.chance(0.25) ? 1 + randomness.nextInt(3) : 0;
        boolean isUnordered = traits.needs() == Delivery.UNORDERED && randomness.chance(0.7);
        QuorumSystem drawn = quorums(randomness, protocol, voters);
        QuorumSystem quorums = isUsable(protocol, drawn) ? drawn : protocol.usualQuorums(voters);
        int nodes = voters + (admitsGuests(protocol, quorums) ? guests : 0);
        Setup usual = Setup.of(protocol, quorums, nodes);
        Network network = isUnordered ? Network.UNORDERED : usual.network();
        Setup asNumbered = usual.over(network);
        Setup placed = new Randomness(seed).fork("placed").chance(0.5) ? asNumbered.placedByName() : asNumbered;
        Setup setup = placed.hasOverlay()
                ? placed.withReach(new Randomness(seed).fork("overlay").nextInt(REACH_MAX + 1))
                : placed;
        RandomDuration anyDelay = duration(randomness, Simulation.USUAL_DELAY);
        boolean isTooLong = traits.needsTimeBound()
                && anyDelay.max() > traits.transmissionMax().toNanos();
        Delays delay = isTooLong
                ? Delays.everywhere(Simulation.usualDelay(protocol))
                : delays(new Randomness(seed).fork("zones"), anyDelay);
        Load load = uneven(new Randomness(seed).fork("hot spots"), load(randomness, traits), setup.nodes());
        Faults faults = Faults.swarm(randomness, traits, network);
        return new Simulation(setup, seed, load, delay, setup.hasOverlay() ? faults.onAnOverlay() : faults);
    }

    private static boolean isUsable(Protocol<?> protocol, QuorumSystem quorums) {
        try {
            protocol.requireUsable(quorums);
            return true;
        } catch (IllegalArgumentException refused) {
            return false; // its own quorums then
        }
    }

    /** Whether the protocol serves nodes that have no vote. */
    private static boolean admitsGuests(Protocol<?> protocol, QuorumSystem quorums) {
        try {
            protocol.newMachine(new MachineContext(NodeId.of(quorums.size()), 0, Placement.asNumbered(quorums)));
            return true;
        } catch (IllegalArgumentException refused) {
            return false; // then every node votes
        }
    }

    private static QuorumSystem quorums(Randomness randomness, Protocol<?> protocol, int voters) {
        // A protocol that knows nothing of quorums is left with what it is used to.
        QuorumSystem usual = protocol.usualQuorums(voters);
        if (usual.quorumOf(NodeId.of(0)).size() == 1 || randomness.chance(0.5)) {
            return usual;
        }
        List<QuorumSystem> possible = Quorums.possibleFor(voters);
        return possible.get(randomness.nextInt(possible.size()));
    }

    /** A length of time with this mean, of any distribution. */
    public static RandomDuration duration(Randomness randomness, long mean) {
        return RandomDuration.named(
                List.of("constant", "uniform", "exponential", "heavy").get(randomness.nextInt(4)), mean);
    }

    /** Now and then nodes are in zones that are far from each other. Drawn apart: it changes no other simulation. */
    private static Delays delays(Randomness randomness, RandomDuration near) {
        if (!randomness.chance(0.1)) {
            return Delays.everywhere(near);
        }
        RandomDuration far = duration(randomness, (2 + randomness.nextInt(40)) * Simulation.USUAL_DELAY);
        return new Delays.InZones(String.valueOf(2 + randomness.nextInt(2)), near, far);
    }

    /** Now and then some locks are wanted more than others, some nodes ask more, or claims come in bursts. Drawn apart, as zones are. */
    private static Load uneven(Randomness randomness, Load even, int nodes) {
        boolean hasHotLock = randomness.chance(0.3);
        boolean hasHotNode = randomness.chance(0.1);
        boolean hasBursts = randomness.chance(0.1);
        Load wanted = hasHotLock && even.locks() > 1 ? even.wanting(popularity(randomness, even.locks())) : even;
        Load asked = hasHotNode && nodes > 1 ? wanted.askedBy(popularity(randomness, nodes)) : wanted;
        if (!hasBursts) {
            return asked;
        }
        RandomDuration every = duration(randomness, (5 + randomness.nextInt(50)) * Simulation.USUAL_DELAY);
        return asked.arriving(new Arrivals.Bursts(nodes + randomness.nextInt(2 * nodes), every));
    }

    private static Popularity popularity(Randomness randomness, int count) {
        if (randomness.chance(0.5)) {
            return new Popularity.Zipf((1 + randomness.nextInt(20)) / 10.0);
        }
        Map<Integer, Double> hot = new TreeMap<>();
        hot.put(randomness.nextInt(count), (3 + randomness.nextInt(7)) / 10.0);
        return new Popularity.HotSpots(hot);
    }

    private static Load load(Randomness randomness, ProtocolTraits traits) {
        Arrivals arrivals = switch (randomness.nextInt(4)) {
            case 0 -> new Arrivals.Burst(1 + randomness.nextInt(3));
            case 1 -> new Arrivals.Poisson((1 + randomness.nextInt(10)) / 10.0);
            default ->
                new Arrivals.ClosedLoop(
                        duration(randomness, randomness.nextInt(5) * Simulation.USUAL_DELAY),
                        1 + randomness.nextInt(3));
        };
        int claims = CLAIMS_MIN + randomness.nextInt(CLAIMS_MORE);
        int locks = randomness.chance(0.6) ? 1 : 1 + randomness.nextInt(4);
        double shared = traits.knowsShared() && randomness.chance(0.6) ? randomness.nextInt(11) / 10.0 : 0;
        RandomDuration hold = duration(randomness, (1 + randomness.nextInt(6)) * Simulation.USUAL_DELAY);
        RandomDuration timeout = randomness.chance(0.4)
                ? duration(randomness, (1 + randomness.nextInt(20)) * Simulation.USUAL_DELAY)
                : null;
        return new Load(arrivals, claims, locks, shared, hold, timeout);
    }
}
