// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check.store;

/** A map of 64-bit fingerprints to numbers: open addressing in two arrays, at most half full. */
public final class Fingerprints {
    private static final int CAPACITY_AT_FIRST = 1 << 16;

    private long[] places = new long[CAPACITY_AT_FIRST];

    /** Empty if nobody asks for numbers. */
    private int[] numbers;

    private int count;

    private Fingerprints(boolean numbered) {
        this.numbers = new int[numbered ? CAPACITY_AT_FIRST : 0];
    }

    /** Those that only say what is new. */
    public static Fingerprints unnumbered() {
        return new Fingerprints(false);
    }

    /** Those that also say as which number a fingerprint was added. */
    public static Fingerprints numbered() {
        return new Fingerprints(true);
    }

    /** Adds it, if it was not there yet, with this number, and says -1; else says the number that it was added with, or 0 if none are kept. */
    public int add(long fingerprint, int number) {
        long key = fingerprint == 0 ? 1 : fingerprint; // 0 marks a free place
        int mask = places.length - 1;
        int place = (int) (key >>> 32) & mask;
        while (places[place] != 0) {
            if (places[place] == key) {
                return numbers.length == 0 ? 0 : numbers[place];
            }
            place = (place + 1) & mask;
        }
        put(place, key, number);
        count++;
        if (count * 2L > places.length) {
            grow();
        }
        return -1;
    }

    private void put(int place, long key, int number) {
        places[place] = key;
        if (numbers.length > 0) {
            numbers[place] = number;
        }
    }

    private void grow() {
        long[] old = places;
        int[] oldNumbers = numbers;
        places = new long[old.length * 2];
        numbers = new int[oldNumbers.length * 2];
        int mask = places.length - 1;
        for (int from = 0; from < old.length; from++) {
            long key = old[from];
            if (key != 0) {
                int place = (int) (key >>> 32) & mask;
                while (places[place] != 0) {
                    place = (place + 1) & mask;
                }
                put(place, key, oldNumbers.length == 0 ? 0 : oldNumbers[from]);
            }
        }
    }

    /** Mixes a row of numbers so that any two different rows differ in about half of the bits. */
    public static long of(int[] row) {
        long hash = 0x243F6A8885A308D3L;
        for (int number : row) {
            hash = (hash ^ number) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        hash *= 0xBF58476D1CE4E5B9L;
        return hash ^ (hash >>> 32);
    }
}
