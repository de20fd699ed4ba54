package io.quorate.cli.lab;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;

/** How many messages a hold of the quorum lock costs by theory; the vote of the node itself costs none. */
public record MessageCost(int quorumSize) {
    public static MessageCost of(QuorumSystem quorums) {
        return new MessageCost(quorums.quorumOf(NodeId.of(0)).size());
    }

    /** Request, Grant and Release with each other member of the quorum. */
    public int alone() {
        return 3 * (quorumSize - 1);
    }

    /** With contention also Queued, and an Inquire, a Relinquish and a second Grant for somebody who gives way. */
    public int bound() {
        return 7 * (quorumSize - 1);
    }

    /** How many other nodes a request goes to. */
    int othersAsked() {
        return quorumSize - 1;
    }

    /** Whether votes of other nodes are needed at all. */
    public boolean needsOthers() {
        return quorumSize > 1;
    }
}
