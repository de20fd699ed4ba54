package io.quorate.api;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who holds a lock and who waits for it, as the nodes said when they were asked. The nodes answer one after the other, so a
 * lock that moves meanwhile may show twice or not at all.
 *
 * @param lockName the lock
 * @param holders who said that they hold it
 * @param waiters who said that they wait
 * @param votes what the voters have promised, also to nodes that do not answer
 * @param unanswered the nodes that did not answer in time
 */
public record LockDescription(
        String lockName, List<Party> holders, List<Party> waiters, List<Vote> votes, List<String> unanswered) {
    public LockDescription {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
        votes = List.copyOf(votes);
        unanswered = List.copyOf(unanswered);
    }

    /**
     * A thread or task that holds the lock or waits for it.
     *
     * @param nodeId its node
     * @param host the machine, as the node itself calls it
     * @param pid the process
     * @param label the thread that asked
     * @param mode how it holds or asks
     * @param since when it began to hold or to wait, by the clock of its own machine
     */
    public record Party(String nodeId, String host, long pid, String label, LockMode mode, Instant since) {
        @Override
        public String toString() {
            return label + " of node " + nodeId + " (process " + pid + " on " + host + ", " + mode + ", since " + since
                    + ")";
        }
    }

    /**
     * What a voter knows of a request.
     *
     * @param voter the node that votes
     * @param requester the node that asked
     * @param granted whether the requester has the vote; else it waits for it
     */
    public record Vote(String voter, String requester, boolean granted) {}

    /** Whether nobody who answered holds the lock, and no voter has promised it to anybody. */
    public boolean isFree() {
        return holders.isEmpty() && votes.stream().noneMatch(Vote::granted);
    }

    /** In sentences, for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Lock \"" + lockName + "\" ");
        text.append(holders.isEmpty() ? unheld() : "is held by " + list(holders));
        text.append(waiters.isEmpty() ? "; nobody waits" : "; waiting: " + list(waiters))
                .append('.');
        for (Vote vote : votes) {
            if (vote.granted() && !isParty(vote.requester())) {
                text.append(" Node " + vote.voter() + " has promised it to node " + vote.requester()
                        + (unanswered.contains(vote.requester())
                                ? ", which does not answer."
                                : ", which does not claim it: it keeps it for its next use until somebody else asks, has"
                                        + " just given it back, or was restarted while it had it; then it is free when the"
                                        + " lease has run out."));
            }
        }
        if (!unanswered.isEmpty()) {
            text.append(" No answer from: " + String.join(", ", unanswered) + ".");
        }
        return text.toString();
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
