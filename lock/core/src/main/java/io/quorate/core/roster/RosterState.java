package io.quorate.core.roster;

import io.quorate.core.session.LeaseTerms;
import org.jspecify.annotations.Nullable;

/**
 * What a node keeps on disk about rosters. It is written as a whole, before any later frame leaves (K1).
 *
 * @param key drawn with the data directory; empty if there is none
 * @param longest the longest lease that this directory was ever told, with its drift (E8): a restarted voter waits that long (S8)
 * @param floor no hold of a roster that is over had a higher fence (E7)
 * @param promised the highest ballot promised for the roster after {@link Configuration#latest()} (D3)
 * @param acceptedBallot the highest ballot accepted
 * @param accepted the roster accepted in it; null if none was
 */
public record RosterState(
        Configuration configuration,
        String key,
        LeaseTerms longest,
        long floor,
        Ballot promised,
        Ballot acceptedBallot,
        @Nullable Roster accepted) {

    public RosterState {
        if (acceptedBallot.isNone() != (accepted == null)) {
            throw new IllegalArgumentException("a roster is accepted in a ballot, and a ballot has a roster");
        }
    }

    /** Of a node that begins in this configuration. */
    public static RosterState beginning(Configuration configuration, String key) {
        return new RosterState(configuration, key, configuration.longestTerms(), 0, Ballot.NONE, Ballot.NONE, null);
    }

    /** The node goes up (E1): promises and acceptances were about a roster that is decided now. */
    public RosterState in(Configuration next) {
        return new RosterState(next, key, longest.longer(next.longestTerms()), floor, Ballot.NONE, Ballot.NONE, null);
    }

    public RosterState promising(Ballot ballot) {
        return new RosterState(configuration, key, longest, floor, ballot, acceptedBallot, accepted);
    }

    public RosterState accepting(Ballot ballot, Roster roster) {
        return new RosterState(configuration, key, longest, floor, ballot, ballot, roster);
    }

    /** The floor is not lower than this. */
    public RosterState withFloor(long fence) {
        return new RosterState(configuration, key, longest, Math.max(floor, fence), promised, acceptedBallot, accepted);
    }
}
