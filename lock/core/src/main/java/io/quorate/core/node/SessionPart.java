package io.quorate.core.node;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.engine.LockEngine;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.session.HeaderOutcome;
import io.quorate.core.session.SessionEnds;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.session.Sessions;
import org.jspecify.annotations.Nullable;

/** On whom a node counts, who counts on it, and who seems to be gone; tells the locks when that changes. */
final class SessionPart implements SessionEnds {
    /** Null if the protocol has no sessions. */
    private final @Nullable Sessions sessions;

    private final MachineContext context;
    private final LockEngine<?> engine;
    private final DestinationBatches batches;
    private final VotingPart voting;

    /** What the header of the last frame said. */
    private final SessionHeader heard;

    /** What the transport believes; the node has its own doubts besides. */
    private NodeSet suspectedByTransport = NodeSet.EMPTY;

    /** What else is to be done when no witness was heard for a lease. */
    private Runnable whenCutOff = () -> {};

    SessionPart(
            @Nullable Sessions sessions,
            SessionHeader heard,
            MachineContext context,
            LockEngine<?> engine,
            DestinationBatches batches,
            VotingPart voting) {
        this.sessions = sessions;
        this.heard = heard;
        this.context = context;
        this.engine = engine;
        this.batches = batches;
        this.voting = voting;
    }

    void whenCutOff(Runnable step) {
        whenCutOff = step;
    }

    void copyFrom(SessionPart other) {
        suspectedByTransport = other.suspectedByTransport;
    }

    /** What has run out by now ends before anything else is heard (R0). */
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
        return true;
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

    boolean expire(NodeId node, int incarnation) {
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
        HeaderOutcome hearing = sessions.hear(from, heard);
        if (hearing.isNewSession()) {
            engine.ownerGone(from, hearing.ownerIncarnation());
        }
        if (hearing.isDoubtChanged()) {
            doubtChanged(from);
        }
        if (hearing.owesResync()) {
            batches.markResync(from);
        }
        if (hearing.owesConfirmation()) {
            batches.confirm(from);
        }
    }

    /** The messages of that frame are over. */
    void heard() {
        if (sessions != null) {
            sessions.heard();
        }
    }

    void peerSuspected(NodeId peer) {
        if (context.isVoter(peer)) {
            suspectedByTransport = suspectedByTransport.with(peer);
            doubtChanged(peer);
        }
    }

    void peerRestored(NodeId peer) {
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
    public void ownerExpired(NodeId node, int incarnation) {
        expire(node, incarnation);
    }

    @Override
    public void votingBegan() {
        voting.began();
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
            writer.flag("voting", sessions.isVoting());
            writer.nodes("doubted", sessions.doubted());
            writer.number("incarnation", context.incarnation());
            writer.number("clockAtStart", context.clockAtStart());
            writer.number("fenceFloor", context.fenceFloor());
            sessions.describeTo(writer);
        }
        if (sessions == null && context.incarnation() > 0) {
            writer.number("incarnation", context.incarnation());
        }
    }
}
