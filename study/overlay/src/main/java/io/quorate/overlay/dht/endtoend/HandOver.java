// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtMessage.Release;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.dht.TokenMessage.Token;
import io.quorate.overlay.dht.TokenMessage.Voter;
import java.util.List;

/**
 * A lock on its way from this node to the next: the votes are still those of this node's request, and their sessions go on, until the
 * next has acknowledged the Token. One that does not is passed over.
 */
final class HandOver {
    private final MachineContext context;
    private final EndToEndRules rules;
    private final Stamp stamp;
    private final List<Voter> voters;

    /** The waiters behind {@link #heir}. */
    private final WaitingLine queue;

    private Stamp heir;

    /** Begins with the first of a queue, which is not empty. */
    HandOver(MachineContext context, EndToEndRules rules, Stamp stamp, List<Voter> voters, WaitingLine queue) {
        this(context, rules, stamp, voters, queue, queue.removeFirst());
    }

    private HandOver(
            MachineContext context,
            EndToEndRules rules,
            Stamp stamp,
            List<Voter> voters,
            WaitingLine queue,
            Stamp heir) {
        this.context = context;
        this.rules = rules;
        this.stamp = stamp;
        this.voters = voters;
        this.queue = queue;
        this.heir = heir;
    }

    Stamp heir() {
        return heir;
    }

    boolean isBetween(Stamp before, NodeId next) {
        return stamp.equals(before) && heir.node().equals(next);
    }

    /** Step 7. */
    void send(Outbox<DhtMessage> out) {
        boolean wholeQueue = rules.keep(EndToEndRule.E5_WHOLE_QUEUE);
        out.send(heir.node(), new Token(stamp, voters, wholeQueue ? queue.requests() : List.of()));
        DhtTimer.PASS_ON.start(out);
    }

    /** The heir does not want it, or is gone: it goes to the one after. False if there is none: then the votes are free. */
    boolean passOver(Outbox<DhtMessage> out) {
        if (queue.isEmpty() || !rules.keep(EndToEndRule.T1_PASS_ON)) {
            release(out);
            return false;
        }
        heir = queue.removeFirst();
        return true;
    }

    /** The heir has done what it could: what has not moved is free. */
    void taken(boolean all, Outbox<DhtMessage> out) {
        if (all || !rules.keep(EndToEndRule.T1_GIVE_BACK_WHAT_STAYED)) {
            end(out);
        } else {
            release(out);
        }
    }

    /** The votes are free, as far as they are still ours. */
    private void release(Outbox<DhtMessage> out) {
        for (Voter voter : voters) {
            out.send(voter.node(), new Release(stamp, voter.replica()));
        }
        end(out);
    }

    /** Nobody counts on these votes in the name of this request any more. */
    void end(Outbox<DhtMessage> out) {
        voters.forEach(voter -> context.sessions().unask(voter.node()));
        DhtTimer.PASS_ON.stop(out);
    }

    HandOver copy(MachineContext other) {
        return new HandOver(other, rules, stamp, voters, queue.copy(), heir);
    }

    void describeTo(StateWriter writer) {
        writer.begin("hand-over");
        writer.stamp("of", stamp);
        writer.stamp("heir", heir);
        writer.nodes("awaiting", NodeSet.of(heir.node()));
        for (Voter voter : voters) {
            writer.begin("voter");
            writer.number("replica", voter.replica());
            writer.node("at", voter.node());
            writer.end();
        }
        queue.describeTo("then", writer);
        writer.end();
    }
}
