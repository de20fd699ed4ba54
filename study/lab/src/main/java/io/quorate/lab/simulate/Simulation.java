// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.lab.simulate.chance.Distances;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;

/**
 * A run, completely: the same simulation is the same run, step by step.
 *
 * @param setup the cluster
 * @param seed where every random number comes from
 * @param load what it is asked to do
 * @param delay how long frames travel; over a network that keeps order, none arrives before an earlier one
 * @param faults what goes wrong while claims come; afterwards nothing does
 */
public record Simulation(Setup setup, long seed, Load load, Delays delay, Faults faults) {
    /** How long a frame usually travels. */
    public static final long USUAL_DELAY = 500_000;

    public Simulation {
        ProtocolTraits traits = setup.protocol().traits();
        Distances distances = delay.over(setup.nodes());
        load.requireFits(setup.nodes());
        if (!setup.network().isEnoughFor(traits.needs())) {
            throw new IllegalArgumentException(setup.protocol().fullName()
                    + " needs a network that keeps the order of frames: choose "
                    + Network.justEnoughFor(traits.needs()).text()
                    + " (quorate check shows what happens without)");
        }
        if (traits.needsTimeBound()
                && distances.max() > traits.transmissionMax().toNanos()) {
            throw new IllegalArgumentException(setup.protocol().fullName() + " needs delays of at most "
                    + traits.transmissionMax().toNanos()
                    + " ns, and these may be longer: choose constant or uniform ones below that");
        }
        if (setup.hasOverlay() && !faults.equals(faults.onAnOverlay())) {
            throw new IllegalArgumentException(
                    "on the overlay of a simulation nobody is cut off or suspected who is there:"
                            + " take outages and suspicions away");
        }
    }

    /** Without faults, with exponential delays, or uniform ones where delays must be bounded. */
    public static Simulation of(Setup setup, long seed, Load load) {
        return new Simulation(setup, seed, load, Delays.everywhere(usualDelay(setup.protocol())), Faults.NONE);
    }

    /** Exponential delays, or uniform ones where they must be bounded. */
    public static RandomDuration usualDelay(Protocol<?> protocol) {
        return protocol.traits().needsTimeBound()
                ? RandomDuration.uniform(0, 2 * USUAL_DELAY)
                : RandomDuration.exponential(USUAL_DELAY);
    }

    public Simulation with(Setup other) {
        return new Simulation(other, seed, load, delay, faults);
    }

    public Simulation with(RandomDuration other) {
        return with(Delays.everywhere(other));
    }

    public Simulation with(Delays other) {
        return new Simulation(setup, seed, load, other, faults);
    }

    public Simulation with(Faults other) {
        return new Simulation(setup, seed, load, delay, other);
    }

    public Simulation with(Load other) {
        return new Simulation(setup, seed, other, delay, faults);
    }

    /** How long frames travel from each node to each other. */
    Distances distances() {
        return delay.over(setup.nodes());
    }

    /**
     * The cluster as it runs here. Of a protocol whose fences are made of its clocks, they follow true time, as those of production
     * do. When timers run out is a matter of time here, and not of what is under way.
     */
    public Setup setupInTime() {
        Setup timed = setup.isBounded() ? setup.withDelaysUnlimited() : setup;
        return timed.protocol().traits().isLeased() ? timed.withTrueTime() : timed;
    }

    /** The command that runs it again. */
    public String replayCommand() {
        return "./quorate simulate " + setup.protocol().name() + " " + SimulationOptions.text(this);
    }
}
