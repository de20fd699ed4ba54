package io.quorate.lab.check;

/** A set of 64-bit fingerprints: open addressing in one array, at most half full. */
final class Fingerprints {
    private long[] places = new long[1 << 16];
    private int count;

    /** Whether it was not there yet. */
    boolean add(long fingerprint) {
        long key = fingerprint == 0 ? 1 : fingerprint; // 0 marks a free place
        int mask = places.length - 1;
        int place = (int) (key >>> 32) & mask;
        while (places[place] != 0) {
            if (places[place] == key) {
                return false;
            }
            place = (place + 1) & mask;
        }
        places[place] = key;
        count++;
        if (count * 2L > places.length) {
            grow();
        }
        return true;
    }

    private void grow() {
        long[] old = places;
        places = new long[old.length * 2];
        int mask = places.length - 1;
        for (long key : old) {
            if (key != 0) {
                int place = (int) (key >>> 32) & mask;
                while (places[place] != 0) {
                    place = (place + 1) & mask;
                }
                places[place] = key;
            }
        }
    }

    /** Mixes a row of numbers so that any two different rows differ in about half of the bits. */
    static long of(int[] row) {
        long hash = 0x243F6A8885A308D3L;
        for (int number : row) {
            hash = (hash ^ number) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        hash *= 0xBF58476D1CE4E5B9L;
        return hash ^ (hash >>> 32);
    }
}
