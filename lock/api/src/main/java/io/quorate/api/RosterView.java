// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.List;

/**
 * A snapshot of the roster of a cluster, as one node knows it ({@link Locks#roster()}): the members, their quorum system and their lease.
 * Later versions may add methods.
 */
public interface RosterView {
    /** {@return the number of the newest roster: 0 for the first list of members, and one more with each change} */
    long epoch();

    /** {@return a number that rises by two with each change; it is odd while a change is under way} */
    int configuration();

    /** {@return whether the roster is changing: for about one lease after the decision, locks need a quorum of both rosters} */
    boolean isChanging();

    /** {@return whether this node keeps the roster in a data directory; without one it follows changes, but does not decide them} */
    boolean isKept();

    /** {@return the members, of both rosters while the roster changes, in the order in which they joined} */
    List<Member> members();

    /** {@return the quorum system of the newest roster, as in {@code majority}} */
    String quorums();

    /** {@return the lease of the newest roster} */
    Duration lease();

    /** {@return a decision that is under way here, in words; empty if there is none} */
    String decision();

    /** A member, as this node sees it. Later versions may tell more. */
    interface Member {
        /** {@return the id of the member} */
        String id();

        /** {@return its address, as {@code host:port}} */
        String address();

        /** {@return whether it has a vote} */
        boolean votes();

        /** {@return whether a change adds it, removes it, or keeps it} */
        Stage stage();

        /** {@return whether it is the node that was asked} */
        boolean isSelf();

        /** {@return whether the node that was asked is connected with it; true for that node itself} */
        boolean isConnected();

        /** {@return whether this member is known to know of a change that is under way; true if there is none} */
        boolean hasHeard();
    }

    /** The part that a member has in a change. */
    enum Stage {
        /** In the newest roster only. */
        JOINING,
        /** In every roster that counts now. */
        MEMBER,
        /** Not in the newest roster. */
        LEAVING
    }
}
