package io.quorate.lab.simulate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What will happen, by virtual time; of two things at the same time, the one that was entered first comes first. A binary heap
 * in arrays: entering and taking allocate nothing but when it grows.
 */
public final class Agenda<T> {
    private static final int FIRST_CAPACITY = 256;

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
        put(size, Math.max(now, time), nextSequence++, thing);
        rise(size++);
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
        put(0, times[size], sequences[size], things[size]);
        things[size] = null;
        sink(0);
        return first;
    }

    private void put(int place, long time, long sequence, @Nullable Object thing) {
        times[place] = time;
        sequences[place] = sequence;
        things[place] = thing;
    }

    private void rise(int start) {
        int place = start;
        while (place > 0 && isBefore(place, (place - 1) / 2)) {
            swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    private void sink(int start) {
        int place = start;
        while (true) {
            int first = place;
            for (int child = 2 * place + 1; child <= 2 * place + 2 && child < size; child++) {
                if (isBefore(child, first)) {
                    first = child;
                }
            }
            if (first == place) {
                return;
            }
            swap(place, first);
            place = first;
        }
    }

    private boolean isBefore(int one, int other) {
        return times[one] != times[other] ? times[one] < times[other] : sequences[one] < sequences[other];
    }

    private void swap(int one, int other) {
        long time = times[one];
        long sequence = sequences[one];
        Object thing = things[one];
        put(one, times[other], sequences[other], things[other]);
        put(other, time, sequence, thing);
    }
}
