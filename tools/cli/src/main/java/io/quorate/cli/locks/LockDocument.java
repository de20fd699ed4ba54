// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.api.LockDescription;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A lock as it is printed with {@code --json}.
 *
 * @param guests those of the nodes named here that are guests, and have no vote
 * @param keptBy nodes that keep the lock at hand, and give it up when anybody wants it
 */
record LockDocument(
        String lock,
        boolean free,
        List<Party> holders,
        List<Party> waiters,
        List<Vote> votes,
        List<String> keptBy,
        List<String> unanswered,
        List<String> slow,
        List<String> guests) {

    /**
     * A holder or waiter.
     *
     * @param since in UTC
     * @param fence in letters, because it is longer than what many readers of JSON take for a number; null for a waiter
     * @param validForMillis null where no lease applies
     * @param spareVotes whether it holds by more votes than it needs
     */
    record Party(
            String node,
            boolean guest,
            String host,
            long pid,
            String label,
            String mode,
            String since,
            @Nullable String fence,
            @Nullable Long validForMillis,
            boolean spareVotes) {
        static Party of(LockDescription.Party party) {
            return new Party(
                    party.nodeId(),
                    party.isGuest(),
                    party.host(),
                    party.pid(),
                    party.label(),
                    party.mode().name().toLowerCase(Locale.ROOT),
                    party.since().toString(),
                    party.fence() == 0 ? null : Long.toString(party.fence()),
                    party.validFor() == null ? null : party.validFor().toMillis(),
                    party.hasSpareVotes());
        }
    }

    /** A vote that a voter has given, or will be asked for next. */
    record Vote(String voter, String requester, boolean granted) {}

    static LockDocument of(LockDescription lock) {
        return new LockDocument(
                lock.lockName(),
                lock.isFree(),
                lock.holders().stream().map(Party::of).toList(),
                lock.waiters().stream().map(Party::of).toList(),
                lock.votes().stream()
                        .map(vote -> new Vote(vote.voter(), vote.requester(), vote.granted()))
                        .toList(),
                lock.keepers(),
                lock.unanswered(),
                lock.slow(),
                lock.guests());
    }
}
