// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.model.NodeId;

/**
 * One attempt to decide the next roster (D3). Ordered by round, then by proposer.
 *
 * @param round 0 for no ballot at all
 * @param number the proposer
 * @param start the start of the proposer, so that a restarted proposer never uses a ballot again
 */
public record Ballot(long round, int number, long start) implements Comparable<Ballot> {
    /** Below every ballot. */
    public static final Ballot NONE = new Ballot(0, 0, 0);

    public Ballot {
        if (round < 0 || number < 0 || number > NodeId.INDEX_MAX || start < 0) {
            throw new IllegalArgumentException(
                    "no ballot has round " + round + ", number " + number + ", start " + start);
        }
    }

    public boolean isNone() {
        return round == 0;
    }

    @Override
    public int compareTo(Ballot other) {
        int byRound = Long.compare(round, other.round);
        int byNumber = byRound != 0 ? byRound : Integer.compare(number, other.number);
        return byNumber != 0 ? byNumber : Long.compare(start, other.start);
    }
}
