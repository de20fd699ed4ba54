// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.net;

import io.quorate.lab.world.TimeBounds;
import io.quorate.lab.world.step.RememberingStepper;
import io.quorate.lab.world.step.Stepper;
import java.util.Arrays;

/** The frames under way from one node to another. Never changes: {@link Stepper} makes the next one. */
public final class Channel {
    /** No timer waits for any of the packets, as is so wherever delays are not bounded. */
    private static final long[] NOBODY = {};

    public static final Channel EMPTY = new Channel(new FrameInFlight[0], NOBODY, 0);

    private final FrameInFlight[] packets;

    /** For each packet the timers that wait until it has arrived, see {@link TimeBounds}; or {@link #NOBODY}. */
    private final long[] awaited;

    /** Tells it from other channels of a {@link RememberingStepper}; the empty one is always 0, one that is not known yet -1. */
    private final int id;

    private Channel(FrameInFlight[] packets, long[] awaited, int id) {
        this.packets = packets;
        this.awaited = awaited;
        this.id = id;
    }

    public int id() {
        return id;
    }

    public boolean isEmpty() {
        return packets.length == 0;
    }

    public int size() {
        return packets.length;
    }

    /** The packet at a position, from 1. */
    public FrameInFlight at(int position) {
        return packets[position - 1];
    }

    /** The timers that wait until the packet at a position, from 1, has arrived. */
    public long awaitedAt(int position) {
        return awaited.length == 0 ? 0 : awaited[position - 1];
    }

    /** The timers that wait until some packet has arrived. */
    long awaited() {
        long all = 0;
        for (long bits : awaited) {
            all |= bits;
        }
        return all;
    }

    /** Whether the same frame is under way at an earlier position too: what happens to one may happen to the other. */
    public boolean repeats(int position) {
        for (int place = 0; place < position - 1; place++) {
            if (packets[place].isSame(packets[position - 1]) && awaitedAt(place + 1) == awaitedAt(position)) {
                return true;
            }
        }
        return false;
    }

    public Channel plus(FrameInFlight packet) {
        FrameInFlight[] more = Arrays.copyOf(packets, packets.length + 1);
        more[packets.length] = packet;
        return new Channel(more, awaited.length == 0 ? NOBODY : Arrays.copyOf(awaited, packets.length + 1), -1);
    }

    public Channel minus(int position) {
        if (packets.length == 1) {
            return EMPTY;
        }
        FrameInFlight[] fewer = new FrameInFlight[packets.length - 1];
        System.arraycopy(packets, 0, fewer, 0, position - 1);
        System.arraycopy(packets, position, fewer, position - 1, packets.length - position);
        if (awaited.length == 0) {
            return new Channel(fewer, NOBODY, -1);
        }
        long[] fewerAwaited = new long[packets.length - 1];
        System.arraycopy(awaited, 0, fewerAwaited, 0, position - 1);
        System.arraycopy(awaited, position, fewerAwaited, position - 1, packets.length - position);
        return new Channel(fewer, fewerAwaited, -1);
    }

    /** The same, with every packet no longer awaited by some timers, but by others. */
    public Channel marked(long without, long with) {
        long[] marked = Arrays.copyOf(awaited, packets.length);
        for (int place = 0; place < marked.length; place++) {
            marked[place] = (marked[place] & ~without) | with;
        }
        return new Channel(packets, marked, -1);
    }

    /** The same with these packets in the place of its own. */
    public Channel with(FrameInFlight[] others) {
        return new Channel(others, awaited, -1);
    }

    public Channel known(int number) {
        return new Channel(packets, awaited, number);
    }

    /** The same packets, by their numbers and by who awaits them. */
    public Channel sorted() {
        FrameInFlight[] sorted = packets.clone();
        long[] moved = Arrays.copyOf(awaited, packets.length);
        for (int last = 1; last < sorted.length; last++) {
            for (int place = last; place > 0 && isBefore(sorted, moved, place); place--) {
                FrameInFlight packet = sorted[place];
                sorted[place] = sorted[place - 1];
                sorted[place - 1] = packet;
                long bits = moved[place];
                moved[place] = moved[place - 1];
                moved[place - 1] = bits;
            }
        }
        return new Channel(sorted, moved, -1);
    }

    /** Whether what stands at a place belongs before what stands before it. */
    private static boolean isBefore(FrameInFlight[] packets, long[] awaited, int place) {
        int id = packets[place].id();
        int other = packets[place - 1].id();
        return id != other ? id < other : awaited[place] < awaited[place - 1];
    }
}
