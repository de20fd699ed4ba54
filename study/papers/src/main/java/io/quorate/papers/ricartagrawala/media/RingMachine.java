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
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.MediaMessage.Broadcast;
import io.quorate.papers.ricartagrawala.MediaMessage.RingRequest;
import io.quorate.papers.ricartagrawala.ReplyDeferred;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.papers.ricartagrawala.Rule;
import io.quorate.papers.ricartagrawala.Rules;
import io.quorate.papers.ricartagrawala.numbers.SequenceNumbers;
import org.jspecify.annotations.Nullable;

/**
 * Section 6.3: the REQUEST travels along a ring of all nodes, and the requester enters when it is back. A node that goes first
 * itself holds it until it leaves; or, with notes, passes it on at once with its own name noted down, and sends a REPLY when
 * it leaves.
 *
 * <p>Departure: a REQUEST cannot be recalled from the circle. That of a requester who has given up goes on, and is dropped
 * where it began; nobody who goes first waits for it, and a new request has a new number.
 */
public final class RingMachine implements LockMachine<RicartAgrawalaMessage> {
    private static final Handlers<RingMachine, RicartAgrawalaMessage> ON = Handlers.of(
                    RingMachine.class, RicartAgrawalaMessage.TABLE)
            .on(RingRequest.class, RingMachine::onRingRequest)
            .on(Reply.class, RingMachine::onReply)
            .on(Broadcast.class, (self, m, from, out) -> self.receive(from, m.content(), out))
            .otherwise((self, m, from, out) -> self.context.countForged());

    private final MachineContext context;
    private final Rules rules;
    private final SequenceNumbers numbers;

    /** The requests that are held here, or whose REPLY is deferred. */
    private final ReplyDeferred held;

    private Phase phase = Phase.IDLE;

    /** Our_Sequence_Number, with our node number. */
    private @Nullable Stamp ours;

    /** Whether our REQUEST has been at every node. */
    private boolean isBack;

    /** The notes on our REQUEST when it came back. */
    private NodeSet notes = NodeSet.EMPTY;

    /** Those whose REPLY has come, perhaps before our REQUEST came back. */
    private NodeSet replied = NodeSet.EMPTY;

    public RingMachine(MachineContext context, Rules rules) {
        this(context, rules, SequenceNumbers.of(rules, context), new ReplyDeferred(rules));
    }

    private RingMachine(MachineContext context, Rules rules, SequenceNumbers numbers, ReplyDeferred held) {
        this.context = context;
        this.rules = rules;
        this.numbers = numbers;
        this.held = held;
    }

    private boolean takesNotes() {
        return rules.has(Choice.RING_NOTES);
    }

    private NodeId next() {
        return after(context.self());
    }

    private NodeId after(NodeId node) {
        return NodeId.of((node.index() + 1) % context.quorums().size());
    }

    /** SHARED is taken as EXCLUSIVE. */
    @Override
    public void acquire(Mode wanted, Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        phase = Phase.WAITING;
        Stamp request = new Stamp(numbers.choose(), context.self(), context.incarnation());
        ours = request;
        out.send(next(), new RingRequest(request, NodeSet.EMPTY));
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

    /** Those that were held go on their way, or get their REPLY. */
    private void leave(Outbox<RicartAgrawalaMessage> out) {
        phase = Phase.IDLE;
        ours = null;
        isBack = false;
        notes = NodeSet.EMPTY;
        replied = NodeSet.EMPTY;
        for (Stamp request : held.takeAll()) {
            if (takesNotes()) {
                out.send(request.node(), new Reply(request));
            } else if (rules.keep(Rule.G2_PASS_ON)) {
                out.send(next(), new RingRequest(request, NodeSet.EMPTY));
            }
        }
    }

    @Override
    public void receive(NodeId from, RicartAgrawalaMessage message, Outbox<RicartAgrawalaMessage> out) {
        if (context.isVoter(from)) {
            ON.handle(this, message, from, out);
        } else {
            context.countForged();
        }
    }

    void onRingRequest(RingRequest request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!after(from).equals(context.self())
                || !context.isVoter(request.stamp().node())) {
            context.countForged(); // nobody else hands requests on to us; and one of no member would circulate forever
            return;
        }
        numbers.see(request.stamp().counter());
        if (request.stamp().node().equals(context.self())) {
            comeBack(request, out);
            return;
        }
        Stamp own = ours;
        boolean goesFirst = own != null && numbers.goesBefore(own, request.stamp());
        if (!goesFirst) {
            out.send(next(), request);
        } else if (takesNotes()) {
            held.add(request.stamp());
            out.send(next(), rules.keep(Rule.G4_NOTES) ? request.notedBy(context.self()) : request);
        } else if (rules.keep(Rule.G1_HOLD)) {
            held.add(request.stamp());
        } else {
            out.send(next(), request);
        }
    }

    /** Our own REQUEST, or that of a wait that is over, has been at every node. A second copy of it says nothing new. */
    private void comeBack(RingRequest request, Outbox<RicartAgrawalaMessage> out) {
        boolean isPresent = request.stamp().equals(ours) || !rules.keep(Rule.G3_PRESENT_REQUEST);
        if (phase == Phase.WAITING && isPresent && !isBack) {
            isBack = true;
            notes = request.deferredBy();
            enterIfAnswered(out);
        }
    }

    /** G5: a REPLY may come before the REQUEST is back, and still counts. */
    void onReply(Reply reply, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!takesNotes()) {
            context.countForged();
        } else if (phase == Phase.WAITING
                && reply.stamp().equals(ours)
                && (isBack || rules.keep(Rule.G5_EARLY_REPLIES))) {
            replied = replied.with(from);
            enterIfAnswered(out);
        }
    }

    private void enterIfAnswered(Outbox<RicartAgrawalaMessage> out) {
        if (isBack && replied.containsAll(notes)) {
            phase = Phase.HOLDING;
            out.entered();
        }
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public boolean isContended() {
        return !held.isEmpty();
    }

    @Override
    public boolean isQuiescent() {
        return phase == Phase.IDLE && held.isEmpty() && numbers.mayBeForgotten();
    }

    @Override
    public LockMachine<RicartAgrawalaMessage> copy(MachineContext other) {
        RingMachine copy = new RingMachine(other, rules, numbers.copy(other), held.copy());
        copy.phase = phase;
        copy.ours = ours;
        copy.isBack = isBack;
        copy.notes = notes;
        copy.replied = replied;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", ours);
        writer.flag("back", isBack);
        writer.nodes("notes", notes);
        writer.nodes("replied", replied);
        held.describeTo(writer);
        numbers.describeTo(writer);
    }
}
