// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.rosters.Rise;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;

/** One lock at one node: a requester for the node's own wishes, a voter for everybody's. It only routes between them. */
final class QuorumLockMachine implements LockMachine<QuorumLockMessage>, QuorumLockMessage.Handler {
    private final Requester requester;
    private final Voter voter;

    QuorumLockMachine(MachineContext context) {
        this(new Requester(context), new Voter(context));
    }

    private QuorumLockMachine(Requester requester, Voter voter) {
        this.requester = requester;
        this.voter = voter;
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
    public boolean writerWaits(boolean waits, Outbox<QuorumLockMessage> out) {
        return requester.writerWaits(waits, out);
    }

    @Override
    public boolean passOnToWriter(Outbox<QuorumLockMessage> out) {
        return requester.passOnToWriter(out);
    }

    @Override
    public void abandon(Outbox<QuorumLockMessage> out) {
        requester.abandon(out);
    }

    @Override
    public void receive(NodeId from, QuorumLockMessage message, Outbox<QuorumLockMessage> out) {
        message.deliverTo(this, from, out);
    }

    @Override
    public void onRequest(QuorumLockMessage.Request request, NodeId from, Outbox<QuorumLockMessage> out) {
        voter.onRequest(request, from, out);
    }

    @Override
    public void onBehind(QuorumLockMessage.Behind behind, NodeId from, Outbox<QuorumLockMessage> out) {
        voter.onBehind(behind, from, out);
    }

    @Override
    public void onRelease(QuorumLockMessage.Release release, NodeId from, Outbox<QuorumLockMessage> out) {
        voter.onRelease(release, from, out);
    }

    @Override
    public void onRelinquish(QuorumLockMessage.Relinquish relinquish, NodeId from, Outbox<QuorumLockMessage> out) {
        voter.onRelinquish(relinquish, from, out);
    }

    @Override
    public void onAnnounce(QuorumLockMessage.Announce announce, NodeId from, Outbox<QuorumLockMessage> out) {
        voter.onAnnounce(announce, from, out);
    }

    @Override
    public void onGrant(QuorumLockMessage.Grant grant, NodeId from, Outbox<QuorumLockMessage> out) {
        requester.onGrant(grant, from, out);
    }

    @Override
    public void onQueued(QuorumLockMessage.Queued queued, NodeId from, Outbox<QuorumLockMessage> out) {
        requester.onQueued(queued, from, out);
    }

    @Override
    public void onInquire(QuorumLockMessage.Inquire inquire, NodeId from, Outbox<QuorumLockMessage> out) {
        requester.onInquire(inquire, from, out);
    }

    @Override
    public void onNoted(QuorumLockMessage.Noted noted, NodeId from, Outbox<QuorumLockMessage> out) {
        requester.onNoted(noted, from, out);
    }

    @Override
    public void onHeld(QuorumLockMessage.Held held, NodeId from, Outbox<QuorumLockMessage> out) {
        voter.onHeld(held, from, out);
    }

    @Override
    public void onBusy(QuorumLockMessage.Busy busy, NodeId from, Outbox<QuorumLockMessage> out) {
        requester.onBusy(busy, from, out);
    }

    @Override
    public void askNow(boolean wanted, Outbox<QuorumLockMessage> out) {
        requester.askNow(wanted, out);
    }

    @Override
    public boolean asksNow() {
        return requester.asksNow();
    }

    @Override
    public void timerFired(TimerName timer, Outbox<QuorumLockMessage> out) {
        if (timer == QuorumLockTimer.SPARES) {
            requester.sparesAreDue(out);
        } else {
            requester.idleTimeIsOver(out);
        }
    }

    @Override
    public void hintsChanged(Outbox<QuorumLockMessage> out) {
        requester.reconsider(out);
    }

    @Override
    public boolean mayLeave(NodeId peer, Outbox<QuorumLockMessage> out) {
        return requester.mayLeave(peer, out);
    }

    @Override
    public void left(NodeId peer, Outbox<QuorumLockMessage> out) {
        requester.left(peer, out);
    }

    @Override
    public void twinSeen(NodeId peer, Outbox<QuorumLockMessage> out) {
        requester.twinSeen(peer, out);
    }

    @Override
    public boolean hasSpares() {
        return requester.hasSpares();
    }

    @Override
    public void peerSuspected(NodeId peer, Outbox<QuorumLockMessage> out) {
        requester.reconsider(out);
    }

    @Override
    public void peerRestored(NodeId peer, Outbox<QuorumLockMessage> out) {
        requester.reconsider(out);
    }

    @Override
    public void linkReset(NodeId peer, Outbox<QuorumLockMessage> out) {
        requester.linkReset(peer, out);
        voter.linkReset(peer, out);
    }

    @Override
    public void configurationRose(Rise rise, long validBefore, Outbox<QuorumLockMessage> out) {
        requester.configurationRose(rise, validBefore, out);
    }

    @Override
    public long endFrozen(long now, Outbox<QuorumLockMessage> out) {
        return requester.endFrozen(now, out);
    }

    @Override
    public void trustEnded(NodeId voter, Outbox<QuorumLockMessage> out) {
        requester.trustEnded(voter, out);
    }

    @Override
    public void ownerGone(NodeId node, long incarnation, Outbox<QuorumLockMessage> out) {
        voter.ownerGone(node, incarnation, out);
    }

    @Override
    public void votingBegan(Outbox<QuorumLockMessage> out) {
        voter.votingBegan(out);
    }

    @Override
    public long fence() {
        return requester.fence();
    }

    @Override
    public void renewFence(Outbox<QuorumLockMessage> out) {
        requester.renewFence(out);
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
        return requester.phase() == Phase.IDLE && voter.isEmpty();
    }

    @Override
    public LockMachine<QuorumLockMessage> copy(MachineContext context) {
        return new QuorumLockMachine(requester.copy(context), voter.copy(context));
    }

    @Override
    public void describeTo(StateWriter writer) {
        requester.describeTo(writer);
        voter.describeTo(writer);
    }
}
