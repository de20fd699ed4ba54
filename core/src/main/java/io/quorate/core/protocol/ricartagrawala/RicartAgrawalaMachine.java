package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.ricartagrawala.Choices.Choice;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Request;
import org.jspecify.annotations.Nullable;

/**
 * Section 2.2. The three processes of the report are three calls of this machine, and the semaphore is that a call is one
 * step.
 */
final class RicartAgrawalaMachine implements LockMachine<RicartAgrawalaMessage>, RicartAgrawalaMessage.Handler {
    private final MachineContext context;
    private final Rules rules;
    private final SequenceNumbers numbers;
    private final ReplyDeferred replyDeferred;

    /** Requesting_Critical_Section is: not IDLE. */
    private Phase phase = Phase.IDLE;

    /** Our_Sequence_Number, with our node number. */
    private @Nullable Stamp ours;

    private Mode mode = Mode.EXCLUSIVE;

    /** Section 7.4, Awaiting_Reply, instead of Outstanding_Reply_Count. */
    private NodeSet awaitingReply = NodeSet.EMPTY;

    /** Carvalho and Roucairol: those whose REPLY still holds, because they have not asked since. */
    private NodeSet standing = NodeSet.EMPTY;

    RicartAgrawalaMachine(MachineContext context, Rules rules) {
        this(context, rules, SequenceNumbers.of(rules, context), new ReplyDeferred(rules));
    }

    private RicartAgrawalaMachine(
            MachineContext context, Rules rules, SequenceNumbers numbers, ReplyDeferred replyDeferred) {
        this.context = context;
        this.rules = rules;
        this.numbers = numbers;
        this.replyDeferred = replyDeferred;
    }

    private NodeSet others() {
        return context.voters().without(context.self());
    }

    /** "Process which invokes mutual exclusion for this node", first half. Without readers, SHARED is taken as EXCLUSIVE. */
    @Override
    public void acquire(Mode wanted, Outbox<RicartAgrawalaMessage> out) {
        ask(wanted, others(), out);
    }

    /** The same, of these others: section 7.1. */
    void ask(Mode wanted, NodeSet others, Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        phase = Phase.WAITING;
        mode = rules.has(Choice.READERS_WRITERS) ? wanted : Mode.EXCLUSIVE;
        Stamp request = new Stamp(numbers.choose(), context.self(), context.incarnation());
        ours = request;
        awaitingReply = others.minus(standing);
        for (int index = awaitingReply.next(0); index >= 0; index = awaitingReply.next(index + 1)) {
            out.send(NodeId.of(index), new Request(request, mode));
        }
        enterIfAnswered(out);
    }

    private void enterIfAnswered(Outbox<RicartAgrawalaMessage> out) {
        int enough = rules.keep(Rule.R1_ASK_ALL) ? 0 : 1;
        if (phase == Phase.WAITING && awaitingReply.size() <= enough) {
            phase = Phase.HOLDING;
            out.entered();
        }
    }

    @Override
    public void release(Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        standing = rules.has(Choice.STANDING_REPLIES) ? others() : NodeSet.EMPTY;
        leave(out);
    }

    /** Departure: in the report nobody gives up. Those who have deferred us answer some time, which means nothing then. */
    @Override
    public void abandon(Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        leave(out);
    }

    /** "Process which invokes mutual exclusion for this node", second half. */
    private void leave(Outbox<RicartAgrawalaMessage> out) {
        phase = Phase.IDLE;
        ours = null;
        awaitingReply = NodeSet.EMPTY;
        for (Stamp request : replyDeferred.takeAll()) {
            if (rules.keep(Rule.D3_ANSWER_THE_DEFERRED)) {
                reply(request, out);
            }
        }
    }

    /** Whoever answers gives away what it had of the other. */
    private void reply(Stamp request, Outbox<RicartAgrawalaMessage> out) {
        if (rules.keep(Rule.C2_GIVEN_AWAY)) {
            standing = standing.without(request.node());
        }
        out.send(request.node(), new Reply(request));
    }

    @Override
    public void receive(NodeId from, RicartAgrawalaMessage message, Outbox<RicartAgrawalaMessage> out) {
        message.deliverTo(this, from, out);
    }

    /** "Process which receives REQUEST(k, j) messages". */
    @Override
    public void onRequest(Request request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!request.stamp().node().equals(from)) {
            context.countForged();
            return;
        }
        numbers.see(request.stamp().counter());
        Stamp own = ours;
        if (own == null) {
            reply(request.stamp(), out);
        } else if (defers(own, request)) {
            replyDeferred.add(request.stamp());
        } else {
            letPass(own, request, out);
        }
    }

    /** The decision table of section 2.2. */
    private boolean defers(Stamp own, Request request) {
        if (mode == Mode.SHARED && (request.mode() == Mode.SHARED || !rules.keep(Rule.W1_READERS_TOGETHER))) {
            return false;
        }
        if (numbers.isSmaller(own, request.stamp())) {
            return rules.keep(Rule.D1_SMALLER_FIRST); // rule 3
        }
        boolean isTie = !numbers.isSmaller(request.stamp(), own);
        return isTie && own.isBefore(request.stamp()) && rules.keep(Rule.D2_TIES); // rules 4 and 5; else rule 2
    }

    /** Carvalho and Roucairol: who lets another pass although it had its REPLY already must ask for it again. */
    private void letPass(Stamp own, Request request, Outbox<RicartAgrawalaMessage> out) {
        NodeId asker = request.stamp().node();
        boolean isTakenBack = standing.contains(asker) && rules.keep(Rule.C1_TAKE_BACK);
        reply(request.stamp(), out);
        if (isTakenBack && phase == Phase.WAITING) {
            awaitingReply = awaitingReply.with(asker);
            out.send(asker, new Request(own, mode));
        }
    }

    /** "Process which receives REPLY messages". */
    @Override
    public void onReply(Reply reply, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (phase != Phase.WAITING
                || (rules.keep(Rule.R2_TAGS) && !reply.stamp().equals(ours))) {
            return;
        }
        boolean isCounted = awaitingReply.contains(from) || rules.keep(Rule.R3_SET);
        awaitingReply = awaitingReply.without(isCounted ? from : NodeId.of(awaitingReply.next(0)));
        enterIfAnswered(out);
    }

    /** Departure: the report assumes that no message is lost. To ask again does no harm, as both sides remember by request. */
    @Override
    public void linkReset(NodeId peer, Outbox<RicartAgrawalaMessage> out) {
        Stamp own = ours;
        if (own != null && awaitingReply.contains(peer) && rules.keep(Rule.R4_ASK_AGAIN)) {
            out.send(peer, new Request(own, mode));
        }
    }

    /** Sections 7.3, 7.4: this node will not answer, and need not. */
    void pretendReply(NodeId of, Outbox<RicartAgrawalaMessage> out) {
        if (phase == Phase.WAITING && rules.keep(Rule.P2_PRETEND)) {
            boolean isCounted = !awaitingReply.isEmpty() && !rules.keep(Rule.P3_PRETEND_BY_NAME);
            awaitingReply = awaitingReply.without(isCounted ? NodeId.of(awaitingReply.next(0)) : of);
            enterIfAnswered(out);
        }
        replyDeferred.remove(of);
    }

    /** Section 7.4: those that have not sent a REPLY. */
    NodeSet awaitingReply() {
        return awaitingReply;
    }

    /** The present request, if there is one. */
    @Nullable
    Request request() {
        Stamp own = ours;
        return own == null ? null : new Request(own, mode);
    }

    boolean isDeferring(NodeId node) {
        return replyDeferred.contains(node);
    }

    SequenceNumbers numbers() {
        return numbers;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public boolean isContended() {
        return !replyDeferred.isEmpty();
    }

    @Override
    public boolean isQuiescent() {
        return phase == Phase.IDLE && replyDeferred.isEmpty() && standing.isEmpty() && numbers.mayBeForgotten();
    }

    @Override
    public RicartAgrawalaMachine copy(MachineContext other) {
        RicartAgrawalaMachine copy = new RicartAgrawalaMachine(other, rules, numbers.copy(other), replyDeferred.copy());
        copy.phase = phase;
        copy.ours = ours;
        copy.mode = mode;
        copy.awaitingReply = awaitingReply;
        copy.standing = standing;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", ours);
        writer.flag("shared", mode == Mode.SHARED);
        writer.nodes("awaiting", awaitingReply);
        writer.nodes("standing", standing);
        replyDeferred.describeTo(writer);
        numbers.describeTo(writer);
    }
}
