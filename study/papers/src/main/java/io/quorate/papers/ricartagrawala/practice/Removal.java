// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.PracticeMessage.Leave;
import io.quorate.papers.ricartagrawala.PracticeMessage.LeaveAck;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;

/** Section 7.3: this node leaves the group. It goes on to answer REQUESTs. */
final class Removal {
    /** As soon as it is idle, also as a sponsor. */
    private boolean wanted;

    private NodeSet awaitingAck = NodeSet.EMPTY;

    void want() {
        wanted = true;
    }

    boolean isWanted() {
        return wanted;
    }

    /** Whether some node may not know yet that this one has left. */
    boolean isUnderWay() {
        return !awaitingAck.isEmpty();
    }

    void begin(Membership membership, Outbox<RicartAgrawalaMessage> out) {
        wanted = false;
        awaitingAck = membership.names().nodes();
        for (int index = awaitingAck.next(0); index >= 0; index = awaitingAck.next(index + 1)) {
            out.send(NodeId.of(index), new Leave(membership.term()));
        }
        if (isUnderWay()) {
            PracticeTimer.NO_ANSWER.start(out);
        }
        membership.exit();
    }

    void onLeaveAck(LeaveAck ack, NodeId from, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (ack.term() == membership.term() - 1 && awaitingAck.contains(from)) {
            awaitingAck = awaitingAck.without(from);
            if (!isUnderWay()) {
                PracticeTimer.NO_ANSWER.stop(out);
            }
        }
    }

    /** Those that have not acknowledged have failed. */
    void nobodyAnswers() {
        awaitingAck = NodeSet.EMPTY;
    }

    void linkReset(NodeId peer, Membership membership, Outbox<RicartAgrawalaMessage> out) {
        if (awaitingAck.contains(peer)) {
            out.send(peer, new Leave(membership.term() - 1));
        }
    }

    Removal copy() {
        Removal copy = new Removal();
        copy.wanted = wanted;
        copy.awaitingAck = awaitingAck;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.flag("leaving", wanted);
        writer.nodes("awaiting", awaitingAck);
    }
}
