// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.rosters;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import java.util.Optional;

/** The quorums of a lock while the roster changes (E2): a quorum of the lower roster together with one of the upper. */
public final class Joint implements QuorumSystem {
    private final QuorumSystem lower;
    private final QuorumSystem upper;
    private final NodeSet voters;

    public Joint(QuorumSystem lower, QuorumSystem upper) {
        this.lower = lower;
        this.upper = upper;
        this.voters = lower.voters().union(upper.voters());
    }

    public QuorumSystem lower() {
        return lower;
    }

    public QuorumSystem upper() {
        return upper;
    }

    @Override
    public String name() {
        return lower.name() + " and " + upper.name();
    }

    @Override
    public int size() {
        return voters.size();
    }

    @Override
    public NodeSet voters() {
        return voters;
    }

    @Override
    public NodeSet quorumOf(NodeId requester) {
        return lower.quorumOf(lower.seatOf(requester)).union(upper.quorumOf(upper.seatOf(requester)));
    }

    @Override
    public Optional<NodeSet> quorumAvoiding(NodeId requester, NodeSet suspected) {
        Optional<NodeSet> below = lower.quorumAvoiding(lower.seatOf(requester), suspected);
        return below.flatMap(quorum ->
                upper.quorumAvoiding(upper.seatOf(requester), suspected).map(quorum::union));
    }

    @Override
    public boolean isQuorum(NodeSet nodes) {
        return lower.isQuorum(nodes) && upper.isQuorum(nodes);
    }

    /** The name of a lock has chosen a variant of each roster before they are joined. */
    @Override
    public int variants() {
        return 1;
    }

    @Override
    public QuorumSystem variant(int which) {
        return this;
    }
}
