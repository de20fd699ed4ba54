// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.core.model.LockName;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.Arrays;
import java.util.List;

/**
 * A system to explore: a cluster, limits on the events in it, and the maximum number of states.
 *
 * @param name what it is called in reports
 * @param prefix what has happened already where the search begins
 */
public record CheckSystem(String name, Setup setup, Limits limits, int statesMax, List<Choice> prefix) {
    /** As many as fit into 4 GiB with room to spare. */
    public static final int USUAL_STATES_MAX = 20_000_000;

    /** A wish for another lock than the usual one. */
    public static final Wish OTHER_LOCK = new Wish(LockName.of("Z"), Wish.EXCLUSIVE.mode(), false);

    public CheckSystem {
        prefix = List.copyOf(prefix);
        if (limits.wishes().size() > setup.nodes()) {
            throw new IllegalArgumentException(
                    "there are wishes for " + limits.wishes().size() + " nodes, but only " + setup.nodes()
                            + " nodes: take more nodes or fewer contenders");
        }
        if (limits.duplicates() > 0 && setup.network() != Network.UNORDERED) {
            throw new IllegalArgumentException(
                    "a network that keeps the order of frames duplicates none: choose unordered, or no duplicates");
        }
        if (statesMax < 1) {
            throw new IllegalArgumentException("at least one state must be allowed, not " + statesMax);
        }
    }

    public CheckSystem(String name, Setup setup, Limits limits) {
        this(name, setup, limits, USUAL_STATES_MAX, List.of());
    }

    /** The same, with a maximum number of states. */
    public CheckSystem within(int states) {
        return new CheckSystem(name, setup, limits, states, prefix);
    }

    /** The same, beginning after these choices. */
    public CheckSystem after(String... choices) {
        return new CheckSystem(
                name,
                setup,
                limits,
                statesMax,
                Arrays.stream(choices).map(Choice::parse).toList());
    }

    /** The same with another setup, that of a mutant for instance. */
    public CheckSystem with(Setup other) {
        return new CheckSystem(name, other, limits, statesMax, prefix);
    }
}
