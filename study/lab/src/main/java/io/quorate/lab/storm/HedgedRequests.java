// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.lock.Message;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts hedged requests (H2): a waiter asks a further voter, later than it began, while one that it asked before is slow. Goes by what
 * messages say of themselves, since the classes of a mutant are others.
 */
final class HedgedRequests {
    private final EventCounts counts;
    private final Map<Requester, Asked> live = new LinkedHashMap<>();

    private record Requester(NodeId node, LockName lock) {}

    private static final class Asked {
        private final String stamp;
        private final long turn;
        private NodeSet voters = NodeSet.EMPTY;

        Asked(String stamp, long turn) {
            this.stamp = stamp;
            this.turn = turn;
        }
    }

    HedgedRequests(EventCounts counts) {
        this.counts = counts;
    }

    /** The node, to which these are slow, sends this in a turn. */
    void sent(NodeId from, NodeId to, LockName lock, Message message, NodeSet slow, long turn) {
        if (!message.kind().equals("Request")) {
            return;
        }
        String[] words = message.toString().split(" ");
        Requester requester = new Requester(from, lock);
        Asked asked = live.get(requester);
        if (asked == null || !asked.stamp.equals(words[1])) {
            asked = new Asked(words[1], turn);
            live.put(requester, asked);
        }
        boolean isFurther = turn > asked.turn && !asked.voters.contains(to);
        boolean holds = words[words.length - 1].equals("holding");
        if (isFurther && !holds && asked.voters.intersects(slow)) {
            counts.count("hedged requests");
        }
        asked.voters = asked.voters.with(to);
    }
}
