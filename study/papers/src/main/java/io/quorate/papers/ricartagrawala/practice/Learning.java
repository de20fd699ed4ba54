// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.Rules;
import io.quorate.papers.ricartagrawala.numbers.SequenceNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Section 7.2.3: how a newcomer comes to a Highest_Sequence_Number that is high enough, once all others have it in their NAMES.
 * Until then it does not ask, but answers. Way a is to be told by them; this is about b to e. Departure: of these only d ends
 * if nobody asks for the lock, so b, c and e end as d does, too.
 */
final class Learning {
    /** Way e: this number of REQUESTs of one node is enough. */
    private static final int REQUESTS_OF_ONE = 4;

    private final @Nullable Choice way;
    private boolean underWay;

    /** Way d: the highest number of a node nearby. */
    private long ofSponsor;

    /** Way b: the others that have not asked. */
    private NodeSet unheard = NodeSet.EMPTY;

    /** Way c: how far numbers must come; 0 before the first REQUEST. */
    private long goal;

    private int others;

    /** Way e: the requests of each. */
    private final TreeMap<NodeId, List<Stamp>> heard = new TreeMap<>();

    Learning(Rules rules) {
        this(rules.choices().learning().orElse(null));
    }

    private Learning(@Nullable Choice way) {
        this.way = way;
    }

    boolean isUnderWay() {
        return underWay;
    }

    /** The sponsor has told what is the highest number: with way a that of all, else only its own. */
    void begin(long highest, NodeSet names, SequenceNumbers numbers, Outbox<RicartAgrawalaMessage> out) {
        if (way == null || names.isEmpty()) {
            numbers.see(highest);
            return;
        }
        underWay = true;
        ofSponsor = highest;
        unheard = names;
        others = names.size();
        PracticeTimer.ALL_HAVE_BEEN_INSIDE.start(out);
    }

    /** A REQUEST has come, and its number is seen. */
    void onRequest(Stamp request, Outbox<RicartAgrawalaMessage> out) {
        if (!underWay) {
            return;
        }
        unheard = unheard.without(request.node());
        goal = goal == 0 ? request.counter() + others : goal;
        List<Stamp> of = heard.computeIfAbsent(request.node(), node -> new ArrayList<>(REQUESTS_OF_ONE));
        if (way == Choice.LEARN_FROM_ONE && !of.contains(request)) {
            of.add(request);
        }
        boolean isEnough = (way == Choice.LEARN_FROM_EACH && unheard.isEmpty())
                || (way == Choice.LEARN_FROM_GROWTH && request.counter() >= goal)
                || of.size() >= REQUESTS_OF_ONE;
        if (isEnough) {
            PracticeTimer.ALL_HAVE_BEEN_INSIDE.stop(out);
            end();
        }
    }

    /** Way d. */
    void allHaveBeenInside(SequenceNumbers numbers) {
        if (underWay) {
            numbers.see(ofSponsor);
            end();
        }
    }

    /** Way b: of this node no REQUEST will come. */
    void doWithout(NodeId node, Outbox<RicartAgrawalaMessage> out) {
        if (underWay && unheard.contains(node)) {
            unheard = unheard.without(node);
            if (way == Choice.LEARN_FROM_EACH && unheard.isEmpty()) {
                PracticeTimer.ALL_HAVE_BEEN_INSIDE.stop(out);
                end();
            }
        }
    }

    private void end() {
        underWay = false;
        ofSponsor = 0;
        unheard = NodeSet.EMPTY;
        goal = 0;
        others = 0;
        heard.clear();
    }

    Learning copy() {
        Learning copy = new Learning(way);
        copy.underWay = underWay;
        copy.ofSponsor = ofSponsor;
        copy.unheard = unheard;
        copy.goal = goal;
        copy.others = others;
        heard.forEach((node, requests) -> copy.heard.put(node, new ArrayList<>(requests)));
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.flag("learning", underWay);
        writer.number("of sponsor", ofSponsor);
        writer.nodes("unheard", unheard);
        writer.number("goal", goal);
        writer.number("others", others);
        heard.values().forEach(requests -> requests.forEach(request -> writer.stamp("heard", request)));
    }
}
