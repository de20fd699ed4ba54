// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.Mixing;

/**
 * Another order of the voters: who plays which part. The orders are shuffled, each from its number, so that over all of them
 * each part falls on each voter, and each two on each two, about equally often: that is what spreads load evenly.
 */
public final class Numbering {
    /** This number for each pair of voters is enough for a load that is even to a few percent; */
    private static final int EACH_PAIR = 64;

    /** but never more than these, */
    private static final int MOST = 1 << 14;

    /** but all together have at most this number of entries, for they are kept. */
    private static final int ENTRIES_MAX = 1 << 21;

    /** However many voters there are, locks differ in their orders. */
    private static final int LEAST = 64;

    private final int[] voters;
    private final int[] parts;

    private Numbering(int[] voters) {
        this.voters = voters;
        this.parts = new int[voters.length];
        for (int part = 0; part < voters.length; part++) {
            parts[voters[part]] = part;
        }
    }

    /** The number of numberings of a number of voters. */
    static int count(int size) {
        if (size == 1) {
            return 1;
        }
        long enough = Math.min(MOST, (long) EACH_PAIR * size * size);
        return (int) Math.max(LEAST, Math.min(enough, ENTRIES_MAX / size));
    }

    /**
     * One of the numberings; the one with number 0 leaves everybody in place. The result is the same on every machine and must stay the
     * same in every version, since nodes choose the voters by it.
     */
    public static Numbering of(int size, int which) {
        if (which < 0 || which >= count(size)) {
            throw new IllegalArgumentException(
                    "there are " + count(size) + " numberings of " + size + " voters, counted from 0; not " + which);
        }
        int[] voters = new int[size];
        for (int part = 0; part < size; part++) {
            voters[part] = part;
        }
        for (int part = size - 1; part > 0 && which > 0; part--) {
            int other = (int) Long.remainderUnsigned(Mixing.mixed(((long) which << 32) + part), part + 1);
            int voter = voters[part];
            voters[part] = voters[other];
            voters[other] = voter;
        }
        return new Numbering(voters);
    }

    /** The voter that plays a part. */
    public int voter(int part) {
        return voters[part];
    }

    /** The part that a voter plays. */
    int part(int voter) {
        return parts[voter];
    }
}
