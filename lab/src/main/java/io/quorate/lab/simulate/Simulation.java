package io.quorate.lab.simulate;

import io.quorate.core.protocol.ProtocolTraits.Delivery;
import io.quorate.lab.world.Network;
import io.quorate.lab.world.Setup;

/**
 * A run, completely: the same simulation is the same run, step by step.
 *
 * @param setup the cluster
 * @param seed where every random number comes from
 * @param load what it is asked to do
 * @param delay how long a frame travels; over a network that keeps order, none arrives before an earlier one
 * @param faults what goes wrong while claims come; afterwards nothing does
 */
public record Simulation(Setup setup, long seed, Load load, Lapse delay, Faults faults) {
    /** How long a frame usually travels. */
    public static final long USUAL_DELAY = 500_000;

    public Simulation {
        if (setup.network() == Network.UNORDERED && setup.protocol().traits().needs() == Delivery.FIFO) {
            throw new IllegalArgumentException(
                    setup.protocol().name()
                            + " needs a network that keeps the order of frames: choose fifo (quorate check shows what happens without)");
        }
    }

    /** Without faults, with exponential delays. */
    public static Simulation of(Setup setup, long seed, Load load) {
        return new Simulation(setup, seed, load, Lapse.exponential(USUAL_DELAY), Faults.NONE);
    }

    public Simulation with(Setup other) {
        return new Simulation(other, seed, load, delay, faults);
    }

    public Simulation with(Lapse other) {
        return new Simulation(setup, seed, load, other, faults);
    }

    public Simulation with(Faults other) {
        return new Simulation(setup, seed, load, delay, other);
    }

    /** The command that runs it again. */
    public String replayCommand() {
        return "./quorate simulate " + setup.protocol().name() + " " + SimulationOptions.text(this);
    }
}
