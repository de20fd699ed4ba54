// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.session.SessionHeader;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.facts.NodeFacts;
import io.quorate.lab.world.facts.NodeFacts.OwnerSession;
import io.quorate.lab.world.facts.NodeFacts.VoterSession;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.rosters.Changes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order that clocks enforce, where there are none. A voter forgets a session only when its requester has stopped trusting it (S7).
 * A restarted voter votes only when no node trusts, or can come to trust, its earlier votes (S8). That clocks within the bound on drift
 * do lead to this is shown where there is time: by the simulator.
 */
final class Leases {
    private Leases() {}

    static boolean hasSession(Cluster cluster, NodeId node, NodeId voter) {
        VoterSession session = cluster.node(node).facts().sessionWith(voter);
        return session != null && session.open();
    }

    /** Whether trust in a voter that has crashed, or started again, is still there, or may come from a late answer. */
    static boolean mustEnd(Cluster cluster, NodeId node, NodeId voter) {
        VoterSession session = cluster.node(node).facts().sessionWith(voter);
        if (session == null || !session.open()) {
            return false;
        }
        boolean isSealedOff = Changes.isSealedOff(cluster, node, session);
        if (isSealedOff || isClosed(cluster, node, session) || isUnconfirmed(cluster, node, session)) {
            return true;
        }
        return session.trustedStart() >= 0
                ? isPast(cluster, voter, session.trustedStart())
                : mayComeToTrust(cluster, node, session);
    }

    /** T1: whether the voter is trusted, but not heard any more. */
    private static boolean isUnconfirmed(Cluster cluster, NodeId node, VoterSession session) {
        return session.trustedStart() >= 0 && cluster.node(node).facts().twins().contains(session.voter());
    }

    /** V4: whether the voter confirms the session no longer. */
    private static boolean isClosed(Cluster cluster, NodeId node, VoterSession session) {
        if (!cluster.setup().hasOverlay()) {
            return false;
        }
        for (OwnerSession owner : cluster.node(session.voter()).facts().owners()) {
            if (owner.requester().equals(node)
                    && owner.start() == cluster.usage.incarnation(node.index())
                    && owner.number() == session.number()) {
                return owner.closing();
            }
        }
        return false;
    }

    private static boolean isPast(Cluster cluster, NodeId node, long start) {
        return cluster.usage.crashed.contains(node) || cluster.usage.incarnation(node.index()) != start;
    }

    private static boolean mayComeToTrust(Cluster cluster, NodeId node, VoterSession session) {
        Channel channel = cluster.channel(session.voter(), node);
        for (int position = 1; position <= channel.size(); position++) {
            SessionHeader header = channel.at(position).sessionHeader();
            if (header != null
                    && isPast(cluster, session.voter(), header.incarnation())
                    && header.confirms(cluster.usage.incarnation(node.index()), session.number())) {
                return true;
            }
        }
        return false;
    }

    static boolean mayExpire(Cluster cluster, NodeId voter, NodeId owner, int start) {
        for (OwnerSession session : cluster.node(voter).facts().owners()) {
            if (session.requester().equals(owner) && session.start() == start) {
                return mayExpire(cluster, voter, session);
            }
        }
        return false;
    }

    private static boolean mayExpire(Cluster cluster, NodeId voter, OwnerSession session) {
        if (isPast(cluster, session.requester(), session.start())) {
            return true;
        }
        @Nullable VoterSession other = cluster.node(session.requester()).facts().sessionWith(voter);
        return other == null || other.number() > session.number() || !other.open();
    }

    static boolean mayVote(Cluster cluster, NodeId node) {
        NodeFacts facts = cluster.node(node).facts();
        if (facts.voting() || facts.lonely()) {
            return false;
        }
        for (int index = 0; index < cluster.size(); index++) {
            NodeId requester = NodeId.of(index);
            if (!cluster.usage.crashed.contains(index) && countsOnThePast(cluster, requester, node)) {
                return false;
            }
        }
        return true;
    }

    /** In an overlay, on the node that was responsible before (V3): that may have been any node. */
    private static boolean countsOnThePast(Cluster cluster, NodeId requester, NodeId voter) {
        if (!cluster.setup().hasOverlay()) {
            return mustEnd(cluster, requester, voter);
        }
        for (VoterSession session : cluster.node(requester).facts().sessions()) {
            if (mustEnd(cluster, requester, session.voter())) {
                return true;
            }
        }
        return false;
    }

    /** A choice that must be taken some time. */
    static void listDue(Cluster cluster, List<Choice> choices) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeId node = NodeId.of(index);
            if (cluster.usage.crashed.contains(index) || cluster.usage.frozen.contains(index)) {
                continue;
            }
            NodeFacts facts = cluster.node(index).facts();
            for (VoterSession session : facts.sessions()) {
                if (mustEnd(cluster, node, session.voter())) {
                    choices.add(Choice.Tell.due(node, News.DISTRUST.of(session.voter())));
                }
            }
            for (OwnerSession session : facts.owners()) {
                if (mayExpire(cluster, node, session)) {
                    choices.add(new Choice.Expire(node, session.requester(), Math.toIntExact(session.start() + 1)));
                }
            }
            if (mayVote(cluster, node)) {
                choices.add(Choice.Tell.due(node, Signal.VOTE));
            }
        }
    }

    /** Trust that ends although the voter is there. */
    static void listEarlyEnds(Cluster cluster, NodeSet distrustful, List<Choice> choices) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeId node = NodeId.of(index);
            boolean isAbsent = cluster.usage.crashed.contains(index) || cluster.usage.frozen.contains(index);
            if (isAbsent || !distrustful.contains(index)) {
                continue;
            }
            for (VoterSession session : cluster.node(index).facts().sessions()) {
                if (session.open() && !mustEnd(cluster, node, session.voter())) {
                    choices.add(Choice.Tell.fault(node, News.DISTRUST.of(session.voter())));
                }
            }
        }
    }
}
