// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.step.NodeSnapshot;
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
        if (cluster.usage.frozen.contains(node)) {
            throw impossible(choice, node + " is frozen");
        }
    }

    void requireCrashed(Choice choice, NodeId node) {
        requireNode(choice, node);
        if (!cluster.usage.crashed.contains(node)) {
            throw impossible(choice, node + " has not crashed");
        }
    }

    void requirePossible(Choice.Tell choice) {
        if (choice.event() instanceof Event.OfPeer) {
            requirePair(choice, choice.node(), choice.peer());
        }
        if (!choice.is(News.SUSPECT) && !choice.is(News.UNSUSPECT)) {
            requireAlive(choice, choice.node());
        }
        if (choice.is(News.DETECT)) {
            requireCrashed(choice, choice.peer());
        } else if (choice.is(News.DISTRUST)) {
            requireSession(choice);
        } else if (choice.event() == Signal.VOTE) {
            requireMayVote(choice);
        } else if (choice.event() == Signal.LEAVE) {
            requireIdle(choice, choice.node());
        }
    }

    private void requireSession(Choice.Tell choice) {
        if (!Leases.hasSession(cluster, choice.node(), choice.peer())) {
            throw impossible(choice, choice.node() + " has no session with " + choice.peer());
        }
    }

    void requireExpired(Choice.Expire choice) {
        if (!Leases.mayExpire(cluster, choice.voter(), choice.owner(), choice.start() - 1)) {
            throw impossible(choice, "there is no such session, or " + choice.owner() + " still trusts in it");
        }
    }

    private void requireMayVote(Choice.Tell choice) {
        if (!Leases.mayVote(cluster, choice.node())) {
            throw impossible(choice, "it votes already, or somebody still trusts in what it granted before");
        }
    }

    void requireStopped(Choice.End choice) {
        if (!cluster.node(choice.node()).hasStopped()) {
            throw impossible(choice, "it was not told to stop, or somebody still counts on it");
        }
    }

    private void requireIdle(Choice choice, NodeId node) {
        requireAlive(choice, node);
        NodeSnapshot state = cluster.node(node);
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

    FrameInFlight requirePacket(Choice choice, NodeId from, NodeId to, int position) {
        requireNode(choice, from);
        requireNode(choice, to);
        Channel channel = cluster.channel(from, to);
        if (position < 1 || position > channel.size()) {
            throw impossible(choice, "there are " + channel.size() + " frames under way from " + from + " to " + to);
        }
        return channel.at(position);
    }

    /** That the frame can arrive before all others that are under way. */
    void requireTurn(Choice.Deliver choice) {
        if (choice.position() > 1 && cluster.setup().network() != Network.UNORDERED) {
            throw impossible(choice, "this network keeps the order of frames, so only the first can arrive");
        }
        if (cluster.usage.frozen.contains(choice.to())) {
            throw impossible(choice, choice.to() + " is frozen");
        }
        if (!cluster.inboxes.isNext(choice.from().index(), choice.to().index())) {
            throw impossible(
                    choice, "on this network all frames have one order, and another arrives first at " + choice.to());
        }
    }

    /** That frames can arrive in any order: only then there may be copies. */
    void requireDisorder(Choice choice) {
        if (cluster.setup().network() != Network.UNORDERED) {
            throw impossible(choice, "a network that keeps the order of frames duplicates none");
        }
    }

    ArmedTimer requireTimer(Choice.Fire choice) {
        requireAlive(choice, choice.node());
        for (ArmedTimer armed : cluster.node(choice.node()).timers()) {
            if (armed.lock().equals(choice.lock()) && armed.timer().name().equals(choice.timer())) {
                if (!cluster.bounds.mayFire(choice.node(), armed)) {
                    throw impossible(
                            choice, "frames are under way that arrive, as delays are bounded, before it runs out");
                }
                return armed;
            }
        }
        throw impossible(
                choice, "only these timers run: " + cluster.node(choice.node()).timers());
    }

    static IllegalArgumentException impossible(Choice choice, String reason) {
        return new IllegalArgumentException("\"" + choice + "\" is not possible here: " + reason);
    }
}
