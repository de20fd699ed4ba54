// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;

/** The content of a picture of a quorum system: two requesters, the quorum of each, and the nodes in which the two meet. */
record TwoQuorums(QuorumSystem system, NodeId first, NodeId second, NodeSet firstQuorum, NodeSet secondQuorum) {
    /** The number of requesters that are tried for a quorum that differs well from the first one. */
    private static final int CANDIDATES_MAX = 400;

    /** The role of a node for the two requesters. */
    enum Role {
        /** Asked by neither. */
        ASIDE,
        /** Asked by the first requester only. */
        FIRST,
        /** Asked by the second requester only. */
        SECOND,
        /** Asked by both: here the one who comes later is stopped. */
        BOTH
    }

    /** The quorums of two requesters, or of one if both are the same. */
    static TwoQuorums of(QuorumSystem system, NodeId first, NodeId second) {
        NodeSet secondQuorum = first.equals(second) ? NodeSet.EMPTY : system.quorumOf(second);
        return new TwoQuorums(system, first, second, system.quorumOf(first), secondQuorum);
    }

    /** Besides the requester another one whose quorum has as little as possible in common with its own. */
    static TwoQuorums of(QuorumSystem system, NodeId requester) {
        int count = Math.min(system.size(), CANDIDATES_MAX);
        int across = (requester.index() + system.size() / 2) % system.size();
        return among(system, requester, Math.min(across, system.size() - count), count);
    }

    /** The same, where the other one is taken from a number of voters, beginning with one. */
    static TwoQuorums among(QuorumSystem system, NodeId requester, int from, int count) {
        NodeSet quorum = system.quorumOf(requester);
        NodeId best = requester;
        int least = Integer.MAX_VALUE;
        // From across on, so that the two are not neighbours if others do as well.
        int start = Math.floorMod(requester.index() - from + count / 2, count);
        for (int step = 0; step < count; step++) {
            NodeId candidate = NodeId.of(from + (start + step) % count);
            NodeSet other = system.quorumOf(candidate);
            int common = other.intersection(quorum).size() * 2 + (other.contains(requester) ? 1 : 0);
            if (!candidate.equals(requester) && common < least) {
                best = candidate;
                least = common;
            }
        }
        return of(system, requester, best);
    }

    /** Whether there is another requester besides the first. */
    boolean areTwo() {
        return !first.equals(second);
    }

    NodeSet common() {
        return firstQuorum.intersection(secondQuorum);
    }

    Role roleOf(int node) {
        if (firstQuorum.contains(node)) {
            return secondQuorum.contains(node) ? Role.BOTH : Role.FIRST;
        }
        return secondQuorum.contains(node) ? Role.SECOND : Role.ASIDE;
    }
}
