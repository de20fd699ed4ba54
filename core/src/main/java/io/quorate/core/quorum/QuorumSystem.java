package io.quorate.core.quorum;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.Optional;

/**
 * A rule that says which sets of voters are quorums. Every two quorums have a node in common: all exclusion rests on that.
 * The voters are the nodes with index 0 to {@code size() - 1}; a requester may be any node, a voter or not.
 */
public interface QuorumSystem {
    /** How it is called in configuration and reports, as in {@code majority}. */
    String name();

    /** The number of voters. */
    int size();

    /** The quorum that this requester asks when nothing is known to be wrong; with the requester in it where possible. */
    NodeSet quorumOf(NodeId requester);

    /** A quorum without any of the suspected nodes, if there is one. */
    Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected);

    /** Whether these nodes contain a quorum. */
    boolean isQuorum(NodeSet nodes);
}
