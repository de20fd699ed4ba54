// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.PracticeMessage.AreYouThere;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;

/** Section 7.4: the two time-outs of a request. */
final class FailureWatch {
    /** A request waits, and one of the timers runs. */
    private boolean watching;

    /** Those that were asked ARE_YOU_THERE and have not answered; none as long as it is the first timer that runs. */
    private NodeSet unanswered = NodeSet.EMPTY;

    /** "A requesting node should start a timer when the REQUEST messages are sent." */
    void begin(Outbox<RicartAgrawalaMessage> out) {
        watching = true;
        PracticeTimer.REPLY_LATE.start(out);
    }

    /** "... and cancelled when the critical section processing begins." */
    void end(Outbox<RicartAgrawalaMessage> out) {
        if (watching) {
            watching = false;
            (unanswered.isEmpty() ? PracticeTimer.REPLY_LATE : PracticeTimer.NO_ANSWER).stop(out);
            unanswered = NodeSet.EMPTY;
        }
    }

    /** "If the timer expires, all nodes for which Awaiting_Reply is TRUE are suspected of having failed." */
    void probe(Request request, NodeSet awaitingReply, Outbox<RicartAgrawalaMessage> out) {
        unanswered = awaitingReply;
        for (int index = unanswered.next(0); index >= 0; index = unanswered.next(index + 1)) {
            out.send(NodeId.of(index), new AreYouThere(request.stamp(), request.mode()));
        }
        PracticeTimer.NO_ANSWER.start(out);
    }

    /** The node has answered the request or the probe, or is known to be gone. */
    void heard(NodeId node, Outbox<RicartAgrawalaMessage> out) {
        if (!watching) {
            return;
        }
        if (unanswered.contains(node)) {
            unanswered = unanswered.without(node);
            if (unanswered.isEmpty()) {
                PracticeTimer.NO_ANSWER.stop(out);
                PracticeTimer.REPLY_LATE.start(out);
            }
        } else if (unanswered.isEmpty()) {
            PracticeTimer.REPLY_LATE.start(out);
        }
    }

    /** "If no answer is received during a second timeout period, the suspect node has failed." */
    NodeSet takeFailed() {
        NodeSet failed = unanswered;
        unanswered = NodeSet.EMPTY;
        watching = false;
        return failed;
    }

    boolean isProbing(NodeId node) {
        return unanswered.contains(node);
    }

    FailureWatch copy() {
        FailureWatch copy = new FailureWatch();
        copy.watching = watching;
        copy.unanswered = unanswered;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.flag("watching", watching);
        writer.nodes("probed", unanswered);
    }
}
