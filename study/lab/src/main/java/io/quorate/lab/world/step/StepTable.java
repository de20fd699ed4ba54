// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import org.jspecify.annotations.Nullable;

/** Remembers one thing for each pair of a number and a longer number. */
final class StepTable<T> {
    private static final int FIRST_CAPACITY = 1 << 12;

    private int[] numbers = new int[FIRST_CAPACITY];
    private long[] details = new long[FIRST_CAPACITY];
    private @Nullable Object[] things = new @Nullable Object[FIRST_CAPACITY];
    private int count;

    @SuppressWarnings("unchecked") // only put() writes, and it takes a T
    @Nullable
    T get(int number, long detail) {
        int place = place(number, detail);
        return (T) things[place];
    }

    void put(int number, long detail, T thing) {
        if (count * 2 >= things.length) {
            grow();
        }
        int place = place(number, detail);
        numbers[place] = number;
        details[place] = detail;
        things[place] = thing;
        count++;
    }

    /** Where the pair stands, or else the free place where it belongs. */
    private int place(int number, long detail) {
        int mask = things.length - 1;
        long hash = (detail * 0x9E3779B97F4A7C15L) ^ (number * 0xC2B2AE3D27D4EB4FL);
        int place = (int) (hash >>> 32 ^ hash >>> 13) & mask;
        while (things[place] != null && (numbers[place] != number || details[place] != detail)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void grow() {
        int[] oldNumbers = numbers;
        long[] oldDetails = details;
        @Nullable Object[] oldThings = things;
        int capacity = oldThings.length * 2;
        numbers = new int[capacity];
        details = new long[capacity];
        things = new @Nullable Object[capacity];
        for (int old = 0; old < oldThings.length; old++) {
            if (oldThings[old] != null) {
                int place = place(oldNumbers[old], oldDetails[old]);
                numbers[place] = oldNumbers[old];
                details[place] = oldDetails[old];
                things[place] = oldThings[old];
            }
        }
    }
}
