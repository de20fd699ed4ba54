// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.Optional;

/**
 * A rule that says which sets of voters are quorums. Every two quorums have a node in common: all exclusion rests on that.
 * The voters are the nodes with index 0 to {@code size() - 1}, or others if {@link #voters()} says so; a requester may be any node, a
 * voter or not.
 */
public interface QuorumSystem {
    /**
     * How it is written in configuration and reports, as in {@code majority} or {@code tree:3}. Together with the number of
     * voters it says all: nodes that agree on both have the same quorums.
     */
    String name();

    /** The number of voters. */
    int size();

    /** All who vote. A number below {@link #size()} makes nobody a voter: a roster that has changed leaves gaps. */
    default NodeSet voters() {
        return NodeSet.first(size());
    }

    /** The requester itself, if it votes; else the voter whose quorums it takes, which differs from one to the other. */
    default NodeId seatOf(NodeId requester) {
        NodeSet voters = voters();
        if (voters.contains(requester)) {
            return requester;
        }
        int index = voters.next(0);
        for (int left = requester.index() % size(); left > 0; left--) {
            index = voters.next(index + 1);
        }
        return NodeId.of(index);
    }

    /** The quorum that this requester asks when nothing is known to be wrong; with the requester in it where possible. */
    NodeSet quorumOf(NodeId requester);

    /** A quorum without any of the suspected nodes; empty only if there is none. */
    Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected);

    /** Whether these nodes contain a quorum. */
    boolean isQuorum(NodeSet nodes);

    /**
     * The parent of a voter, where the construction puts all voters into one tree; empty for the root, and for all voters where there is no
     * tree.
     */
    default Optional<NodeId> fatherOf(NodeId voter) {
        return Optional.empty();
    }

    /** In how many variants locks can use the system; see {@link #variant}. */
    default int variants() {
        return Numbering.count(size());
    }

    /**
     * The same system as some of the locks use it, so that the load of many locks spreads over the voters. All nodes must take
     * the same variant for the same lock: quorums of two variants need not meet. Here a variant gives the voters other
     * numbers; constructions in which voters are not alike answer otherwise. Variant 0 is the system itself.
     */
    default QuorumSystem variant(int which) {
        return which == 0 ? this : new Renumbered(this, Numbering.of(size(), which));
    }
}
