// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

/**
 * Sets of numbers modulo n such that every number modulo n is the difference of two members; 0 is always a member. The
 * difference d covers n - d too, so what counts are the differences up to half of n.
 */
final class DifferenceCover {
    /** Up to here the smallest cover there is is found by search, in some hundredths of a second. */
    static final int SEARCHED_MAX = 65;

    private DifferenceCover() {}

    /** A small cover modulo this number, in ascending order; always the same one. */
    static int[] of(int modulus) {
        if (modulus <= SEARCHED_MAX) {
            return smallest(modulus);
        }
        return SingerSet.fits(modulus) ? SingerSet.of(modulus) : ruler(modulus / 2);
    }

    private static int[] smallest(int modulus) {
        int size = 1;
        while (size * (size - 1) + 1 < modulus) { // fewer members have too few differences
            size++;
        }
        Search search = new Search(modulus, size);
        while (!search.succeeds()) {
            size++;
            search = new Search(modulus, size);
        }
        return search.members;
    }

    /** Looks at all covers of one size that begin with 0 and 1: since 1 is a difference, every cover can be turned so. */
    private static final class Search {
        private final int modulus;
        private final int[] members;

        Search(int modulus, int size) {
            this.modulus = modulus;
            this.members = new int[size];
        }

        boolean succeeds() {
            if (modulus == 1) {
                return true;
            }
            members[1] = 1;
            return completes(2, 1L << 1);
        }

        /**
         * Whether more members can follow so that all is covered.
         *
         * @param covered the differences covered so far, as bits
         */
        private boolean completes(int count, long covered) {
            int missing = modulus / 2 - Long.bitCount(covered);
            int left = members.length - count;
            if (left == 0 || missing == 0) {
                return missing == 0;
            }
            if (left * count + left * (left - 1) / 2 < missing) { // each pair with a new member covers one at most
                return false;
            }
            for (int next = members[count - 1] + 1; next <= modulus - left; next++) {
                members[count] = next;
                long more = covered;
                for (int before = 0; before < count; before++) {
                    int difference = next - members[before];
                    more |= 1L << Math.min(difference, modulus - difference);
                }
                if (completes(count + 1, more)) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * Marks of a ruler that measures every length up to this one (Wichmann 1963), with about the square root of three times
     * the length as marks. A ruler for half of a number is a cover modulo that number (Colbourn and Ling 2000).
     */
    private static int[] ruler(int length) {
        int bestRepeats = 0;
        int fewest = Integer.MAX_VALUE;
        for (int repeats = 0; marks(repeats, 0) < fewest; repeats++) {
            int marks = marks(repeats, middles(repeats, length));
            if (marks < fewest) {
                fewest = marks;
                bestRepeats = repeats;
            }
        }
        return ruler(bestRepeats, middles(bestRepeats, length));
    }

    private static int marks(int repeats, int middles) {
        return 4 * repeats + middles + 3;
    }

    /** How many middle steps it takes to make the ruler long enough. */
    private static int middles(int repeats, int length) {
        int withoutMiddles = 4 * repeats * (repeats + 2) + 3;
        int step = 4 * repeats + 3;
        return Math.max(0, (length - withoutMiddles + step - 1) / step);
    }

    /** For r repeats, the steps are 1 (r times), r+1, 2r+1 (r times), 4r+3 (the middles), 2r+2 (r+1 times), 1 (r times). */
    private static int[] ruler(int repeats, int middles) {
        int[] marks = new int[marks(repeats, middles)]; // the first mark is 0
        int last = extend(marks, 0, repeats, 1);
        last = extend(marks, last, 1, repeats + 1);
        last = extend(marks, last, repeats, 2 * repeats + 1);
        last = extend(marks, last, middles, 4 * repeats + 3);
        last = extend(marks, last, repeats + 1, 2 * repeats + 2);
        extend(marks, last, repeats, 1);
        return marks;
    }

    private static int extend(int[] marks, int last, int count, int step) {
        for (int rank = last + 1; rank <= last + count; rank++) {
            marks[rank] = marks[rank - 1] + step;
        }
        return last + count;
    }
}
