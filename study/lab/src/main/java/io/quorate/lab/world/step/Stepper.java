// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import io.quorate.core.roster.RosterState;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.setup.Setup;
import org.jspecify.annotations.Nullable;

/**
 * How a cluster comes from one state to the next: by running the node, or by remembering what came of it the last time.
 * Only {@link Cluster} has the meaning of choices.
 */
public abstract sealed class Stepper permits LiveStepper, RememberingStepper {
    /** Runs every turn; for one cluster, and copies of it. */
    public static Stepper live() {
        return new LiveStepper();
    }

    /** One turn: tells the effects what it led to, and returns the node as it is afterwards. */
    public abstract NodeSnapshot step(NodeSnapshot node, Event event, TurnEffects effects);

    public abstract NodeSnapshot first(Setup setup, int index);

    /**
     * The memory that a restarted node finds.
     *
     * @param incarnation how often it has started again
     * @param clock how high its clock was before
     * @param clean whether it was told to stop before, and everybody had left (W4)
     * @param roster what it has kept about rosters; null if they never change
     */
    public record Restarted(
            long incarnation,
            long clock,
            boolean clean,
            @Nullable RosterState roster) {}

    /** The node after it has ended and started again. */
    public abstract NodeSnapshot restarted(Setup setup, int index, Restarted as);

    public abstract Channel append(Channel channel, FrameInFlight packet);

    public abstract Channel remove(Channel channel, int position);

    /** The channel with its packets no longer awaited by some timers, but by others. */
    public abstract Channel mark(Channel channel, long without, long with);
}
