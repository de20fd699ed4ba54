// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.rosters;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;

/** How far nodes have come with rosters, as others may have heard: also what a node has forgotten since. */
public final class ChangeWatch {
    private static final int CONFIGURATION_BITS = 4;
    private static final int CLOCK_BITS = 14;

    /** The highest configuration that each node has been in. */
    private final int[] reached;

    /** How high its clock was when it was sealed last. */
    private final int[] clocks;

    /** How high its clock was when it saw that a roster is over, or was told so. */
    private final int[] clocksAtEnd;

    /** Those whose frozen holds have ended since they went up. */
    public NodeSet thawed = NodeSet.EMPTY;

    /** Whether a hold was lost. */
    public boolean lost;

    public ChangeWatch(int nodes) {
        this.reached = new int[nodes];
        this.clocks = new int[nodes];
        this.clocksAtEnd = new int[nodes];
    }

    public int reached(int index) {
        return reached[index];
    }

    /** The highest configuration that any node has been in. */
    public int highest() {
        int highest = 0;
        for (int each : reached) {
            highest = Math.max(highest, each);
        }
        return highest;
    }

    int clock(int index) {
        return clocks[index];
    }

    /** The node has gone up; its clock was so high. */
    public void rose(NodeId node, int number, long clock) {
        int index = node.index();
        int before = reached[index];
        if (number > before) {
            reached[index] = number;
            boolean isSealed = (number & 1) == 1 || number > before + 1;
            boolean sawAnEnd = number / 2 > before / 2;
            clocks[index] = isSealed ? Math.toIntExact(clock) : clocks[index];
            clocksAtEnd[index] = sawAnEnd ? Math.toIntExact(clock) : clocksAtEnd[index];
        }
        thawed = thawed.without(node);
    }

    /** The lowest clock of those who have seen, or were told, that the rosters below this configuration are over. */
    int clockAtEnd(int number) {
        int lowest = Integer.MAX_VALUE;
        for (int index = 0; index < reached.length; index++) {
            lowest = reached[index] / 2 >= number / 2 ? Math.min(lowest, clocksAtEnd[index]) : lowest;
        }
        return lowest == Integer.MAX_VALUE ? 0 : lowest;
    }

    public int packed(int index) {
        return (clocksAtEnd[index] << (CLOCK_BITS + CONFIGURATION_BITS))
                | (clocks[index] << CONFIGURATION_BITS)
                | reached[index];
    }

    public void unpack(int index, int packed) {
        clocksAtEnd[index] = packed >> (CLOCK_BITS + CONFIGURATION_BITS);
        clocks[index] = (packed >> CONFIGURATION_BITS) & ((1 << CLOCK_BITS) - 1);
        reached[index] = packed & ((1 << CONFIGURATION_BITS) - 1);
    }

    public void copyFrom(ChangeWatch other) {
        System.arraycopy(other.reached, 0, reached, 0, reached.length);
        System.arraycopy(other.clocks, 0, clocks, 0, clocks.length);
        System.arraycopy(other.clocksAtEnd, 0, clocksAtEnd, 0, clocks.length);
        thawed = other.thawed;
        lost = other.lost;
    }
}
