// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kit;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import java.util.Optional;

/**
 * The budget of a protocol whose requests go to a known set of nodes: a number of messages for each other node that is asked.
 *
 * @param asked the nodes that a request goes to
 * @param alone messages for each of them if nobody else wants the lock
 * @param contended the most messages for each of them under contention, on average
 */
public record EntryCost(Asked asked, int alone, int contended) implements MessageBudget {
    /** The nodes that a request goes to. */
    public enum Asked {
        /** The other members of a quorum. */
        QUORUM,
        /** All other nodes. */
        EVERYBODY
    }

    /** The budget of a protocol that asks a quorum. */
    public static EntryCost ofQuorum(int alone, int contended) {
        return new EntryCost(Asked.QUORUM, alone, contended);
    }

    /** The budget of a protocol that asks all other nodes, whose entries all cost the same. */
    public static EntryCost ofEverybody(int always) {
        return new EntryCost(Asked.EVERYBODY, always, always);
    }

    /** Whether contention adds nothing. */
    public boolean isAlwaysTheSame() {
        return alone == contended;
    }

    @Override
    public Optional<EntryCost> forEachAsked() {
        return Optional.of(this);
    }

    @Override
    public Range alone(QuorumSystem quorums, int nodes) {
        return Range.exactly(alone * othersAsked(quorums, nodes));
    }

    /** Exact where all nodes ask as many others; else nodes that enter more often than others shift the average. */
    @Override
    public Range contended(QuorumSystem quorums, int nodes) {
        double most = contended * othersAsked(quorums, nodes);
        return asked == Asked.EVERYBODY && isAlwaysTheSame() ? Range.exactly(most) : Range.atMost(most);
    }

    /** How many other nodes a request goes to, on average over the nodes. */
    static double othersAsked(QuorumSystem quorums, int nodes) {
        double others = 0;
        for (int index = 0; index < nodes; index++) {
            NodeId node = NodeId.of(index);
            others += quorums.quorumOf(node).without(node).size();
        }
        return others / nodes;
    }
}
