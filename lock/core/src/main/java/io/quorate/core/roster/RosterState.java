// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.session.LeaseTerms;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state that a node keeps on disk about rosters. It is written as a whole, before any later frame leaves (K1).
 *
 * @param key drawn with the data directory; empty if there is none
 * @param longest the longest lease that this directory was ever told, with its drift (E8): a restarted voter waits that long (S8)
 * @param floor no hold of a roster that is over had a higher fence (E7)
 * @param promised the highest ballot promised for the roster after {@link Configuration#latest()} (D3)
 * @param acceptedBallot the highest ballot accepted
 * @param accepted the roster accepted in it; null if none was
 * @param shownKeys the key that each member showed first, by number, of those whose key the roster does not name: the first roster names
 *     none. Empty for a member that has no data directory
 */
public record RosterState(
        Configuration configuration,
        String key,
        LeaseTerms longest,
        long floor,
        Ballot promised,
        Ballot acceptedBallot,
        @Nullable Roster accepted,
        Map<Integer, String> shownKeys) {

    public RosterState {
        if (acceptedBallot.isNone() != (accepted == null)) {
            throw new IllegalArgumentException("a roster is accepted in a ballot, and a ballot has a roster");
        }
        shownKeys = Collections.unmodifiableMap(new TreeMap<>(shownKeys));
    }

    /** Of a node that begins in this configuration. */
    public static RosterState beginning(Configuration configuration, String key) {
        return new RosterState(
                configuration, key, configuration.longestTerms(), 0, Ballot.NONE, Ballot.NONE, null, new TreeMap<>());
    }

    /** The node goes up (E1): promises and acceptances were about a roster that is decided now. */
    public RosterState in(Configuration next) {
        Map<Integer, String> unnamed = new TreeMap<>(shownKeys);
        unnamed.keySet().removeIf(number -> !isUnnamed(number, next));
        return new RosterState(
                next, key, longest.longer(next.longestTerms()), floor, Ballot.NONE, Ballot.NONE, null, unnamed);
    }

    public RosterState promising(Ballot ballot) {
        return new RosterState(configuration, key, longest, floor, ballot, acceptedBallot, accepted, shownKeys);
    }

    public RosterState accepting(Ballot ballot, Roster roster) {
        return new RosterState(configuration, key, longest, floor, ballot, ballot, roster, shownKeys);
    }

    /** The floor is not lower than this. */
    public RosterState withFloor(long fence) {
        return new RosterState(
                configuration, key, longest, Math.max(floor, fence), promised, acceptedBallot, accepted, shownKeys);
    }

    /**
     * The member has shown this key. The first one counts from then on: a member with another directory may have forgotten what it promised.
     * A member without a directory may get one.
     */
    public RosterState shown(int member, String shownKey) {
        String known = shownKeys.get(member);
        boolean isNews = known == null || (known.isEmpty() && !shownKey.isEmpty());
        if (!isNews || !isUnnamed(member, configuration)) {
            return this;
        }
        Map<Integer, String> more = new TreeMap<>(shownKeys);
        more.put(member, shownKey);
        return new RosterState(configuration, key, longest, floor, promised, acceptedBallot, accepted, more);
    }

    /** The key that the newest roster names for the member, or else the one it showed first; empty if there is none. */
    public String keyOf(int member) {
        for (Member each : configuration.latest().members()) {
            if (each.number() == member && !each.key().isEmpty()) {
                return each.key();
            }
        }
        return shownKeys.getOrDefault(member, "");
    }

    private static boolean isUnnamed(int number, Configuration configuration) {
        return isUnnamed(number, configuration.lower()) || isUnnamed(number, configuration.latest());
    }

    private static boolean isUnnamed(int number, Roster roster) {
        return roster.members().stream()
                .anyMatch(each -> each.number() == number && each.key().isEmpty());
    }
}
