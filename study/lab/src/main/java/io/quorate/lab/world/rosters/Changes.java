// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.rosters;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterRules;
import io.quorate.core.session.SessionHeader;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Choice.Change;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.facts.NodeFacts;
import io.quorate.lab.world.facts.NodeFacts.OwnerSession;
import io.quorate.lab.world.facts.NodeFacts.VoterSession;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.setup.RosterPlan;
import java.util.List;

/**
 * The order that clocks and gossip enforce when the roster changes. A node may learn of a decided configuration at any moment, which
 * covers every way in
 * which News travels and gets lost. A roster is over for a node when enough voters were ever sealed, and all trust from before their seals has
 * ended, frozen holds included: that clocks lead to this is shown where there is time, by storms.
 */
public final class Changes {
    private Changes() {}

    /** A choice that must be taken some time. */
    public static void listDue(Cluster cluster, List<Choice> choices) {
        if (!cluster.setup().hasRosters()) {
            return;
        }
        int highest = cluster.usage.changes.highest();
        for (int index = 0; index < cluster.size(); index++) {
            NodeId node = NodeId.of(index);
            if (isAbsent(cluster, index)) {
                continue;
            }
            NodeFacts facts = cluster.node(index).facts();
            for (int number = facts.configuration() + 1; number <= highest; number++) {
                if (mayLearn(cluster, number)) {
                    choices.add(new Change(node, Change.Step.RISE, number, false));
                }
            }
            if (mayThaw(cluster, node)) {
                choices.add(new Change(node, Change.Step.THAW, 0, false));
            }
            if (mayEndLower(cluster, node)) {
                choices.add(new Change(node, Change.Step.OVER, 0, false));
            }
        }
    }

    /** Where all is timely, leases run out only when nothing else can happen. */
    public static void leaveToTheLast(Cluster cluster, List<Choice> choices) {
        boolean isLast = choices.stream().allMatch(choice -> isEndOfLease(cluster, choice));
        if (!isLast) {
            choices.removeIf(choice -> isEndOfLease(cluster, choice));
        }
    }

    private static boolean isEndOfLease(Cluster cluster, Choice choice) {
        if (choice instanceof Choice.Tell tell && tell.is(Event.News.DISTRUST)) {
            VoterSession session = cluster.node(tell.node()).facts().sessionWith(tell.peer());
            return session != null && isSealedOff(cluster, tell.node(), session);
        }
        return choice instanceof Change change && change.kind() == Change.Step.THAW;
    }

    /** The first to go up decides that there is a change: that need not happen. */
    public static void listDecided(Cluster cluster, List<Choice> choices) {
        if (!cluster.setup().hasRosters()) {
            return;
        }
        int next = cluster.usage.changes.highest() + 1;
        boolean isNew = (next & 1) == 1 && next <= cluster.setup().rosters().last() && isDecided(cluster, next);
        int afterThat = next + 1;
        boolean isEarly =
                (next & 1) == 0 && afterThat <= cluster.setup().rosters().last() && isDecided(cluster, afterThat);
        int number = isNew ? next : afterThat;
        for (int index = 0; index < cluster.size() && (isNew || isEarly); index++) {
            if (!isAbsent(cluster, index)) {
                choices.add(new Change(NodeId.of(index), Change.Step.RISE, number, true));
            }
        }
    }

    private static boolean isAbsent(Cluster cluster, int index) {
        return cluster.usage.crashed.contains(index) || cluster.usage.frozen.contains(index);
    }

    /** D1, D2: a majority of the voters of e answers for e+1, and only those for whom e-1 is over. */
    private static boolean isDecided(Cluster cluster, int joint) {
        Configuration configuration = cluster.setup().rosters().configuration(joint);
        Roster lower = configuration.lower();
        NodeSet voters = lower.voters();
        int answering = 0;
        for (int index = voters.next(0); index >= 0; index = voters.next(index + 1)) {
            int number = cluster.node(index).facts().configuration();
            answering += !isAbsent(cluster, index) && rules(cluster).mayAnswer(number, lower.epoch() + 1) ? 1 : 0;
        }
        return rules(cluster).isMajority(answering, voters.size());
    }

    private static RosterRules rules(Cluster cluster) {
        return cluster.setup().protocol().rosterRules().orElseThrow();
    }

    /** E1: every decided configuration; one of a single roster only if some node has seen that the other is over. */
    private static boolean mayLearn(Cluster cluster, int number) {
        if ((number & 1) == 1) {
            return number <= cluster.usage.changes.highest();
        }
        for (int index = 0; index < cluster.size(); index++) {
            if (cluster.usage.changes.reached(index) == number) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayThaw(Cluster cluster, NodeId node) {
        return cluster.node(node).facts().frozen() && !cluster.usage.changes.thawed.contains(node);
    }

    private static boolean mayEndLower(Cluster cluster, NodeId node) {
        int number = cluster.node(node).facts().configuration();
        if ((number & 1) == 0) {
            return false;
        }
        return mayEnd(cluster, number, ended(cluster, number));
    }

    private static boolean mayEnd(Cluster cluster, int number, NodeSet sealed) {
        Roster lower = cluster.setup().rosters().configuration(number).lower();
        Placement placement = cluster.setup().placement().over(lower.system());
        return !sealed.isEmpty()
                && rules(cluster).isEnoughToEnd(sealed, placement)
                && (!waits(cluster) || !someHoldIsFrozen(cluster));
    }

    /** E6: whether anybody waits for trust to end. */
    private static boolean waits(Cluster cluster) {
        return rules(cluster).overAt(0, 1) > 0;
    }

    private static boolean someHoldIsFrozen(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            if (!cluster.usage.crashed.contains(index) && mayThaw(cluster, NodeId.of(index))) {
                return true;
            }
        }
        return false;
    }

    /** The voters of the lower roster that were sealed, and nobody trusts in what they confirmed before. */
    private static NodeSet ended(Cluster cluster, int number) {
        NodeSet voters = cluster.setup().rosters().configuration(number).lower().voters();
        NodeSet ended = NodeSet.EMPTY;
        for (int index = voters.next(0); index >= 0; index = voters.next(index + 1)) {
            boolean wasSealed = cluster.usage.changes.reached(index) >= number;
            if (wasSealed && (!waits(cluster) || !isTrusted(cluster, NodeId.of(index), number))) {
                ended = ended.with(NodeId.of(index));
            }
        }
        return ended;
    }

    private static boolean isTrusted(Cluster cluster, NodeId voter, int number) {
        for (int index = 0; index < cluster.size(); index++) {
            NodeId node = NodeId.of(index);
            if (!cluster.usage.crashed.contains(index)
                    && cluster.node(node).facts().configuration() < number) {
                VoterSession session = cluster.node(node).facts().sessionWith(voter);
                if (session != null && session.open() && isKnown(cluster, node, session)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the voter is sealed, and may still speak in this session: what it has heard before its seal. */
    private static boolean isKnown(Cluster cluster, NodeId node, VoterSession session) {
        NodeFacts voter = cluster.node(session.voter()).facts();
        boolean isCrashed = cluster.usage.crashed.contains(session.voter());
        int below = cluster.node(node).facts().configuration();
        if (!isCrashed && Configuration.sealLine(voter.configuration()) <= below) {
            return false;
        }
        if (session.trustedStart() < 0 && isBeingConfirmed(cluster, node, session)) {
            return true;
        }
        if (isCrashed) {
            return session.trustedStart() >= 0;
        }
        for (OwnerSession owner : voter.owners()) {
            if (owner.requester().equals(node)
                    && owner.start() == cluster.usage.incarnation(node.index())
                    && owner.number() == session.number()) {
                return true;
            }
        }
        return session.trustedStart() >= 0;
    }

    /** Whether a frame is under way by which the node would come to trust the voter. */
    private static boolean isBeingConfirmed(Cluster cluster, NodeId node, VoterSession session) {
        Channel channel = cluster.channel(session.voter(), node);
        for (int position = 1; position <= channel.size(); position++) {
            SessionHeader header = channel.at(position).sessionHeader();
            if (header != null && header.confirms(cluster.usage.incarnation(node.index()), session.number())) {
                return true;
            }
        }
        return false;
    }

    /** E3: whether a voter that is sealed confirms the session no longer, because the node has not gone up. */
    public static boolean isSealedOff(Cluster cluster, NodeId node, VoterSession session) {
        return cluster.setup().hasRosters()
                && !cluster.usage.crashed.contains(session.voter())
                && isKnown(cluster, node, session);
    }

    /** Whether all nodes that are there are in the last configuration. */
    public static boolean areOver(Cluster cluster) {
        for (int index = 0; index < cluster.size(); index++) {
            boolean isLast = cluster.node(index).facts().configuration()
                    == cluster.setup().rosters().last();
            if (!isLast) {
                return false;
            }
        }
        return true;
    }

    /** The meaning of the choice for the node; null if it is not possible. */
    public static Event event(Cluster cluster, Change choice) {
        RosterPlan plan = cluster.setup().rosters();
        NodeId node = choice.node();
        int number = cluster.node(node).facts().configuration();
        return switch (choice.kind()) {
            case RISE -> {
                boolean isHigher = choice.number() > number && choice.number() <= plan.last();
                boolean isKnown = (choice.number() & 1) == 1
                        ? choice.number() <= cluster.usage.changes.highest() || isDecided(cluster, choice.number())
                        : mayLearn(cluster, choice.number());
                require(isHigher && isKnown, choice, "nobody can tell it of that configuration");
                yield new Event.Risen(
                        plan.configuration(choice.number()), cluster.usage.changes.clockAtEnd(choice.number()));
            }
            case OVER -> {
                NodeSet sealed = (number & 1) == 0 ? NodeSet.EMPTY : ended(cluster, number);
                require(
                        mayEndLower(cluster, node),
                        choice,
                        "too few are sealed, or somebody may still count on the lower roster alone");
                yield new Event.LowerEnded(sealed, clockOf(cluster, sealed));
            }
            case THAW -> {
                require(mayThaw(cluster, node), choice, "nothing is frozen there");
                yield Event.Signal.THAW;
            }
        };
    }

    private static void require(boolean possible, Change choice, String reason) {
        if (!possible) {
            throw new IllegalArgumentException("\"" + choice + "\" is not possible here: " + reason);
        }
    }

    /** E7: frames of a sealed voter carry its clock, not lower than at its seal. */
    private static long clockOf(Cluster cluster, NodeSet sealed) {
        long clock = 0;
        for (int index = sealed.next(0); index >= 0; index = sealed.next(index + 1)) {
            clock = Math.max(clock, cluster.usage.changes.clock(index));
        }
        return clock;
    }
}
