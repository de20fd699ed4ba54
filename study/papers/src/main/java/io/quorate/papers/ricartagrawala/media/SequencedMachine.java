// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.media;

import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.papers.ricartagrawala.MediaMessage.MediumReply;
import io.quorate.papers.ricartagrawala.MediaMessage.MediumRequest;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.Rule;
import io.quorate.papers.ricartagrawala.Rules;
import java.util.ArrayDeque;

/**
 * Section 6.2.1: the medium gives all broadcasts one order, so that requests need no numbers. Everybody keeps the same queue
 * of the REQUESTs whose REPLY has not come, and the first in it may enter. A node's own REQUEST takes its place when the
 * node hears it itself; until then, others may be before it.
 *
 * <p>Departure: who gives up broadcasts its REPLY at once.
 */
public final class SequencedMachine implements LockMachine<RicartAgrawalaMessage> {
    private static final Handlers<SequencedMachine, RicartAgrawalaMessage> ON = Handlers.of(
                    SequencedMachine.class, RicartAgrawalaMessage.TABLE)
            .on(MediumRequest.class, SequencedMachine::onMediumRequest)
            .on(MediumReply.class, SequencedMachine::onMediumReply)
            .otherwise((self, m, from, out) -> self.context.countForged());

    private final MachineContext context;
    private final Rules rules;

    /** Those whose REQUEST has been on the medium, and their REPLY has not, in the order of the medium. */
    private final ArrayDeque<NodeId> queue;

    private Phase phase = Phase.IDLE;

    /** How many own broadcasts this node has not heard itself yet. */
    private int unheard;

    public SequencedMachine(MachineContext context, Rules rules) {
        this(context, rules, new ArrayDeque<>());
    }

    private SequencedMachine(MachineContext context, Rules rules, ArrayDeque<NodeId> queue) {
        this.context = context;
        this.rules = rules;
        this.queue = queue;
    }

    private void broadcast(RicartAgrawalaMessage message, Outbox<RicartAgrawalaMessage> out) {
        unheard++;
        out.broadcast(context.voters(), message);
    }

    /** SHARED is taken as EXCLUSIVE. */
    @Override
    public void acquire(Mode wanted, Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        phase = Phase.WAITING;
        broadcast(new MediumRequest(), out);
        if (!rules.keep(Rule.M1_OWN_PLACE)) {
            queue.add(context.self());
            enterIfFirst(out);
        }
    }

    /** M2: who has given up and asked again is first in the queue, perhaps, with the request that it has given up. */
    private void enterIfFirst(Outbox<RicartAgrawalaMessage> out) {
        boolean isPresent = unheard == 0 || !rules.keep(Rule.M2_PRESENT_REQUEST) || !rules.keep(Rule.M1_OWN_PLACE);
        if (phase == Phase.WAITING && context.self().equals(queue.peek()) && isPresent) {
            phase = Phase.HOLDING;
            out.entered();
        }
    }

    @Override
    public void release(Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        leave(out);
    }

    @Override
    public void abandon(Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        leave(out);
    }

    private void leave(Outbox<RicartAgrawalaMessage> out) {
        phase = Phase.IDLE;
        broadcast(new MediumReply(), out);
    }

    @Override
    public void receive(NodeId from, RicartAgrawalaMessage message, Outbox<RicartAgrawalaMessage> out) {
        if (context.isVoter(from)) {
            ON.handle(this, message, from, out);
        } else {
            context.countForged();
        }
    }

    void onMediumRequest(MediumRequest request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        boolean isKnown = hear(from) && !rules.keep(Rule.M1_OWN_PLACE);
        if (!isKnown) {
            queue.add(from);
        }
        enterIfFirst(out);
    }

    void onMediumReply(MediumReply reply, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        hear(from);
        queue.removeFirstOccurrence(from);
        enterIfFirst(out);
    }

    /** Whether it is the node's own broadcast that it hears. */
    private boolean hear(NodeId from) {
        boolean isOwn = from.equals(context.self());
        unheard -= isOwn ? 1 : 0;
        return isOwn;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public boolean isContended() {
        return queue.stream().anyMatch(node -> !node.equals(context.self()));
    }

    @Override
    public boolean isQuiescent() {
        return phase == Phase.IDLE && queue.isEmpty() && unheard == 0;
    }

    @Override
    public LockMachine<RicartAgrawalaMessage> copy(MachineContext other) {
        SequencedMachine copy = new SequencedMachine(other, rules, new ArrayDeque<>(queue));
        copy.phase = phase;
        copy.unheard = unheard;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.number("unheard", unheard);
        for (NodeId node : queue) {
            writer.number("queued", node.index());
        }
    }
}
