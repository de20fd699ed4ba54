package io.quorate.lab.world;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import java.util.List;

/** Refuses choices that are not possible in the present state of a cluster, with the reason. */
final class ChoiceGuard {
    private final Cluster cluster;

    ChoiceGuard(Cluster cluster) {
        this.cluster = cluster;
    }

    NodeClaim find(Choice choice, List<NodeClaim> claims, LockName lock, long id) {
        for (NodeClaim claim : claims) {
            if (claim.lock().equals(lock) && (id == 0 || claim.id() == id)) {
                return claim;
            }
        }
        throw impossible(choice, "there is no such claim, only " + claims);
    }

    void requireNode(Choice choice, NodeId node) {
        if (node.index() >= cluster.size()) {
            throw impossible(choice, "there are only the nodes n1 to n" + cluster.size());
        }
    }

    void requireAlive(Choice choice, NodeId node) {
        requireNode(choice, node);
        if (cluster.usage.crashed.contains(node)) {
            throw impossible(choice, node + " has crashed");
        }
    }

    void requireIdle(Choice choice, NodeId node) {
        requireAlive(choice, node);
        NodeState state = cluster.node(node);
        if (!state.holding().isEmpty() || !state.waiting().isEmpty()) {
            throw impossible(choice, node + " holds a lock, or waits for one");
        }
    }

    void requirePair(Choice choice, NodeId one, NodeId other) {
        requireNode(choice, one);
        requireNode(choice, other);
        if (one.equals(other)) {
            throw impossible(choice, "it takes two different nodes");
        }
    }

    Packet requirePacket(Choice choice, NodeId from, NodeId to, int position) {
        requirePair(choice, from, to);
        Channel channel = cluster.channel(from, to);
        if (position < 1 || position > channel.size()) {
            throw impossible(choice, "there are " + channel.size() + " frames under way from " + from + " to " + to);
        }
        return channel.at(position);
    }

    static IllegalArgumentException impossible(Choice choice, String reason) {
        return new IllegalArgumentException("\"" + choice + "\" is not possible here: " + reason);
    }
}
