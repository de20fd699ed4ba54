package io.quorate.core.protocol.maekawa;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.StateWriter;

/** One lock at one node: a requester for the node's own wishes, an arbiter for everybody's. It only routes between them. */
final class MaekawaMachine implements LockMachine<MaekawaMessage>, MaekawaMessage.Handler {
    private final MachineContext context;
    private final Requester requester;
    private final Arbiter arbiter;

    MaekawaMachine(MachineContext context, Rules rules) {
        this(context, new Requester(context, rules), new Arbiter(rules));
    }

    private MaekawaMachine(MachineContext context, Requester requester, Arbiter arbiter) {
        this.context = context;
        this.requester = requester;
        this.arbiter = arbiter;
    }

    /** SHARED is taken as EXCLUSIVE: the paper knows one mode. */
    @Override
    public void acquire(Mode mode, Outbox<MaekawaMessage> out) {
        requester.acquire(out);
    }

    @Override
    public void release(Outbox<MaekawaMessage> out) {
        requester.release(out);
    }

    @Override
    public void abandon(Outbox<MaekawaMessage> out) {
        requester.abandon(out);
    }

    @Override
    public void receive(NodeId from, MaekawaMessage message, Outbox<MaekawaMessage> out) {
        message.deliverTo(this, from, out);
    }

    @Override
    public void onRequest(MaekawaMessage.Request request, NodeId from, Outbox<MaekawaMessage> out) {
        arbiter.onRequest(request, from, context.clock(), out);
    }

    @Override
    public void onRelinquish(MaekawaMessage.Relinquish relinquish, NodeId from, Outbox<MaekawaMessage> out) {
        arbiter.onRelinquish(relinquish, from, out);
    }

    @Override
    public void onRelease(MaekawaMessage.Release release, NodeId from, Outbox<MaekawaMessage> out) {
        arbiter.onRelease(release, from, out);
    }

    @Override
    public void onLocked(MaekawaMessage.Locked locked, NodeId from, Outbox<MaekawaMessage> out) {
        requester.onLocked(locked, from, out);
    }

    @Override
    public void onFailed(MaekawaMessage.Failed failed, NodeId from, Outbox<MaekawaMessage> out) {
        requester.onFailed(failed, from, out);
    }

    @Override
    public void onInquire(MaekawaMessage.Inquire inquire, NodeId from, Outbox<MaekawaMessage> out) {
        requester.onInquire(inquire, from, out);
    }

    @Override
    public void linkReset(NodeId peer, Outbox<MaekawaMessage> out) {
        requester.linkReset(peer, out);
        arbiter.linkReset(peer, out);
    }

    @Override
    public Phase phase() {
        return requester.phase();
    }

    @Override
    public boolean isContended() {
        return requester.isContended() || (requester.phase() != Phase.IDLE && arbiter.isContended());
    }

    @Override
    public boolean isQuiescent() {
        return requester.phase() == Phase.IDLE && arbiter.isEmpty();
    }

    @Override
    public LockMachine<MaekawaMessage> copy(MachineContext other) {
        return new MaekawaMachine(other, requester.copy(other), arbiter.copy());
    }

    @Override
    public void describeTo(StateWriter writer) {
        requester.describeTo(writer);
        arbiter.describeTo(writer);
    }
}
