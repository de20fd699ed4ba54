// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.PracticeMessage.Add;
import io.quorate.papers.ricartagrawala.PracticeMessage.AddAck;
import io.quorate.papers.ricartagrawala.PracticeMessage.NotInside;
import io.quorate.papers.ricartagrawala.PracticeMessage.Participants;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.Rule;
import io.quorate.papers.ricartagrawala.Rules;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Section 7.2.2, the sponsor: within mutual exclusion it makes the newcomer known to all, then tells it who they are. */
final class Sponsorship {
    private final Rules rules;

    /** Those that wait to be inserted, each with the term of its membership. */
    private final TreeMap<NodeId, Long> newcomers = new TreeMap<>();

    /** The first of them, once the others are told. */
    private @Nullable NodeId current;

    private long currentTerm;
    private NodeSet awaitingAck = NodeSet.EMPTY;
    private long highest;

    Sponsorship(Rules rules) {
        this.rules = rules;
    }

    void promise(NodeId newcomer, long term) {
        newcomers.merge(newcomer, term, Math::max);
    }

    /** Whether this node must have the lock for a newcomer. */
    boolean isNeeded() {
        return current != null || !newcomers.isEmpty();
    }

    boolean isUnderWay() {
        return current != null;
    }

    /** Those that have not sent ADD_ACK. */
    NodeSet awaitingAck() {
        return awaitingAck;
    }

    /** This node is inside. */
    void begin(Membership membership, long ownHighest, Outbox<RicartAgrawalaMessage> out) {
        Map.Entry<NodeId, Long> first = newcomers.pollFirstEntry();
        NodeId newcomer = first.getKey();
        currentTerm = first.getValue();
        current = newcomer;
        highest = ownHighest;
        membership.add(newcomer, currentTerm);
        awaitingAck = membership.names().nodes().without(newcomer);
        for (int index = awaitingAck.next(0); index >= 0; index = awaitingAck.next(index + 1)) {
            out.send(NodeId.of(index), new Add(newcomer, currentTerm));
        }
        if (!rules.keep(Rule.P7_AWAIT_ACKS)) {
            awaitingAck = NodeSet.EMPTY;
        }
        if (awaitingAck.isEmpty()) {
            finish(newcomer, membership, out);
        } else {
            PracticeTimer.NO_ANSWER.start(out);
        }
    }

    void onAddAck(AddAck ack, NodeId from, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (ack.node().equals(current) && ack.term() == currentTerm) {
            if (rules.keep(Rule.P6_HIGHEST_OF_ALL) && rules.choices().learning().isEmpty()) {
                highest = Math.max(highest, ack.highest());
            }
            doWithout(from, membership, out);
        }
    }

    /** P13: the node has failed or left, and will not acknowledge. */
    void isGone(NodeId node, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (rules.keep(Rule.P13_GO_ON)) {
            doWithout(node, membership, out);
        }
    }

    private void doWithout(NodeId node, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        NodeId newcomer = current;
        if (newcomer != null && awaitingAck.contains(node)) {
            awaitingAck = awaitingAck.without(node);
            if (awaitingAck.isEmpty()) {
                PracticeTimer.NO_ANSWER.stop(out);
                finish(newcomer, membership, out);
            }
        }
    }

    private void finish(NodeId newcomer, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        current = null;
        out.send(newcomer, new Participants(currentTerm, highest, membership.namesFor(newcomer)));
        currentTerm = 0;
        highest = 0;
    }

    /** That membership of a newcomer is over before it has begun. */
    void forget(NodeId newcomer, long term) {
        Long wanted = newcomers.get(newcomer);
        if (wanted != null && wanted <= term) {
            newcomers.remove(newcomer);
        }
    }

    /** This node is no member itself any more. */
    void giveUp(long ownTerm, Outbox<RicartAgrawalaMessage> out) {
        newcomers.keySet().forEach(newcomer -> out.send(newcomer, new NotInside(ownTerm)));
        newcomers.clear();
    }

    void linkReset(NodeId peer, Outbox<RicartAgrawalaMessage> out) {
        NodeId newcomer = current;
        if (newcomer != null && awaitingAck.contains(peer)) {
            out.send(peer, new Add(newcomer, currentTerm));
        }
    }

    Sponsorship copy() {
        Sponsorship copy = new Sponsorship(rules);
        copy.newcomers.putAll(newcomers);
        copy.current = current;
        copy.currentTerm = currentTerm;
        copy.awaitingAck = awaitingAck;
        copy.highest = highest;
        return copy;
    }

    void describeTo(StateWriter writer) {
        newcomers.forEach((newcomer, term) -> {
            writer.nodes("newcomer", NodeSet.of(newcomer));
            writer.number("newcomer's term", term);
        });
        NodeId newcomer = current;
        writer.nodes("sponsored", newcomer == null ? NodeSet.EMPTY : NodeSet.of(newcomer));
        writer.number("sponsored term", currentTerm);
        writer.nodes("awaiting", awaitingAck);
        writer.number("learnt", highest);
    }
}
