// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import org.jspecify.annotations.Nullable;

/** The messages between nodes about rosters. It belongs to no lock. */
public sealed interface RosterMessage {
    /** To each node that is behind, and to all members when a roster is decided. */
    record News(Configuration configuration) implements RosterMessage {}

    /** A proposer wants to know who is there (D6). */
    record Hail() implements RosterMessage {}

    /** The answer: this node is there, and this is the key of its data directory. */
    record Here(String key) implements RosterMessage {}

    /** D3: promise to accept no lower ballot for the roster of this epoch. */
    record Prepare(long epoch, Ballot ballot) implements RosterMessage {}

    /**
     * The answer to Prepare.
     *
     * @param promised the ballot itself; or a higher one, and then nothing was promised
     * @param accepted the roster that was accepted in {@code acceptedBallot}; null if none was
     */
    record Promise(
            long epoch,
            Ballot ballot,
            Ballot promised,
            Ballot acceptedBallot,
            @Nullable Roster accepted) implements RosterMessage {}

    /** D3: accept this roster in this ballot. */
    record Accept(Ballot ballot, Roster roster) implements RosterMessage {}

    /** The answer to Accept. */
    record Accepted(long epoch, Ballot ballot) implements RosterMessage {}
}
