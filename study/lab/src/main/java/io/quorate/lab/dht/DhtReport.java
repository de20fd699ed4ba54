// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The outcome of an experiment. */
public record DhtReport(DhtExperiment experiment, Messages messages, Entries entries, LoadSpread load) {
    /**
     * The messages sent. A message that is routed counts once for each link.
     *
     * @param ofLocks all that the protocol says, but no reminders
     * @param ifAllRouted as many, but if whatever is for a replica were routed to it, as in the paper; here that is so only until it is
     *     known where the replica is
     * @param hops those of them that were on their way to the owner of a key
     * @param reminders messages of replicas to the owner of their vote that it still has it, in case its Release is lost
     * @param ofSessions frames without a message: keep-alives of sessions, and their confirmations
     * @param upkeep what keeps the overlay together
     * @param byKind those of locks
     * @param byTimer those of locks that were sent because a timer had run out
     */
    public record Messages(
            long ofLocks,
            long ifAllRouted,
            long hops,
            long reminders,
            long ofSessions,
            long upkeep,
            long frames,
            long bytes,
            Map<String, Long> byKind,
            Map<String, Long> byTimer) {
        public Messages {
            byKind = Collections.unmodifiableMap(new TreeMap<>(byKind));
            byTimer = Collections.unmodifiableMap(new TreeMap<>(byTimer));
        }

        /** With reminders and keep-alives of sessions. */
        public long withSessions() {
            return ofLocks + reminders + ofSessions;
        }
    }

    /**
     * The outcome of the requests.
     *
     * @param lost holds that ended because too few replicas confirmed them any more
     * @param waiting requests that still waited at the end
     * @param held holds that were still there at the end
     * @param violations grants while another held the lock, and fences that did not rise: there must be none
     * @param waitedNanos for how long those that were granted had waited, together
     */
    public record Entries(
            long requested,
            long granted,
            long released,
            long lost,
            long waiting,
            long held,
            long violations,
            long waitedNanos) {}

    public double messagesPerEntry() {
        return (double) messages.ofLocks() / Math.max(1, entries.granted());
    }

    /** In rounds. */
    public double meanWait() {
        return (double) entries.waitedNanos()
                / Math.max(1, entries.granted())
                / experiment.times().round().toNanos();
    }
}
