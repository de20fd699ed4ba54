package io.quorate.core.protocol.quorumlock;

import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Request;
import org.jspecify.annotations.Nullable;

/** The rules R: how a node gets the lock from its arbiters, gives way while it waits, and gives the lock back. */
final class Requester {
    private final MachineContext context;
    private final Rules rules;
    private final Votes votes;

    private Phase phase = Phase.IDLE;
    private @Nullable Mode mode;
    private @Nullable Stamp stamp;
    private boolean contended;

    Requester(MachineContext context, Rules rules) {
        this(context, rules, new Votes());
    }

    private Requester(MachineContext context, Rules rules, Votes votes) {
        this.context = context;
        this.rules = rules;
        this.votes = votes;
    }

    Phase phase() {
        return phase;
    }

    boolean isContended() {
        return contended;
    }

    /** R1: a new stamp, and a Request to each member of one quorum without suspects. */
    void acquire(Mode wanted, Outbox<QuorumLockMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        Stamp fresh = context.nextStamp();
        stamp = fresh;
        mode = wanted;
        phase = Phase.WAITING;
        ask(quorumWithoutSuspects(), new Request(fresh, wanted), out);
    }

    private NodeSet quorumWithoutSuspects() {
        NodeSet suspected = context.suspected();
        NodeSet usual = context.quorums().quorumOf(context.self());
        if (!usual.intersects(suspected)) {
            return usual;
        }
        // With no quorum left to reach, the usual one is as good as any: its members may come back.
        return context.quorums().quorumAvoiding(context.self(), suspected).orElse(usual);
    }

    /** A request only ever adds arbiters: whoever was asked stays asked until the request is over. */
    private void ask(NodeSet arbiters, Request request, Outbox<QuorumLockMessage> out) {
        for (int index = arbiters.next(0); index >= 0; index = arbiters.next(index + 1)) {
            NodeId arbiter = NodeId.of(index);
            if (!votes.asked().contains(arbiter)) {
                votes.ask(arbiter);
                out.send(arbiter, request);
            }
        }
    }

    /** Upon Grant: the arbiter's vote is ours, unless we gave this very grant back before. */
    void onGrant(Grant grant, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!isLive(grant, from, out)) {
            return;
        }
        contended |= grant.contended(); // R6
        countGrant(grant.stamp(), grant.number(), from, out);
        enterWithQuorum(out);
    }

    /** Upon Queued: nothing, but for R2. */
    void onQueued(Queued queued, NodeId from, Outbox<QuorumLockMessage> out) {
        isLive(queued, from, out);
    }

    /** Upon Inquire: others wait. If an older one does and we do not hold, we give way at once (R8). */
    void onInquire(Inquire inquire, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!isLive(inquire, from, out)) {
            return;
        }
        contended = true; // R6
        if (rules.keep(Rule.R4_INQUIRE_PROVES_THE_GRANT)) {
            countGrant(inquire.stamp(), inquire.number(), from, out);
            enterWithQuorum(out);
        }
        boolean mayGiveWay = phase == Phase.WAITING && rules.keep(Rule.R8_GIVE_WAY);
        if (inquire.yield()
                && mayGiveWay
                && votes.granted().contains(from)
                && votes.isCurrent(from, inquire.number())) {
            votes.giveBack(from);
            out.send(from, new Relinquish(inquire.stamp(), inquire.number()));
        }
    }

    /** R2: an answer to a request of ours that is over is answered by Release, so that no ghost keeps a vote. */
    private boolean isLive(QuorumLockMessage answer, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!answer.stamp().equals(stamp)) {
            if (context.isMine(answer.stamp()) && rules.keep(Rule.R2_ANSWER_WHAT_IS_OVER)) {
                out.send(from, new Release(answer.stamp()));
            }
            return false;
        }
        return votes.asked().contains(from);
    }

    /** R4: a newer grant counts. R5: one that we no longer have is given back again; the first time may have been lost. */
    private void countGrant(Stamp live, long number, NodeId from, Outbox<QuorumLockMessage> out) {
        if (votes.isNew(from, number) || !rules.keep(Rule.R4_ONLY_NEWER_GRANTS)) {
            votes.accept(from, number);
        } else if (!votes.granted().contains(from) && rules.keep(Rule.R5_RELINQUISH_AGAIN)) {
            out.send(from, new Relinquish(live, number));
        }
    }

    /** R7: a waiter whose grants contain a quorum holds. */
    private void enterWithQuorum(Outbox<QuorumLockMessage> out) {
        if (phase == Phase.WAITING && isEnough(votes.granted())) {
            phase = Phase.HOLDING;
            out.entered();
        }
    }

    private boolean isEnough(NodeSet granted) {
        if (rules.keep(Rule.R7_A_WHOLE_QUORUM)) {
            return context.quorums().isQuorum(granted);
        }
        NodeSet asked = votes.asked();
        return granted.size() >= asked.size() - 1;
    }

    void release(Outbox<QuorumLockMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        over(out);
    }

    void abandon(Outbox<QuorumLockMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        over(out);
    }

    /** R9: Release to every arbiter asked, granted or not. The stamp never comes back. */
    private void over(Outbox<QuorumLockMessage> out) {
        Release release = new Release(live());
        NodeSet told = rules.keep(Rule.R9_RELEASE_TO_ALL_ASKED) ? votes.asked() : votes.granted();
        for (int index = told.next(0); index >= 0; index = told.next(index + 1)) {
            out.send(NodeId.of(index), release);
        }
        phase = Phase.IDLE;
        stamp = null;
        mode = null;
        contended = false;
        votes.clear();
    }

    /**
     * P1, when a peer is suspected or trusted again: a waiter that has not asked a quorum without suspects asks further
     * arbiters, if there is such a quorum now. Nothing is withdrawn (P2).
     */
    void suspicionsChanged(Outbox<QuorumLockMessage> out) {
        if (phase == Phase.WAITING && !hasAskedEnough() && rules.keep(Rule.P1_WIDEN)) {
            ask(quorumWithoutSuspects(), liveRequest(), out);
        }
    }

    private boolean hasAskedEnough() {
        NodeSet asked = votes.asked();
        NodeSet suspected = context.suspected();
        for (int index = suspected.next(0); index >= 0; index = suspected.next(index + 1)) {
            asked = asked.without(NodeId.of(index));
        }
        return context.quorums().isQuorum(asked);
    }

    /** S4: what we said to the peer may be lost, so we ask again; its answer also repeats what it said to us. */
    void linkReset(NodeId peer, Outbox<QuorumLockMessage> out) {
        if (votes.asked().contains(peer) && rules.keep(Rule.S4_ASK_AGAIN)) {
            out.send(peer, liveRequest());
        }
    }

    private Stamp live() {
        Stamp current = stamp;
        if (current == null) {
            throw new IllegalStateException("there is no live request");
        }
        return current;
    }

    private Request liveRequest() {
        Mode wanted = mode;
        if (wanted == null) {
            throw new IllegalStateException("there is no live request");
        }
        return new Request(live(), wanted);
    }

    Requester copy(MachineContext other) {
        Requester copy = new Requester(other, rules, votes.copy());
        copy.phase = phase;
        copy.mode = mode;
        copy.stamp = stamp;
        copy.contended = contended;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.word("mode", mode);
        writer.stamp("stamp", stamp);
        writer.flag("contended", contended);
        votes.describeTo(writer);
    }
}
