// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;

/**
 * The fencing token of a hold. It is made of the hold's stamp: of two requests that are served in the order of their stamps, the later
 * one has the greater token. Of nodes that share their last bits and the counter, one will have to announce
 * another fence.
 */
public final class Fence {
    /** No fence is greater, if no clock is. */
    public static final long MAX = after(LamportClock.COUNTER_MAX);

    private static final int NODES = 16;

    private Fence() {}

    public static long of(Stamp stamp) {
        return stamp.counter() * NODES + stamp.node().index() % NODES;
    }

    /** Not less than any fence that was made while the clock was not higher. */
    public static long after(long counter) {
        return counter * NODES + NODES - 1;
    }

    /** The counter that a clock has reached when it makes such a fence. */
    public static long counter(long fence) {
        return fence / NODES;
    }

    /** As the stamp that it is made of. */
    public static String text(long fence) {
        return counter(fence) + "." + NodeId.of((int) (fence % NODES));
    }
}
