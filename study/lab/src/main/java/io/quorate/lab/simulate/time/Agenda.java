// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.time;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The future events, by virtual time. Of two at the same time, the one that was entered first comes first. A heap in arrays,
 * in which each place has four below it, so that a large one is not deep: entering and taking allocate nothing but when it grows.
 */
public final class Agenda<T> {
    private static final int FIRST_CAPACITY = 256;
    private static final int BELOW = 4;

    private long[] times = new long[FIRST_CAPACITY];
    private long[] sequences = new long[FIRST_CAPACITY];
    private @Nullable Object[] things = new Object[FIRST_CAPACITY];
    private int size;
    private long nextSequence;
    private long now;

    /** The time of what was taken last. */
    public long now() {
        return now;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    /** Enters something that will happen, at the earliest now. */
    public void enter(long time, T thing) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            sequences = Arrays.copyOf(sequences, size * 2);
            things = Arrays.copyOf(things, size * 2);
        }
        long later = Math.max(now, time);
        int place = size++;
        while (place > 0 && later < times[above(place)]) { // at the same time, what is above was entered before
            move(above(place), place);
            place = above(place);
        }
        put(place, later, nextSequence++, thing);
    }

    /** Takes what happens next, and makes its time the present. */
    @SuppressWarnings("unchecked") // only a T is ever put in
    @Nullable
    public T take() {
        if (size == 0) {
            return null;
        }
        T first = (T) things[0];
        now = times[0];
        size--;
        settleLast();
        things[size] = null;
        return first;
    }

    /** The first place is free: what is behind the others gets it, or one below it. */
    private void settleLast() {
        int place = 0;
        for (int below = firstBelow(place); below >= 0; below = firstBelow(place)) {
            if (!isBefore(below, size)) {
                break;
            }
            move(below, place);
            place = below;
        }
        move(size, place);
    }

    /** Of those below a place, the one that comes first; -1 if there is none. */
    private int firstBelow(int place) {
        int first = BELOW * place + 1;
        if (first >= size) {
            return -1;
        }
        int end = Math.min(first + BELOW, size);
        for (int other = first + 1; other < end; other++) {
            if (isBefore(other, first)) {
                first = other;
            }
        }
        return first;
    }

    private static int above(int place) {
        return (place - 1) / BELOW;
    }

    private void move(int from, int to) {
        put(to, times[from], sequences[from], things[from]);
    }

    private void put(int place, long time, long sequence, @Nullable Object thing) {
        times[place] = time;
        sequences[place] = sequence;
        things[place] = thing;
    }

    private boolean isBefore(int one, int other) {
        return times[one] != times[other] ? times[one] < times[other] : sequences[one] < sequences[other];
    }
}
