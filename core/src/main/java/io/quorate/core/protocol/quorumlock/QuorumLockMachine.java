package io.quorate.core.protocol.quorumlock;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.Handlers;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.TimerName;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Announce;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Noted;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Request;

/** One lock at one node: a requester for the node's own wishes, an arbiter for everybody's. It only routes between them. */
final class QuorumLockMachine implements LockMachine<QuorumLockMessage> {
    private static final Handlers<QuorumLockMachine, QuorumLockMessage> ON = Handlers.of(
                    QuorumLockMachine.class, QuorumLockMessage.TABLE)
            .on(Request.class, (self, m, from, out) -> self.arbiter.onRequest(m, from, out))
            .on(Release.class, (self, m, from, out) -> self.arbiter.onRelease(m, from, out))
            .on(Relinquish.class, (self, m, from, out) -> self.arbiter.onRelinquish(m, from, out))
            .on(Announce.class, (self, m, from, out) -> self.arbiter.onAnnounce(m, from, out))
            .on(Grant.class, (self, m, from, out) -> self.requester.onGrant(m, from, out))
            .on(Queued.class, (self, m, from, out) -> self.requester.onQueued(m, from, out))
            .on(Inquire.class, (self, m, from, out) -> self.requester.onInquire(m, from, out))
            .on(Noted.class, (self, m, from, out) -> self.requester.onNoted(m, from, out))
            .complete();

    private final Requester requester;
    private final Arbiter arbiter;

    QuorumLockMachine(MachineContext context) {
        this(new Requester(context), new Arbiter(context));
    }

    private QuorumLockMachine(Requester requester, Arbiter arbiter) {
        this.requester = requester;
        this.arbiter = arbiter;
    }

    @Override
    public void acquire(Mode mode, Outbox<QuorumLockMessage> out) {
        requester.acquire(mode, out);
    }

    @Override
    public void release(Outbox<QuorumLockMessage> out) {
        requester.release(out);
    }

    @Override
    public boolean stand(Outbox<QuorumLockMessage> out) {
        return requester.stand(out);
    }

    @Override
    public void abandon(Outbox<QuorumLockMessage> out) {
        requester.abandon(out);
    }

    @Override
    public void receive(NodeId from, QuorumLockMessage message, Outbox<QuorumLockMessage> out) {
        ON.handle(this, message, from, out);
    }

    @Override
    public void timerFired(TimerName timer, Outbox<QuorumLockMessage> out) {
        requester.idleTimeIsOver(out);
    }

    @Override
    public void peerSuspected(NodeId peer, Outbox<QuorumLockMessage> out) {
        requester.suspicionsChanged(out);
    }

    @Override
    public void peerTrusted(NodeId peer, Outbox<QuorumLockMessage> out) {
        requester.suspicionsChanged(out);
    }

    @Override
    public void linkReset(NodeId peer, Outbox<QuorumLockMessage> out) {
        requester.linkReset(peer, out);
        arbiter.linkReset(peer, out);
    }

    @Override
    public void trustEnded(NodeId voter, Outbox<QuorumLockMessage> out) {
        requester.trustEnded(voter, out);
    }

    @Override
    public void ownerGone(NodeId node, int incarnation, Outbox<QuorumLockMessage> out) {
        arbiter.ownerGone(node, incarnation, out);
    }

    @Override
    public void votingBegan(Outbox<QuorumLockMessage> out) {
        arbiter.votingBegan(out);
    }

    @Override
    public long fence() {
        return requester.fence();
    }

    @Override
    public long validUntil() {
        return requester.validUntil();
    }

    @Override
    public Phase phase() {
        return requester.phase();
    }

    @Override
    public boolean isContended() {
        return requester.isContended();
    }

    @Override
    public boolean isQuiescent() {
        return requester.phase() == Phase.IDLE && arbiter.isEmpty();
    }

    @Override
    public LockMachine<QuorumLockMessage> copy(MachineContext context) {
        return new QuorumLockMachine(requester.copy(context), arbiter.copy(context));
    }

    @Override
    public void describeTo(StateWriter writer) {
        requester.describeTo(writer);
        arbiter.describeTo(writer);
    }
}
