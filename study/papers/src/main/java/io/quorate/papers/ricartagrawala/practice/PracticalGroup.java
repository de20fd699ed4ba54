package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.PracticeMessage.AreYouThere;
import io.quorate.papers.ricartagrawala.PracticeMessage.NodeFailed;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMachine;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.papers.ricartagrawala.Rules;

/** All that a node knows for section 7, and how it learns that others are gone. */
record PracticalGroup(
        RicartAgrawalaMachine base,
        Membership membership,
        FailureWatch watch,
        Sponsorship sponsorship,
        Insertion insertion,
        Learning learning,
        Removal removal) {

    static PracticalGroup of(MachineContext context, Rules rules) {
        return new PracticalGroup(
                new RicartAgrawalaMachine(context, rules),
                new Membership(context, rules),
                new FailureWatch(),
                new Sponsorship(rules),
                new Insertion(context),
                new Learning(rules),
                new Removal());
    }

    /** Sections 7.3, 7.4: erased from NAMES, and its REPLY pretended. */
    void isGone(NodeId node, long term, Outbox<RicartAgrawalaMessage> out) {
        if (membership.end(node, term)) {
            sponsorship.forget(node, term);
            base.pretendReply(node, new WithoutEntering(out));
            watch.heard(node, out);
            learning.doWithout(node, out);
            sponsorship.isGone(node, membership, out);
        }
    }

    /** "When it has been determined that node j has failed, this can be broadcast by the node detecting the failure." */
    private void haveFailed(NodeSet failed, Outbox<RicartAgrawalaMessage> out) {
        NodeSet others = membership.names().nodes().minus(failed);
        for (int index = failed.next(0); index >= 0; index = failed.next(index + 1)) {
            NodeId node = NodeId.of(index);
            long term = Math.max(0, membership.names().termOf(node));
            for (int other = others.next(0); other >= 0; other = others.next(other + 1)) {
                out.send(NodeId.of(other), new NodeFailed(node, term));
            }
            isGone(node, term, out);
        }
    }

    /** The first time-out of a request. */
    void replyIsLate(Outbox<RicartAgrawalaMessage> out) {
        Request request = base.request();
        if (request != null) {
            watch.probe(request, base.awaitingReply(), out);
        }
    }

    /** The second time-out, of whatever there is that others answer at once. */
    void nobodyAnswers(Outbox<RicartAgrawalaMessage> out) {
        if (base.phase() == Phase.WAITING) {
            haveFailed(watch.takeFailed(), out);
            NodeSet living = membership.names().nodes();
            if (base.phase() == Phase.WAITING && base.awaitingReply().intersects(living)) {
                watch.begin(out);
            }
        } else if (sponsorship.isUnderWay()) {
            haveFailed(sponsorship.awaitingAck(), out);
        } else if (removal.isUnderWay()) {
            removal.nobodyAnswers();
        } else {
            insertion.askAnother(membership, out);
        }
    }

    /** The request is withdrawn, if one waits. */
    void withdraw(Outbox<RicartAgrawalaMessage> out) {
        watch.end(out);
        base.abandon(out);
    }

    void linkReset(NodeId peer, Outbox<RicartAgrawalaMessage> out) {
        Request request = base.request();
        if (request != null && watch.isProbing(peer)) {
            out.send(peer, new AreYouThere(request.stamp(), request.mode()));
        } else {
            base.linkReset(peer, out);
        }
        sponsorship.linkReset(peer, out);
        insertion.linkReset(peer, membership, out);
        removal.linkReset(peer, membership, out);
    }

    /** Whether a new machine would know just this. */
    boolean isAsNew() {
        return base.isQuiescent()
                && membership.isAsNew()
                && insertion.isAsNew()
                && !learning.isUnderWay()
                && !sponsorship.isNeeded()
                && !removal.isWanted()
                && !removal.isUnderWay();
    }

    PracticalGroup copy(MachineContext other) {
        return new PracticalGroup(
                base.copy(other),
                membership.copy(other),
                watch.copy(),
                sponsorship.copy(),
                insertion.copy(other),
                learning.copy(),
                removal.copy());
    }

    void describeTo(StateWriter writer) {
        base.describeTo(writer);
        membership.describeTo(writer);
        watch.describeTo(writer);
        sponsorship.describeTo(writer);
        insertion.describeTo(writer);
        learning.describeTo(writer);
        removal.describeTo(writer);
    }
}
