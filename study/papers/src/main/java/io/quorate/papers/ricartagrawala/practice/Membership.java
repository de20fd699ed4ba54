// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.PracticeMessage.Add;
import io.quorate.papers.ricartagrawala.Rule;
import io.quorate.papers.ricartagrawala.Rules;
import org.jspecify.annotations.Nullable;

/**
 * Section 7: whether this node takes part, and who else does. A node that starts for the first time takes part, and so do all
 * others as far as it knows: to ask a failed node does no harm, as its failure is detected. One that starts again is outside
 * until it is inserted.
 */
final class Membership {
    /** The number of insertions of one start of a node that have terms of their own. */
    static final int ROUND_BITS = 16;

    private final MachineContext context;
    private final Rules rules;
    private boolean inside;

    /** Of this membership; outside, of the next one. */
    private long term;

    private Names names;

    /** P11, outside: the memberships that were said to be over, lest a list that is under way brings them back. */
    private Names ended = Names.NONE;

    /** P5: a newcomer that was acknowledged and is not in NAMES. */
    private @Nullable Add undone;

    Membership(MachineContext context, Rules rules) {
        this.context = context;
        this.rules = rules;
        this.inside = startsInside();
        this.term = firstTerm();
        this.names = inside ? Names.founding(othersThereCanBe()) : Names.NONE;
    }

    /**
     * Section 7.2.1: a node must assume that it has run before unless it is known to start for the first time. The lab numbers
     * starts from 0 on. A process cannot know: its directory may have been emptied, so its number is never 0.
     */
    static boolean isSurelyTheFirst(MachineContext context) {
        return context.incarnation() == 0;
    }

    private boolean startsInside() {
        return isSurelyTheFirst(context) || !rules.keep(Rule.P8_REJOIN);
    }

    private long firstTerm() {
        return context.incarnation() << ROUND_BITS;
    }

    NodeSet othersThereCanBe() {
        return context.voters().without(context.self());
    }

    boolean isInside() {
        return inside;
    }

    long term() {
        return term;
    }

    /** NAMES, without this node. */
    Names names() {
        return names;
    }

    /** NAMES as this node tells them to the newcomer. */
    Names namesFor(NodeId newcomer) {
        return names.with(context.self(), term).without(newcomer);
    }

    void add(NodeId node, long itsTerm) {
        names = names.with(node, Math.max(itsTerm, names.termOf(node)));
    }

    /** Section 7.2.2: the node is to be added, by somebody who will be told that it is. */
    void acknowledge(Add add) {
        if (rules.keep(Rule.P5_ADDED_FIRST)) {
            add(add.node(), add.term());
        } else {
            undone = add;
        }
    }

    /** Whether this node is a member and the other, which asks for the lock, is none. */
    boolean isStranger(NodeId asker) {
        Add late = undone;
        if (late != null && late.node().equals(asker)) {
            add(asker, late.term());
            undone = null;
        }
        return inside && !names.contains(asker) && rules.keep(Rule.P10_RESTART_YOURSELF);
    }

    /** That membership of the node is over; false if this is old news. */
    boolean end(NodeId node, long itsTerm) {
        if (names.termOf(node) > itsTerm && rules.keep(Rule.P9_TERMS)) {
            return false;
        }
        names = names.without(node);
        if (!inside && rules.keep(Rule.P11_ENDED)) {
            ended = ended.with(node, Math.max(itsTerm, ended.termOf(node)));
        }
        return true;
    }

    /**
     * P12: outside, this node answers a REQUEST at once. So it asks that member when it is inside itself, whatever the list says: who has
     * made the list may have left since, and the member may have come after that.
     */
    void isAsked(NodeId asker) {
        if (!inside && rules.keep(Rule.P12_ASKERS)) {
            add(asker, ended.termOf(asker) + 1);
        }
    }

    /** Section 7.2.2: nodes that were added meanwhile stay added. */
    void enter(Names list) {
        Names others = names.union(list.withoutEnded(ended));
        NodeSet strangers = others.nodes().minus(othersThereCanBe());
        for (int index = strangers.next(0); index >= 0; index = strangers.next(index + 1)) {
            others = others.without(NodeId.of(index));
        }
        names = others;
        ended = Names.NONE;
        inside = true;
    }

    void exit() {
        inside = false;
        term++;
        names = Names.NONE;
    }

    /** Whether a new machine would know just this. */
    boolean isAsNew() {
        return undone == null
                && ended.equals(Names.NONE)
                && inside == startsInside()
                && term == firstTerm()
                && names.equals(inside ? Names.founding(othersThereCanBe()) : Names.NONE);
    }

    Membership copy(MachineContext other) {
        Membership copy = new Membership(other, rules);
        copy.inside = inside;
        copy.term = term;
        copy.names = names;
        copy.ended = ended;
        copy.undone = undone;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.flag("inside", inside);
        writer.number("term", term);
        names.describeTo(writer);
        ended.describeTo(writer);
        Add late = undone;
        writer.nodes("undone", late == null ? NodeSet.EMPTY : NodeSet.of(late.node()));
        writer.number("undone term", late == null ? 0 : late.term());
    }
}
