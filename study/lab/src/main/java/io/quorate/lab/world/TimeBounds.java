// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.Channels;
import io.quorate.lab.world.setup.Setup;
import io.quorate.lab.world.step.Stepper;

/**
 * The order that a bound on transmission times enforces, where there is no time. A timer that lasts for two of them runs out only when all
 * frames have arrived that were under way when it was started, those of the same step too, and then all that were under way
 * when the last of these arrived; what was sent later may still be under way. Every run of nodes and frames that keep to
 * the bound is among those that this leaves.
 *
 * <p>Each timer is a bit; a frame that a timer waits for has its bit, see {@link Channel}.
 */
public final class TimeBounds {
    private static final int TIMERS_PER_NODE = 4;
    private static final int NODES_MAX = Long.SIZE / TIMERS_PER_NODE;

    private final boolean isUsed;

    /** Those that wait for the frames that were under way when they were started. */
    private long first;

    /** Those that wait for the frames that were under way when those had arrived. */
    private long second;

    /** Those that were started, and those that were started or stopped, in the present choice. */
    private long started;

    private long changed;

    TimeBounds(Setup setup) {
        this.isUsed = setup.isBounded();
        if (isUsed && setup.nodes() > NODES_MAX) {
            throw new IllegalArgumentException("with bounded delays there are at most " + NODES_MAX + " nodes, not "
                    + setup.nodes() + ": take fewer, or simulate, where there is time");
        }
    }

    boolean isUsed() {
        return isUsed;
    }

    private static long bit(NodeId node, ArmedTimer timer) {
        if (timer.timer().ordinal() >= TIMERS_PER_NODE || !timer.lock().equals(Choice.USUAL_LOCK)) {
            throw new IllegalArgumentException("with bounded delays there are timers of one lock, at most "
                    + TIMERS_PER_NODE + " for a node: take the lock " + Choice.USUAL_LOCK
                    + " only, or simulate, where there is time");
        }
        return 1L << (node.index() * TIMERS_PER_NODE + timer.timer().ordinal());
    }

    void start(NodeId node, ArmedTimer timer) {
        if (isUsed) {
            started |= bit(node, timer);
            changed |= bit(node, timer);
        }
    }

    void stop(NodeId node, ArmedTimer timer) {
        if (isUsed) {
            started &= ~bit(node, timer);
            changed |= bit(node, timer);
        }
    }

    boolean mayFire(NodeId node, ArmedTimer timer) {
        return !isUsed || ((first | second) & bit(node, timer)) == 0;
    }

    /** A choice is over: notes for which frames the timers wait that it started, and which wait no longer. */
    void settle(Channels channels, Stepper stepper) {
        if (changed != 0) {
            first = (first & ~changed) | started;
            second &= ~changed;
            mark(channels, stepper, changed, started);
            started = 0;
            changed = 0;
        }
        long arrived = first == 0 ? 0 : first & ~channels.awaited();
        if (arrived != 0) {
            first &= ~arrived;
            second |= arrived;
            mark(channels, stepper, 0, arrived);
        }
        second &= second == 0 ? 0 : channels.awaited();
    }

    private static void mark(Channels channels, Stepper stepper, long without, long with) {
        for (long pair = channels.nextFilled(0); pair >= 0; pair = channels.nextFilled(pair + 1)) {
            int from = channels.from(pair);
            int to = channels.to(pair);
            channels.set(from, to, stepper.mark(channels.get(from, to), without, with));
        }
    }

    public long first() {
        return first;
    }

    public long second() {
        return second;
    }

    /** Takes on what another has noted, between choices. */
    public void set(long waitingFirst, long waitingSecond) {
        first = waitingFirst;
        second = waitingSecond;
        started = 0;
        changed = 0;
    }
}
