// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import java.util.Arrays;

/** Numbers byte strings: equal ones get the same number, new ones the next. */
final class ByteTable {
    private static final int FIRST_CAPACITY = 1 << 10;

    private byte[][] keys = new byte[FIRST_CAPACITY][];

    /** Number plus one of the key that landed here, 0 where there is none; at most half full. */
    private int[] places = new int[FIRST_CAPACITY * 2];

    private int count;

    int count() {
        return count;
    }

    /** The number of the first {@code length} bytes; if they are new it equals the {@link #count()} before the call. */
    int number(byte[] bytes, int length) {
        int mask = places.length - 1;
        int place = hash(bytes, length) & mask;
        while (places[place] != 0) {
            byte[] known = keys[places[place] - 1];
            if (Arrays.equals(known, 0, known.length, bytes, 0, length)) {
                return places[place] - 1;
            }
            place = (place + 1) & mask;
        }
        if (count == keys.length) {
            grow();
            return number(bytes, length);
        }
        keys[count] = Arrays.copyOf(bytes, length);
        places[place] = ++count;
        return count - 1;
    }

    private void grow() {
        keys = Arrays.copyOf(keys, count * 2);
        places = new int[count * 4];
        int mask = places.length - 1;
        for (int number = 0; number < count; number++) {
            int place = hash(keys[number], keys[number].length) & mask;
            while (places[place] != 0) {
                place = (place + 1) & mask;
            }
            places[place] = number + 1;
        }
    }

    private static int hash(byte[] bytes, int length) {
        long hash = length;
        for (int place = 0; place < length; place++) {
            hash = (hash ^ bytes[place]) * 0x9E3779B97F4A7C15L;
        }
        return (int) (hash >>> 32);
    }
}
