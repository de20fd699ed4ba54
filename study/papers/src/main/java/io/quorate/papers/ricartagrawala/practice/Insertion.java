// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.PracticeMessage.Included;
import io.quorate.papers.ricartagrawala.PracticeMessage.Join;
import io.quorate.papers.ricartagrawala.PracticeMessage.NodeFailed;
import io.quorate.papers.ricartagrawala.PracticeMessage.Participants;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.Rules;
import org.jspecify.annotations.Nullable;

/**
 * Section 7.2, the newcomer: it waits for the restart interval, then looks for a sponsor, one node after the other. Departure: if
 * all others are outside themselves, or dead, there is no group, and the newcomer founds it.
 */
final class Insertion {
    static final long NOT_YET = -1;

    private final MachineContext context;

    private final Rules rules;

    /** The alternative of section 7.2.2. */
    private final Announcement announcement;

    private boolean underWay;

    /** Section 7.2.1: whether the restart interval is over. */
    private boolean rested;

    /** The node that was asked to be the sponsor, and whether it has said that it will. */
    private @Nullable NodeId asked;

    private boolean promised;

    /** Those that did not answer. */
    private NodeSet dead = NodeSet.EMPTY;

    /** Those that cannot be sponsors, as they are outside. */
    private Names outside = Names.NONE;

    Insertion(MachineContext context, Rules rules) {
        this(context, rules, new Announcement(context, rules));
    }

    private Insertion(MachineContext context, Rules rules, Announcement announcement) {
        this.context = context;
        this.rules = rules;
        this.announcement = announcement;
        this.rested = Membership.isSurelyTheFirst(context);
    }

    boolean isUnderWay() {
        return underWay;
    }

    boolean isAsNew() {
        return !underWay && rested == Membership.isSurelyTheFirst(context);
    }

    /** The node that it waits for, if it does not wait for the time. */
    NodeSet awaiting() {
        NodeId sponsor = asked;
        return sponsor == null ? announcement.awaiting() : NodeSet.of(sponsor);
    }

    void begin(Membership membership, Outbox<RicartAgrawalaMessage> out) {
        underWay = true;
        if (rested) {
            askNext(membership, out);
            return;
        }
        NodeSet others = membership.othersThereCanBe();
        for (int index = others.next(0); index >= 0; index = others.next(index + 1)) {
            out.send(NodeId.of(index), new NodeFailed(context.self(), membership.term() - 1));
        }
        PracticeTimer.RESTART_INTERVAL.start(out);
    }

    void intervalIsOver(Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (underWay && !rested) {
            rested = true;
            askNext(membership, out);
        }
    }

    private void askNext(Membership membership, Outbox<RicartAgrawalaMessage> out) {
        NodeSet left = membership.othersThereCanBe().minus(dead).minus(outside.nodes());
        if (left.isEmpty()) {
            membership.enter(outside);
            end();
            return;
        }
        int after = left.next(context.self().index());
        ask(NodeId.of(after >= 0 ? after : left.next(0)), membership, out);
    }

    private void ask(NodeId sponsor, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        asked = sponsor;
        promised = false;
        out.send(sponsor, new Join(membership.term()));
        PracticeTimer.NO_ANSWER.start(out);
    }

    private void end() {
        underWay = false;
        asked = null;
        promised = false;
        dead = NodeSet.EMPTY;
        outside = Names.NONE;
        announcement.end();
    }

    void onWillSponsor(NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (from.equals(asked) && !promised) {
            promised = true;
            PracticeTimer.NO_ANSWER.stop(out);
            PracticeTimer.LIST_LATE.start(out);
        }
    }

    /** The other is outside too: it says so, or asks for a sponsor itself. */
    void isOutside(NodeId node, long itsTerm, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (underWay) {
            outside = outside.with(node, Math.max(itsTerm, outside.termOf(node)));
            dead = dead.without(node);
            announcement.isGone(node, itsTerm - 1, out);
            if (node.equals(asked)) {
                stopTimer(out);
                askNext(membership, out);
            }
        }
    }

    private void stopTimer(Outbox<RicartAgrawalaMessage> out) {
        (promised ? PracticeTimer.LIST_LATE : PracticeTimer.NO_ANSWER).stop(out);
    }

    /** The sponsor takes its time, or has failed. */
    void askAgain(Membership membership, Outbox<RicartAgrawalaMessage> out) {
        NodeId sponsor = asked;
        if (sponsor != null && promised) {
            ask(sponsor, membership, out);
        }
    }

    void askAnother(Membership membership, Outbox<RicartAgrawalaMessage> out) {
        NodeId silent = asked;
        announcement.nobodyAnswers();
        if (silent != null && !promised) {
            dead = dead.with(silent);
            askNext(membership, out);
        }
    }

    /** Section 7.2.2: this node is a member now; false if the list is not for its present insertion. */
    boolean onParticipants(Participants list, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (!underWay || asked == null || list.term() != membership.term()) {
            return false;
        }
        stopTimer(out);
        if (rules.has(Choice.INSERT_BY_BROADCAST)) {
            asked = null;
            promised = false;
            announcement.begin(list, membership, out);
            return false;
        }
        membership.enter(list.names());
        end();
        return true;
    }

    void onIncluded(Included answer, NodeId from, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (answer.term() == membership.term()) {
            announcement.onIncluded(answer, from, out);
        }
    }

    /** That membership of a node is over. */
    void isGone(NodeId node, long itsTerm, Outbox<RicartAgrawalaMessage> out) {
        announcement.isGone(node, itsTerm, out);
    }

    /** Section 7.2.2, the alternative: once all have included this node it is a member. Gives the highest number, or less than 0 if it is not so far. */
    long enterIfIncluded(Membership membership) {
        if (!announcement.isOver()) {
            return NOT_YET;
        }
        long highest = announcement.highest();
        membership.enter(announcement.names());
        end();
        return highest;
    }

    void linkReset(NodeId peer, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (peer.equals(asked)) {
            stopTimer(out);
            ask(peer, membership, out);
        }
        announcement.linkReset(peer, membership, out);
    }

    Insertion copy(MachineContext other) {
        Insertion copy = new Insertion(other, rules, announcement.copy(other));
        copy.underWay = underWay;
        copy.rested = rested;
        copy.asked = asked;
        copy.promised = promised;
        copy.dead = dead;
        copy.outside = outside;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.flag("joining", underWay);
        writer.flag("rested", rested);
        writer.nodes("awaiting", awaiting());
        writer.flag("promised", promised);
        writer.nodes("dead", dead);
        outside.describeTo(writer);
        announcement.describeTo(writer);
    }
}
