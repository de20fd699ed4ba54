package io.quorate.lab.world;

/**
 * How a cluster comes from one state to the next: by running the node, or by remembering what came of it the last time.
 * What a choice means stands in {@link Cluster} alone.
 */
public abstract sealed class Stepper permits LiveStepper, RememberingStepper {
    /** Runs every turn; for one cluster, and copies of it. */
    public static Stepper live() {
        return new LiveStepper();
    }

    /** One turn: tells the effects what it led to, and returns the node as it is afterwards. */
    abstract NodeState step(NodeState node, Input input, TurnEffects effects);

    abstract NodeState first(Setup setup, int index);

    /** The node after it has crashed and started again so often; so high its clock was before. */
    abstract NodeState restarted(Setup setup, int index, int incarnation, long clock);

    abstract Channel append(Channel channel, Packet packet);

    abstract Channel remove(Channel channel, int position);

    /** The channel with its packets no longer awaited by some timers, but by others. */
    abstract Channel mark(Channel channel, long without, long with);
}
