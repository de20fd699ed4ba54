// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.MediaMessage.Broadcast;
import io.quorate.papers.ricartagrawala.PracticeMessage.Add;
import io.quorate.papers.ricartagrawala.PracticeMessage.Included;
import io.quorate.papers.ricartagrawala.PracticeMessage.Participants;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.Rule;
import io.quorate.papers.ricartagrawala.Rules;

/**
 * Section 7.2.2, the alternative: the newcomer has a list of a node nearby, and asks all others by one broadcast to include it.
 * Departure: it waits until all have done so, those among them that an answer names and its list does not. Of two newcomers at
 * once, whichever is included second by some member is told of the other.
 */
final class Announcement {
    private final MachineContext context;
    private final Rules rules;
    private boolean underWay;

    /** Those who take part, as far as this newcomer was told. */
    private Names names = Names.NONE;

    private NodeSet answered = NodeSet.EMPTY;
    private long highest;

    Announcement(MachineContext context, Rules rules) {
        this.context = context;
        this.rules = rules;
    }

    boolean isUnderWay() {
        return underWay;
    }

    /** Those that have not answered. */
    NodeSet awaiting() {
        return underWay ? names.nodes().without(context.self()).minus(answered) : NodeSet.EMPTY;
    }

    boolean isOver() {
        return underWay && awaiting().isEmpty();
    }

    Names names() {
        return names;
    }

    long highest() {
        return highest;
    }

    void begin(Participants list, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        underWay = true;
        names = list.names();
        highest = list.highest();
        out.broadcast(membership.othersThereCanBe(), new Broadcast(new Add(context.self(), membership.term())));
        if (!rules.keep(Rule.P14_AWAIT_INCLUDED)) {
            answered = names.nodes();
        }
        if (!isOver()) {
            PracticeTimer.NO_ANSWER.start(out);
        }
    }

    void onIncluded(Included answer, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (underWay) {
            names = rules.keep(Rule.P15_NAMED_MEANWHILE) ? names.union(answer.names()) : names;
            highest = Math.max(highest, answer.highest());
            answered = answered.with(from);
            lookWhetherOver(out);
        }
    }

    /** That membership of the node is over, or it has failed. */
    void isGone(NodeId node, long itsTerm, Outbox<RicartAgrawalaMessage> out) {
        if (underWay && names.contains(node) && names.termOf(node) <= itsTerm) {
            names = names.without(node);
            lookWhetherOver(out);
        }
    }

    /** The second time-out of section 7.4: those that have not answered have failed. */
    void nobodyAnswers() {
        for (NodeSet left = awaiting(); !left.isEmpty(); left = awaiting()) {
            names = names.without(NodeId.of(left.next(0)));
        }
    }

    private void lookWhetherOver(Outbox<RicartAgrawalaMessage> out) {
        if (isOver()) {
            PracticeTimer.NO_ANSWER.stop(out);
        }
    }

    void linkReset(NodeId peer, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (awaiting().contains(peer)) {
            out.send(peer, new Add(context.self(), membership.term()));
        }
    }

    void end() {
        underWay = false;
        names = Names.NONE;
        answered = NodeSet.EMPTY;
        highest = 0;
    }

    Announcement copy(MachineContext other) {
        Announcement copy = new Announcement(other, rules);
        copy.underWay = underWay;
        copy.names = names;
        copy.answered = answered;
        copy.highest = highest;
        return copy;
    }

    void describeTo(StateWriter writer) {
        if (underWay) {
            writer.begin("asks to be included");
            names.describeTo(writer);
            writer.nodes("answered", answered);
            writer.number("learnt", highest);
            writer.end();
        }
    }
}
