// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import java.time.Duration;

/**
 * Section 6.1: a node that has sent nothing for a round trip has answered. A DEFERRED
 * that comes later is a REPLY that nobody gave: to be used only where two inside do no harm.
 */
final class ImplicitReply {
    /** No message may travel longer: what one segment of a local network keeps to unless somebody pauses. */
    static final Duration TRANSMISSION_MAX = Duration.ofMillis(20);

    /** There and back, and a little for what the nodes do in between. */
    private static final Duration SILENCE = TRANSMISSION_MAX.multipliedBy(2).plusMillis(1);

    private final Rules rules;

    /** Those that have said DEFERRED to the present request. */
    private NodeSet deferredBy = NodeSet.EMPTY;

    ImplicitReply(Rules rules) {
        this.rules = rules;
    }

    boolean isUsed() {
        return rules.has(Choice.IMPLICIT_REPLY);
    }

    /** A new request has been sent. */
    void begin(Outbox<RicartAgrawalaMessage> out) {
        deferredBy = NodeSet.EMPTY;
        if (isUsed()) {
            out.startTimer(RicartAgrawalaTimer.IMPLICIT_REPLY, SILENCE, Duration.ZERO);
        }
    }

    /** The request was sent to this node again, whose DEFERRED may be lost. */
    void beginAgain(NodeId node, Outbox<RicartAgrawalaMessage> out) {
        if (isUsed()) {
            deferredBy = deferredBy.without(node);
            out.startTimer(RicartAgrawalaTimer.IMPLICIT_REPLY, SILENCE, Duration.ZERO);
        }
    }

    /** The request is granted, or nobody wants it any more. */
    void end(Outbox<RicartAgrawalaMessage> out) {
        deferredBy = NodeSet.EMPTY;
        if (isUsed()) {
            out.stopTimer(RicartAgrawalaTimer.IMPLICIT_REPLY);
        }
    }

    void noteDeferred(NodeId node) {
        deferredBy = deferredBy.with(node);
    }

    /** Those whose REPLY must still come, now that the time is over. */
    NodeSet stillAwaited(NodeSet awaited) {
        return awaited.intersection(deferredBy);
    }

    ImplicitReply copy() {
        ImplicitReply copy = new ImplicitReply(rules);
        copy.deferredBy = deferredBy;
        return copy;
    }

    void describeTo(StateWriter writer) {
        if (isUsed()) {
            writer.nodes("deferredBy", deferredBy);
        }
    }
}
