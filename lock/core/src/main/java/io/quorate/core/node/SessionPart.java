// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.engine.LockEngine;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.session.HeaderOutcome;
import io.quorate.core.session.SessionEnds;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.session.SessionTerms;
import io.quorate.core.session.Sessions;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a node: the voters that it counts on, the nodes that count on it, the peers that it suspects, and whether it
 * grants. Tells the locks when any of that changes. Without sessions a node always grants.
 */
final class SessionPart implements SessionEnds {
    /** Null if the protocol has no sessions. */
    private final @Nullable Sessions sessions;

    private final MachineContext context;
    private final LockEngine<?> engine;
    private final DestinationBatches batches;

    /** The header of the last frame. */
    private final SessionHeader heard;

    /** The transport's view. The node has its own suspicions besides. */
    private NodeSet suspectedByTransport = NodeSet.EMPTY;

    /** The same, and those who do not vote: they may come to vote. */
    private NodeSet missed = NodeSet.EMPTY;

    /** The voters that the driver calls slow; with times, the sessions find out by themselves. */
    private NodeSet slowByDriver = NodeSet.EMPTY;

    /** W2: the voters that have stopped, as far as this node is concerned: it left them. */
    private NodeSet leftBehind = NodeSet.EMPTY;

    /** W2: the voters about to stop because of which the others were asked to confirm. */
    private NodeSet refreshedFor = NodeSet.EMPTY;

    /** The further steps when no witness was heard for a lease. */
    private Runnable whenCutOff = () -> {};

    /** The further steps when the node begins to grant. */
    private Runnable whenVotingBegan = () -> {};

    SessionPart(
            @Nullable Sessions sessions,
            SessionHeader heard,
            MachineContext context,
            LockEngine<?> engine,
            DestinationBatches batches) {
        this.sessions = sessions;
        this.heard = heard;
        this.context = context;
        this.engine = engine;
        this.batches = batches;
    }

    void whenCutOff(Runnable step) {
        whenCutOff = step;
    }

    void whenVotingBegan(Runnable step) {
        whenVotingBegan = step;
    }

    void copyFrom(SessionPart other) {
        suspectedByTransport = other.suspectedByTransport;
        missed = other.missed;
        slowByDriver = other.slowByDriver;
        leftBehind = other.leftBehind;
        refreshedFor = other.refreshedFor;
    }

    /** Expired leases end before any other input is processed (R0). */
    void advanceTo(long now) {
        if (sessions != null) {
            sessions.advanceTo(now, this);
        }
    }

    long wake() {
        return sessions == null ? Sessions.NEVER : sessions.wake();
    }

    boolean endTrust(NodeId voter) {
        if (sessions == null || !sessions.endTrust(voter)) {
            return false;
        }
        engine.trustEnded(voter);
        doubtChanged(voter);
        slownessChanged(voter);
        return true;
    }

    /** H1: the driver says that the voter is slow, or is no longer slow. */
    void setSlow(NodeId voter, boolean isSlow) {
        slowByDriver = isSlow ? slowByDriver.with(voter) : slowByDriver.without(voter);
        slownessChanged(voter);
    }

    @Override
    public void slownessChanged(NodeId voter) {
        boolean isSlow = slowByDriver.contains(voter) || (sessions != null && sessions.isSlow(voter));
        if (isSlow != context.slow().contains(voter)) {
            context.slow(isSlow ? context.slow().with(voter) : context.slow().without(voter));
            engine.hintsChanged();
        }
    }

    @Override
    public void probe(NodeId voter) {
        batches.probe(voter);
    }

    /** Before the locks are told: earlier messages of the peer no longer count, not even that it is about to stop. */
    void linkReset(NodeId peer) {
        if (sessions != null) {
            sessions.linkReset(peer);
            leftBehind = leftBehind.without(peer);
            refreshedFor = refreshedFor.without(peer);
            stoppingChanged();
        }
    }

    /** W1: this node is about to stop. It lets everybody leave, and tells them so. */
    void beginToStop() {
        if (sessions != null) {
            sessions.beginToStop();
            stoppingChanged();
            engine.hintsChanged(); // it does not count on its own vote either
            tellWhetherVoting();
        }
    }

    boolean isStopping() {
        return sessions != null && sessions.isStopping();
    }

    /** W3. */
    boolean hasStopped() {
        int own = 0;
        for (LockSlot<?> slot : engine.slots()) {
            own += slot.phase() == Phase.IDLE ? 0 : 1;
        }
        return sessions != null && sessions.isStopping() && sessions.hasPromisedNothing(context::isVoter, own);
    }

    boolean mayCallItClean() {
        return sessions != null && sessions.mayCallItClean();
    }

    /** Whether nobody else counts on what this node, which is about to stop, has granted. */
    boolean isLeftByAll() {
        return sessions != null && sessions.isStopping() && sessions.hasPromisedNothing(context::isVoter, 0);
    }

    /** W2, T1: leaves those that are about to stop, or are there twice, if no hold rests on their votes. */
    void leaveThoseThatStop() {
        if (sessions == null
                || (sessions.stopping().isEmpty() && sessions.muted().isEmpty())) {
            return;
        }
        NodeSet ending = sessions.stopping().union(sessions.muted()).intersection(sessions.open());
        for (int index = ending.next(0); index >= 0; index = ending.next(index + 1)) {
            NodeId voter = NodeId.of(index);
            if (engine.mayLeave(voter)) {
                sessions.leave(voter);
                batches.require(voter);
                leftBehind = leftBehind.with(voter);
                refreshedFor = refreshedFor.without(voter);
                stoppingChanged();
                slownessChanged(voter);
                doubtChanged(voter);
                engine.left(voter);
            } else if (!refreshedFor.contains(voter)) {
                refreshedFor = refreshedFor.with(voter);
                askOthersToConfirm(ending);
            }
        }
    }

    /** Holds that rest on others from now on must last as long as before: those confirm it now, not within a third of a lease. */
    private void askOthersToConfirm(NodeSet ending) {
        if (sessions != null) {
            NodeSet others = sessions.open().minus(ending);
            sessions.renewTicks(others);
            for (int index = others.next(0); index >= 0; index = others.next(index + 1)) {
                batches.require(NodeId.of(index));
            }
        }
    }

    /** W1: gives back what is only kept for later, and leaves everybody: nothing is held or waited for here any more. */
    void leaveAll() {
        if (sessions != null) {
            engine.mayLeave(context.self());
            NodeSet open = sessions.open();
            for (int index = open.next(0); index >= 0; index = open.next(index + 1)) {
                NodeId voter = NodeId.of(index);
                if (engine.mayLeave(voter)) {
                    sessions.leave(voter);
                    batches.require(voter);
                    doubtChanged(voter);
                    engine.left(voter);
                }
            }
        }
    }

    /**
     * Gives back what only stands, but leaves nobody: this node ends while it keeps a lock, and its voters are to remember that
     * until the session has run out. A last frame to each makes that a lease from now on.
     */
    void endKeeping() {
        if (sessions != null) {
            engine.endStanding();
            NodeSet open = sessions.open();
            for (int index = open.next(0); index >= 0; index = open.next(index + 1)) {
                batches.require(NodeId.of(index));
            }
        }
    }

    private void stoppingChanged() {
        if (sessions != null) {
            NodeId self = context.self();
            boolean counts = sessions.isStopping() && context.isVoter(self);
            context.stopping(counts ? sessions.stopping().with(self) : sessions.stopping());
            context.silence(leftBehind.union(sessions.muted()));
        }
    }

    /** T1: there are two living starts of the peer: neither counts. */
    void twinSeen(NodeId peer) {
        if (sessions != null && !sessions.muted().contains(peer)) {
            sessions.mute(peer, true);
            stoppingChanged();
            engine.twinSeen(peer);
        }
    }

    /** T1: there is one start of the peer again. */
    void twinGone(NodeId peer) {
        if (sessions != null && sessions.muted().contains(peer)) {
            sessions.mute(peer, false);
            leftBehind = leftBehind.without(peer);
            stoppingChanged();
            engine.linkReset(peer);
            engine.hintsChanged();
        }
    }

    void endAllTrust() {
        if (sessions != null) {
            NodeSet open = sessions.open();
            sessions.willEnd(open);
            for (int index = open.next(0); index >= 0; index = open.next(index + 1)) {
                endTrust(NodeId.of(index));
            }
            whenCutOff.run();
        }
    }

    boolean expire(NodeId node, long incarnation) {
        if (sessions == null || !sessions.forget(node, incarnation)) {
            return false;
        }
        engine.ownerGone(node, incarnation);
        return true;
    }

    /** A frame has come whose header was just read. */
    void hear(NodeId from) {
        if (sessions == null) {
            return;
        }
        if (!context.isVoter(from)) {
            heard.ignoreVoting(); // of a guest
        }
        NodeSet stoppingBefore = sessions.stopping();
        HeaderOutcome hearing = sessions.hear(from, heard);
        if (hearing.isNewSession() || hearing.isOwnerLeft()) {
            engine.ownerGone(from, hearing.ownerIncarnation());
        }
        if (hearing.isDoubtChanged()) {
            doubtChanged(from);
        }
        if (hearing.isSlownessChanged()) {
            slownessChanged(from);
        }
        if (hearing.isDistanceChanged()) {
            context.far(sessions.far());
        }
        boolean isBack =
                leftBehind.contains(from) && !heard.stops() && !sessions.muted().contains(from);
        boolean beginsToStop = heard.stops() && !stoppingBefore.contains(from);
        if (beginsToStop && sessions.sayAgainThatItWasLeft(from)) {
            batches.require(from); // it says so again after a link reset, which may have lost the first word
        }
        if (isBack || !sessions.stopping().equals(stoppingBefore)) {
            leftBehind = isBack ? leftBehind.without(from) : leftBehind;
            stoppingChanged();
            engine.hintsChanged();
        }
        if (hearing.owesResync()) {
            batches.markResync(from);
        }
        if (hearing.owesConfirmation()) {
            batches.confirm(from);
        }
    }

    /** The header of the last frame. */
    SessionHeader heardHeader() {
        return heard;
    }

    /** E1, E8. */
    void configure(SessionTerms next) {
        if (sessions != null) {
            sessions.configure(next);
        }
    }

    /** E6, E8. */
    boolean countsAsSealed() {
        return sessions != null && sessions.countsAsSealed();
    }

    /** Whether enough members know this node by its data directory. */
    void setAccepted(boolean mayGrant, boolean mayDecide) {
        if (sessions != null && sessions.setAccepted(mayGrant, mayDecide)) {
            votingBegan();
        }
    }

    /** The voters have changed: some of the new ones may be missing already. */
    void votersChanged() {
        NodeSet voters = context.voters();
        for (int index = voters.next(0); index >= 0; index = voters.next(index + 1)) {
            if (missed.contains(index)) {
                peerSuspected(NodeId.of(index));
            }
        }
    }

    /** The messages of that frame are over. */
    void heard() {
        if (sessions != null) {
            sessions.heard();
        }
    }

    void peerSuspected(NodeId peer) {
        missed = peer.index() < NodeId.GUESTS_FROM ? missed.with(peer) : missed;
        if (context.isVoter(peer)) {
            suspectedByTransport = suspectedByTransport.with(peer);
            doubtChanged(peer);
        }
    }

    void peerRestored(NodeId peer) {
        missed = missed.without(peer);
        suspectedByTransport = suspectedByTransport.without(peer);
        doubtChanged(peer);
    }

    @Override
    public void doubtChanged(NodeId peer) {
        boolean before = context.suspected().contains(peer);
        boolean doubted = sessions != null && sessions.doubted().contains(peer);
        boolean after = doubted || suspectedByTransport.contains(peer);
        if (after && !before) {
            context.suspect(context.suspected().with(peer));
            engine.peerSuspected(peer);
        } else if (before && !after) {
            context.suspect(context.suspected().without(peer));
            engine.peerRestored(peer);
        }
    }

    @Override
    public void trustEnded(NodeId voter) {
        endTrust(voter);
    }

    @Override
    public void ownerExpired(NodeId node, long incarnation) {
        expire(node, incarnation);
    }

    boolean isVoting() {
        return sessions == null || sessions.isVoting();
    }

    long votingBeginsAt() {
        return sessions == null ? Sessions.NEVER : sessions.votingBeginsAt();
    }

    void beginVoting() {
        if (sessions != null && !sessions.isVoting()) {
            sessions.beginVoting();
            votingBegan();
        }
    }

    @Override
    public void votingBegan() {
        whenVotingBegan.run();
        engine.votingBegan();
        tellWhetherVoting();
    }

    /** This node has become responsible for what others may have granted. That must have run out before it grants. */
    void pauseVoting() {
        if (sessions != null) {
            sessions.pauseVoting();
            tellWhetherVoting();
        }
    }

    void stopVoting() {
        if (sessions != null) {
            sessions.stopVoting();
            tellWhetherVoting();
        }
    }

    /** This node is responsible for nothing any more, as far as it can know. It confirms no longer what it has granted. */
    void giveUpVoting() {
        if (sessions != null) {
            sessions.stopConfirming();
            sessions.suspendVoting();
            tellWhetherVoting();
        }
    }

    /** Every frame says whether its sender grants, so each node with a session gets one in this turn. */
    private void tellWhetherVoting() {
        if (sessions != null) {
            for (NodeId peer : sessions.counterparts()) {
                batches.confirm(peer);
            }
        }
    }

    void witnessHeard() {
        if (sessions != null) {
            sessions.witnessHeard();
        }
    }

    @Override
    public void cutOff() {
        whenCutOff.run();
    }

    @Override
    public void keepAlive(NodeId voter) {
        batches.require(voter);
    }

    long refusedCount() {
        return sessions == null ? 0 : sessions.refusedOwners();
    }

    void describeTo(StateWriter writer) {
        writer.nodes("suspected", context.suspected());
        if (sessions != null) {
            writer.nodes("suspectedByTransport", suspectedByTransport);
            writer.nodes("slow", context.slow());
            writer.nodes("stopping", sessions.stopping());
            writer.nodes("left", leftBehind);
            writer.nodes("refreshedFor", refreshedFor);
            writer.nodes("twins", sessions.muted());
            writer.flag("stops", sessions.isStopping());
            writer.flag("voting", sessions.isVoting());
            writer.nodes("doubted", sessions.doubted());
            writer.number("incarnation", context.incarnation());
            writer.number("clockAtStart", context.clockAtStart());
            context.describeFloorsTo(writer);
            sessions.describeTo(writer);
        }
        if (sessions == null && context.incarnation() > 0) {
            writer.number("incarnation", context.incarnation());
        }
    }
}
