// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.api.LockDescription;
import io.quorate.api.LockListing;
import io.quorate.api.LockMode;
import io.quorate.api.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The answers of the nodes about one lock. */
public record DescribedLock(
        String lockName,
        List<Party> holders,
        List<Party> waiters,
        List<Vote> votes,
        List<String> keepers,
        List<String> unanswered,
        List<String> slow,
        List<String> guests)
        implements LockDescription {
    public DescribedLock {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
        votes = List.copyOf(votes);
        keepers = List.copyOf(keepers);
        unanswered = List.copyOf(unanswered);
        slow = List.copyOf(slow);
        guests = List.copyOf(guests);
    }

    /** A claim of a node. */
    record DescribedParty(
            String nodeId,
            boolean isGuest,
            String host,
            long pid,
            String label,
            LockMode mode,
            Instant since,
            long fence,
            @Nullable Duration validFor,
            boolean hasSpareVotes)
            implements Party {
        @Override
        public String toString() {
            return Printable.of(label) + (isGuest ? " of guest " : " of node ") + Printable.of(nodeId) + " (process "
                    + pid + " on " + host + ", " + mode + ", since " + since
                    + (fence == 0 ? "" : ", fence " + fence)
                    + (validFor == null ? "" : ", valid for another " + validFor.toMillis() + " ms")
                    + (hasSpareVotes ? ", with spare votes" : "")
                    + ")";
        }
    }

    /** A request at a voter. */
    public record DescribedVote(String voter, String requester, boolean granted) implements Vote {}

    /** The answers about several locks. */
    record Listing(List<LockDescription> locks, boolean isCut, List<String> unanswered) implements LockListing {
        Listing {
            locks = List.copyOf(locks);
            unanswered = List.copyOf(unanswered);
        }
    }

    /** In sentences, for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Lock \"" + lockName + "\" ");
        text.append(holders.isEmpty() ? unheld() : "is held by " + list(holders));
        text.append(waiters.isEmpty() ? "; nobody waits" : "; waiting: " + list(waiters))
                .append('.');
        for (String keeper : keepers) {
            text.append((guests.contains(keeper) ? " Guest " : " Node ") + keeper
                    + " keeps it for its next use, and gives it up when another node wants it.");
        }
        for (Vote vote : votes) {
            if (vote.granted() && !isParty(vote.requester()) && !keepers.contains(vote.requester())) {
                text.append(" Node " + vote.voter() + " has promised it to "
                        + (guests.contains(vote.requester()) ? "guest " : "node ") + vote.requester()
                        + (unanswered.contains(vote.requester())
                                ? ", which does not answer: if it is gone, that ends with its lease."
                                : ", which does not claim it: it has just given it back, or was restarted while it had it,"
                                        + " and then that ends with its lease."));
            }
        }
        if (!unanswered.isEmpty()) {
            text.append(" No answer from: " + String.join(", ", unanswered) + ".");
        }
        if (!slow.isEmpty()) {
            text.append(" Slow to answer: " + String.join(", ", slow) + ".");
        }
        return Printable.of(text.toString());
    }

    private String unheld() {
        if (!unanswered.isEmpty()) {
            return "is held by nobody who answered";
        }
        return isFree() ? "is free" : "is held by nobody";
    }

    private boolean isParty(String nodeId) {
        return Stream.concat(holders.stream(), waiters.stream())
                .anyMatch(party -> party.nodeId().equals(nodeId));
    }

    private static String list(List<Party> parties) {
        return String.join(", ", parties.stream().map(Party::toString).toList());
    }
}
