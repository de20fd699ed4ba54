// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.Listed;
import io.quorate.core.quorum.Voters;

/**
 * Quorums that are one set, turned around the ring of voters (Luk and Wong): node i asks D + i modulo the number of voters.
 * Every two meet if each number is a difference of two members of D, a {@linkplain DifferenceCover difference cover}. For
 * every number of voters all quorums are of equal size, every node is in its own, and all nodes have equal responsibility:
 * what Maekawa's paper asks for, with the plane's size where there is a plane and about a fifth more elsewhere.
 */
public final class CyclicCover implements Listed {
    /** Maximum number of voters: the list of all quorums then takes about 60 MB. */
    private static final int VOTERS_MAX = 32_768;

    private final Coterie coterie;

    /** The cover for a number of voters; always the same one for the same number. */
    public CyclicCover(int size) {
        Voters.requireAny(size);
        if (!fits(size)) {
            throw new IllegalArgumentException("a cyclic cover lists its quorums, for " + VOTERS_MAX
                    + " voters at most; for " + size + " take one that lists none, such as grid or tree");
        }
        int[] cover = DifferenceCover.of(size);
        int[][] quorums = new int[size][];
        int[] asked = new int[size];
        for (int turn = 0; turn < size; turn++) {
            quorums[turn] = turned(cover, turn, size);
            asked[turn] = turn;
        }
        this.coterie = new Coterie(size, quorums, asked);
    }

    /** Whether there is one for this number of voters. */
    public static boolean fits(int size) {
        return size <= VOTERS_MAX;
    }

    /** In ascending order: what passes the end comes first. */
    private static int[] turned(int[] cover, int turn, int size) {
        int wrapped = cover.length;
        while (cover[wrapped - 1] + turn >= size) {
            wrapped--;
        }
        int[] quorum = new int[cover.length];
        for (int rank = 0; rank < cover.length; rank++) {
            quorum[rank] = (cover[(wrapped + rank) % cover.length] + turn) % size;
        }
        return quorum;
    }

    @Override
    public String name() {
        return "cyclic-cover";
    }

    @Override
    public int size() {
        return coterie.count();
    }

    @Override
    public Coterie coterie() {
        return coterie;
    }
}
