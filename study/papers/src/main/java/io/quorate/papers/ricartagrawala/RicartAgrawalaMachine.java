// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.MediaMessage.Broadcast;
import io.quorate.papers.ricartagrawala.MediaMessage.Deferred;
import io.quorate.papers.ricartagrawala.MediaMessage.ReplyList;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.papers.ricartagrawala.numbers.SequenceNumbers;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Section 2.2. The three processes of the report are three calls of this machine, and the semaphore is that a call is one
 * step.
 */
public final class RicartAgrawalaMachine implements LockMachine<RicartAgrawalaMessage> {
    private static final Handlers<RicartAgrawalaMachine, RicartAgrawalaMessage> ON = Handlers.of(
                    RicartAgrawalaMachine.class, RicartAgrawalaMessage.TABLE)
            .on(Request.class, RicartAgrawalaMachine::onRequest)
            .on(Reply.class, RicartAgrawalaMachine::onReply)
            .on(Deferred.class, RicartAgrawalaMachine::onDeferred)
            .on(ReplyList.class, RicartAgrawalaMachine::onReplyList)
            .on(Broadcast.class, (self, m, from, out) -> self.receive(from, m.content(), out))
            .otherwise((self, m, from, out) -> self.context.countForged());

    private final MachineContext context;
    private final Rules rules;
    private final SequenceNumbers numbers;
    private final DecisionTable decisionTable;
    private final ReplyDeferred replyDeferred;
    private final Attempts attempts;
    private final ImplicitReply implicitReply;

    /** Requesting_Critical_Section is: not IDLE. */
    private Phase phase = Phase.IDLE;

    /** Our_Sequence_Number, with our node number. */
    private @Nullable Stamp ours;

    private Mode mode = Mode.EXCLUSIVE;

    /** Section 7.4, Awaiting_Reply, instead of Outstanding_Reply_Count. */
    private NodeSet awaitingReply = NodeSet.EMPTY;

    /** Carvalho and Roucairol: those whose REPLY still holds, because they have not asked since. */
    private NodeSet standing = NodeSet.EMPTY;

    /**
     * B4: with {@code modulo}, given up while it waited. A number that was chosen must have its turn before the next is chosen,
     * so the request goes on until somebody takes it up again, or it is granted and passed on.
     */
    private boolean withdrawn;

    public RicartAgrawalaMachine(MachineContext context, Rules rules) {
        this(
                context,
                rules,
                SequenceNumbers.of(rules, context),
                new ReplyDeferred(rules),
                new Attempts(),
                new ImplicitReply(rules));
    }

    private RicartAgrawalaMachine(
            MachineContext context,
            Rules rules,
            SequenceNumbers numbers,
            ReplyDeferred replyDeferred,
            Attempts attempts,
            ImplicitReply implicitReply) {
        this.context = context;
        this.rules = rules;
        this.numbers = numbers;
        this.decisionTable = new DecisionTable(rules, numbers);
        this.replyDeferred = replyDeferred;
        this.attempts = attempts;
        this.implicitReply = implicitReply;
    }

    private NodeSet others() {
        return context.voters().without(context.self());
    }

    /** "Process which invokes mutual exclusion for this node", first half. Without readers, SHARED is taken as EXCLUSIVE. */
    @Override
    public void acquire(Mode wanted, Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(phase() == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        if (withdrawn) {
            withdrawn = false;
        } else {
            boolean knowsShared = rules.has(Choice.READERS_WRITERS) || rules.has(Choice.WRITERS_FIRST);
            request(knowsShared ? wanted : Mode.EXCLUSIVE, others(), out);
        }
    }

    /** Of these others: section 7.1. */
    public void request(Mode wanted, NodeSet others, Outbox<RicartAgrawalaMessage> out) {
        phase = Phase.WAITING;
        mode = wanted;
        Stamp request = new Stamp(numbers.choose(), context.self(), context.incarnation());
        ours = request;
        awaitingReply = others.minus(standing);
        if (rules.broadcasts()) {
            out.broadcast(awaitingReply, new Broadcast(new Request(request, mode)));
        } else {
            for (int index = awaitingReply.next(0); index >= 0; index = awaitingReply.next(index + 1)) {
                out.send(NodeId.of(index), new Request(request, mode));
            }
        }
        implicitReply.begin(out);
        enterIfAnswered(out);
    }

    private void enterIfAnswered(Outbox<RicartAgrawalaMessage> out) {
        int enough = rules.keep(Rule.R1_ASK_ALL) ? 0 : 1;
        if (phase != Phase.WAITING || awaitingReply.size() > enough) {
            return;
        }
        if (withdrawn) {
            leave(out);
        } else {
            phase = Phase.HOLDING;
            implicitReply.end(out);
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
        Invariant.hold(phase() == Phase.WAITING, "only a waiter abandons");
        if (rules.has(Choice.MODULO) && rules.keep(Rule.B4_NOT_RECALLED)) {
            withdrawn = true;
        } else {
            implicitReply.end(out);
            leave(out);
        }
    }

    /** "Process which invokes mutual exclusion for this node", second half. */
    private void leave(Outbox<RicartAgrawalaMessage> out) {
        phase = Phase.IDLE;
        withdrawn = false;
        ours = null;
        mode = Mode.EXCLUSIVE;
        awaitingReply = NodeSet.EMPTY;
        attempts.end();
        List<Stamp> requests = replyDeferred.takeAll();
        if (rules.has(Choice.BROADCAST_REPLIES) && !requests.isEmpty()) {
            out.broadcast(others(), new Broadcast(new ReplyList(requests))); // section 6.2.2
            return;
        }
        for (Stamp request : requests) {
            if (rules.keep(Rule.D3_ANSWER_THE_DEFERRED)) {
                reply(request, out);
            }
        }
    }

    /** A node that sends a REPLY no longer has that of the other node. */
    private void reply(Stamp request, Outbox<RicartAgrawalaMessage> out) {
        if (rules.keep(Rule.C2_GIVEN_AWAY)) {
            standing = standing.without(request.node());
        }
        out.send(request.node(), new Reply(request, attempts.answer(request)));
    }

    /** Section 6.1: silence tells a requester that it need not wait. */
    private void replyAtOnce(Stamp request, Outbox<RicartAgrawalaMessage> out) {
        if (!implicitReply.isUsed()) {
            reply(request, out);
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

    /** "Process which receives REQUEST(k, j) messages". */
    public void onRequest(Request request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!request.stamp().node().equals(from)
                || !numbers.isPossible(request.stamp().counter())) {
            context.countForged();
            return;
        }
        replyDeferred.noteWhatWasDecided();
        numbers.see(request.stamp().counter());
        attempts.see(request);
        Stamp own = ours;
        if (own == null) {
            replyAtOnce(request.stamp(), out);
        } else if (decisionTable.defers(phase, own, mode, request)) {
            defer(request.stamp(), out);
        } else {
            letPass(own, request, out);
        }
    }

    private void defer(Stamp request, Outbox<RicartAgrawalaMessage> out) {
        replyDeferred.add(request);
        if (replyDeferred.isUndone()) {
            out.startTimer(RicartAgrawalaTimer.GOES_ON, Duration.ZERO, Duration.ZERO);
        }
        if (implicitReply.isUsed() && rules.keep(Rule.I1_SAY_DEFERRED)) {
            out.send(request.node(), new Deferred(request));
        }
    }

    @Override
    public void timerFired(TimerName timer, Outbox<RicartAgrawalaMessage> out) {
        if (timer == RicartAgrawalaTimer.GOES_ON) {
            replyDeferred.noteWhatWasDecided();
        } else if (phase == Phase.WAITING) {
            awaitingReply = implicitReply.stillAwaited(awaitingReply); // only those that have said DEFERRED
            enterIfAnswered(out);
        }
    }

    /** A node that lets another pass although it has its REPLY, or may have it, must ask for it again. */
    private void letPass(Stamp own, Request request, Outbox<RicartAgrawalaMessage> out) {
        NodeId asker = request.stamp().node();
        boolean isTakenBack = standing.contains(asker) && rules.keep(Rule.C1_TAKE_BACK);
        replyAtOnce(request.stamp(), out);
        if (phase != Phase.WAITING) {
            return;
        }
        if (isGivenBack(own, request)) {
            attempts.again(asker);
            isTakenBack = true;
        }
        if (isTakenBack) {
            awaitingReply = awaitingReply.with(asker);
            out.send(asker, new Request(own, mode, attempts.to(asker)));
        }
    }

    /**
     * With {@code writers-first}, a reader lets a writer pass that asked later. So the writer may have answered the reader before,
     * and that REPLY, which may still be on its way, must not count any more.
     */
    private boolean isGivenBack(Stamp own, Request request) {
        return rules.has(Choice.WRITERS_FIRST)
                && rules.keep(Rule.W3_GIVE_BACK)
                && mode != request.mode()
                && numbers.isSmaller(own, request.stamp());
    }

    /** "Process which receives REPLY messages". */
    public void onReply(Reply reply, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (phase != Phase.WAITING
                || (rules.keep(Rule.R2_TAGS) && !reply.stamp().equals(ours))
                || (rules.keep(Rule.W4_ATTEMPTS) && reply.attempt() != attempts.to(from))) {
            return;
        }
        boolean isCounted = awaitingReply.contains(from) || rules.keep(Rule.R3_SET);
        awaitingReply = awaitingReply.without(isCounted ? from : NodeId.of(awaitingReply.next(0)));
        enterIfAnswered(out);
    }

    /** Section 6.1: silence of this node is no REPLY. Once its REPLY has come, a DEFERRED that is late means nothing. */
    void onDeferred(Deferred deferred, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        boolean isPresent = deferred.stamp().equals(ours) || !rules.keep(Rule.I2_TAGS);
        if (phase == Phase.WAITING && awaitingReply.contains(from) && isPresent) {
            implicitReply.noteDeferred(from);
        }
    }

    /** Section 6.2.2: a REPLY for those in the list, and for nobody else. */
    void onReplyList(ReplyList replies, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Stamp own = ours;
        if (own != null && (replies.stamps().contains(own) || !rules.keep(Rule.L1_RECIPIENTS))) {
            onReply(new Reply(own), from, out);
        }
    }

    /** Departure: the report assumes that no message is lost. To ask again does no harm, as both sides remember by request. */
    @Override
    public void linkReset(NodeId peer, Outbox<RicartAgrawalaMessage> out) {
        Stamp own = ours;
        if (own != null && awaitingReply.contains(peer) && rules.keep(Rule.R4_ASK_AGAIN)) {
            out.send(peer, new Request(own, mode, attempts.to(peer)));
            implicitReply.beginAgain(peer, out);
        }
    }

    /** Sections 7.3, 7.4: this node will not answer, and need not. */
    public void pretendReply(NodeId of, Outbox<RicartAgrawalaMessage> out) {
        if (phase == Phase.WAITING && rules.keep(Rule.P2_PRETEND)) {
            boolean isCounted = !awaitingReply.isEmpty() && !rules.keep(Rule.P3_PRETEND_BY_NAME);
            awaitingReply = awaitingReply.without(isCounted ? NodeId.of(awaitingReply.next(0)) : of);
            enterIfAnswered(out);
        }
        replyDeferred.remove(of);
    }

    /** Section 7.4: those that have not sent a REPLY. */
    public NodeSet awaitingReply() {
        return awaitingReply;
    }

    /** The present request, if there is one. */
    @Nullable
    public Request request() {
        Stamp own = ours;
        return own == null ? null : new Request(own, mode);
    }

    public boolean isDeferring(NodeId node) {
        return replyDeferred.contains(node);
    }

    public SequenceNumbers numbers() {
        return numbers;
    }

    @Override
    public Phase phase() {
        return withdrawn ? Phase.IDLE : phase;
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
        RicartAgrawalaMachine copy = new RicartAgrawalaMachine(
                other, rules, numbers.copy(other), replyDeferred.copy(), attempts.copy(), implicitReply.copy());
        copy.phase = phase;
        copy.ours = ours;
        copy.mode = mode;
        copy.awaitingReply = awaitingReply;
        copy.standing = standing;
        copy.withdrawn = withdrawn;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", ours);
        writer.flag("shared", mode == Mode.SHARED);
        writer.nodes("awaiting", awaitingReply);
        writer.nodes("standing", standing);
        writer.flag("withdrawn", withdrawn);
        replyDeferred.describeTo(writer);
        attempts.describeTo(writer);
        implicitReply.describeTo(writer);
        numbers.describeTo(writer);
    }
}
