// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import java.util.Arrays;

/**
 * When the last frame of each channel arrives. Entries in the past delay nothing and are dropped when room is needed, so it takes no more
 * room than the channels with frames.
 */
public final class LastArrivals {
    private static final int FIRST_CAPACITY = 256;
    private static final long FREE = -1;

    /** Open addressing; the length is a power of two, and at most half of the places are taken. */
    private long[] channels = freePlaces(FIRST_CAPACITY);

    private long[] times = new long[FIRST_CAPACITY];
    private int size;

    private static long[] freePlaces(int count) {
        long[] places = new long[count];
        Arrays.fill(places, FREE);
        return places;
    }

    /** A frame would arrive at this time: says when it does, which is after those before it, and notes it. */
    public long push(long channel, long time, long now) {
        int place = place(channel);
        if (channels[place] == channel) {
            times[place] = Math.max(times[place], time);
            return times[place];
        }
        if (2 * size >= channels.length) {
            forgetThePast(now);
            place = place(channel);
        }
        channels[place] = channel;
        times[place] = time;
        size++;
        return time;
    }

    private int place(long channel) {
        int place = (int) ((channel * 0x9E37_79B9_7F4A_7C15L) >>> 33) & (channels.length - 1);
        while (channels[place] != channel && channels[place] != FREE) {
            place = (place + 1) & (channels.length - 1);
        }
        return place;
    }

    private void forgetThePast(long now) {
        long[] before = channels;
        long[] timesBefore = times;
        long left = Arrays.stream(times).filter(time -> time > now).count();
        int capacity = 4 * left > before.length ? 2 * before.length : before.length;
        channels = freePlaces(capacity);
        times = new long[capacity];
        size = 0;
        for (int old = 0; old < before.length; old++) {
            if (before[old] != FREE && timesBefore[old] > now) {
                int place = place(before[old]);
                channels[place] = before[old];
                times[place] = timesBefore[old];
                size++;
            }
        }
    }
}
