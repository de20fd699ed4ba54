package io.quorate.core.node;

import io.quorate.core.engine.Claim;
import io.quorate.core.engine.LockEngine;
import io.quorate.core.engine.LockSlot;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.NodeStart;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.TimerName;
import io.quorate.core.quorum.Placement;
import io.quorate.core.session.Hearing;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.session.Sessions;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.FrameReader;
import io.quorate.core.wire.HeaderPart;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster as one machine: bytes, claims and hints come in; at the end of a turn frames, timers and news for
 * the claims go out. A turn is any number of calls, closed by {@link #endTurn}; nothing leaves before. Not thread-safe.
 */
public final class LockNode<M extends Message> {
    /** By so much more than needed the ceiling of the clock is kept, so that it is seldom kept: a minute of true time. */
    private static final long CEILING_STEP = 60_000_000;

    private final Protocol<M> protocol;
    private final FrameReader<M> reader;
    private final MachineContext context;
    private final LockEngine<M> engine;
    private final DestinationBatches<M> batches;
    private final TurnNews<M> news;

    /** Null if the protocol has no sessions. */
    private final @Nullable Sessions sessions;

    private final SessionHeader heard = new SessionHeader();
    private final SessionEnds ends = new SessionEnds();

    /** What the transport believes; the node has its own doubts besides. */
    private NodeSet suspectedByTransport = NodeSet.EMPTY;

    /** Whether a turn has begun. */
    private boolean begun;

    private final boolean keepsCeiling;

    /** So high the clock may come before more must be kept. */
    private long ceiling;

    /** A node that has just started; refused if the protocol cannot work with these quorums. */
    public LockNode(Protocol<M> protocol, NodeStart start) {
        this(protocol, new MachineContext(start), start.keepsCeiling(), start.clock());
        protocol.requireUsable(start.placement().system());
    }

    /** A node that has just started for the first time, in a world without time. */
    public LockNode(Protocol<M> protocol, NodeId self, int incarnation, Placement placement) {
        this(protocol, NodeStart.first(self, placement).withIncarnation(incarnation));
    }

    private LockNode(Protocol<M> protocol, MachineContext context, boolean keepsCeiling, long ceiling) {
        this.protocol = protocol;
        Codec<M> codec = protocol.codec();
        this.sessions = protocol.traits().isLeased() ? context.sessions() : null;
        this.reader = new FrameReader<>(codec, sessions == null ? HeaderPart.NONE : heard);
        this.context = context;
        this.batches = new DestinationBatches<>(codec, sessions);
        this.news = new TurnNews<>(batches);
        this.engine = new LockEngine<>(protocol, context, news);
        this.keepsCeiling = keepsCeiling;
        this.ceiling = ceiling;
    }

    public NodeId self() {
        return context.self();
    }

    /** How high the logical clock is. */
    public long clock() {
        return context.clock().counter();
    }

    public Protocol<M> protocol() {
        return protocol;
    }

    /**
     * Begins a turn, at this time of the node's own monotonic clock: what has run out by then ends before anything else is
     * heard (R0). The logical clock follows true time, as far as anybody knows it, so that fences rarely cost a message.
     *
     * @param now read after all frames of this turn have come: one that came later would be forgotten too early (S7)
     * @param trueTime any number that rises with true time, about alike at all nodes; 0 if there is none
     */
    public void beginTurn(long now, long trueTime) {
        if (begun) {
            context.clock().observe(trueTime);
        } else {
            begun = true;
            context.beginsAt(trueTime);
        }
        if (sessions != null) {
            sessions.advanceTo(now, ends);
        }
    }

    /** The time at which the node needs a turn even if nothing happens; {@link Sessions#NEVER} if it needs none. */
    public long wake() {
        return sessions == null ? Sessions.NEVER : sessions.wake();
    }

    /** S3: this node no longer counts on what the arbiter granted. False if there is no session with it. */
    public boolean endTrust(NodeId arbiter) {
        if (sessions == null || !sessions.endTrust(arbiter)) {
            return false;
        }
        engine.trustEnded(arbiter);
        doubtChanged(arbiter);
        return true;
    }

    /** Nobody knows for how long this machine has been standing still: all trust ends. */
    public void endAllTrust() {
        if (sessions != null) {
            NodeSet open = sessions.open();
            sessions.willEnd(open);
            for (int index = open.next(0); index >= 0; index = open.next(index + 1)) {
                endTrust(NodeId.of(index));
            }
        }
    }

    /** S7: this start of the node no longer counts on what this arbiter granted, so that is over. */
    public boolean expire(NodeId node, int incarnation) {
        if (sessions == null || !sessions.forget(node, incarnation)) {
            return false;
        }
        engine.ownerGone(node, incarnation);
        return true;
    }

    /** S8: nobody counts any more on what earlier starts of this node granted. */
    public void beginVoting() {
        if (sessions != null && !sessions.isVoting()) {
            sessions.beginVoting();
            votingBegan(sessions);
        }
    }

    private void votingBegan(Sessions known) {
        engine.votingBegan();
        tellWhetherWeVote(known);
    }

    /** This node is about to end: it grants nothing any more, and tells everybody who counts on it. */
    public void stopVoting() {
        if (sessions != null) {
            sessions.stopVoting();
            tellWhetherWeVote(sessions);
        }
    }

    private void tellWhetherWeVote(Sessions known) {
        for (NodeId peer : known.counterparts()) {
            batches.confirm(peer);
        }
    }

    /** Says something to the peer in this turn, be it only what every frame says: whether this node grants, for example. */
    public void greet(NodeId peer) {
        batches.require(peer);
    }

    /** Whether this node grants, or waits for the end of its restart interval. */
    public boolean isVoting() {
        return sessions == null || sessions.isVoting();
    }

    /** Takes the lock from whoever of this node holds it. */
    public boolean revoke(LockName lock) {
        return engine.revoke(lock);
    }

    /** The claim waits from now on, and is granted at the end of this turn or a later one. */
    public void acquire(Claim claim) {
        engine.acquire(claim);
    }

    /** Ends a hold; false if the claim does not hold the lock (any more). */
    public boolean release(Claim claim) {
        return engine.release(claim);
    }

    /** Ends a wait; false if the claim does not wait (any more): it may hold by now. */
    public boolean abandon(Claim claim) {
        return engine.abandon(claim);
    }

    /** The node will not want any lock for long: nobody needs to ask it, if the protocol knows such a thing. */
    public void leaveGroup() {
        engine.leaveGroup();
    }

    /**
     * A frame has come. Throws {@link io.quorate.core.wire.MalformedFrameException}, having changed nothing, if it is none.
     */
    public void receive(NodeId from, byte[] bytes, int offset, int length) {
        reader.read(bytes, offset, length);
        context.clock().observe(reader.clock());
        if (sessions != null) {
            hear(sessions, from);
        }
        if (reader.isResync()) {
            engine.linkReset(from);
        }
        for (int place = 0; place < reader.size(); place++) {
            engine.receive(from, reader.lock(place), reader.message(place));
        }
        if (sessions != null) {
            sessions.heard();
        }
    }

    private void hear(Sessions known, NodeId from) {
        if (from.index() >= context.quorums().size()) {
            heard.ignoreVoting(); // of a guest
        }
        Hearing hearing = known.hear(from, heard);
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

    public void timerFired(LockName lock, TimerName timer) {
        engine.timerFired(lock, timer);
    }

    /** Frames to or from the peer may be lost: both sides say again what is still true. */
    public void linkReset(NodeId peer) {
        batches.markResync(peer); // the peer may not have noticed
        engine.linkReset(peer);
    }

    /** The peer seems to be gone. Of one that has no vote, nobody asks anything, so that it is nobody's concern. */
    public void peerSuspected(NodeId peer) {
        if (context.isVoter(peer)) {
            suspectedByTransport = suspectedByTransport.with(peer);
            doubtChanged(peer);
        }
    }

    public void peerTrusted(NodeId peer) {
        suspectedByTransport = suspectedByTransport.without(peer);
        doubtChanged(peer);
    }

    private void doubtChanged(NodeId peer) {
        boolean before = context.suspected().contains(peer);
        boolean doubted = sessions != null && sessions.doubted().contains(peer);
        boolean after = doubted || suspectedByTransport.contains(peer);
        if (after && !before) {
            context.suspect(context.suspected().with(peer));
            engine.peerSuspected(peer);
        } else if (before && !after) {
            context.suspect(context.suspected().without(peer));
            engine.peerTrusted(peer);
        }
    }

    /** Carries out, through the effects, what the calls of this turn led to. */
    public void endTurn(NodeEffects effects) {
        long clock = context.clock().counter();
        if (keepsCeiling && clock > ceiling) {
            ceiling = clock + CEILING_STEP;
            effects.keepCeiling(ceiling);
        }
        news.handTimersTo(effects);
        if (news.anyLost()) {
            news.handClaimsTo(effects); // whoever has lost a lock must know it before anybody else can get it
        }
        batches.sendAll(clock, effects);
        news.handClaimsTo(effects);
    }

    /** The lock, if it is in use at this node. */
    public @Nullable LockSlot<M> find(LockName lock) {
        return engine.find(lock);
    }

    /** The locks in use at this node. */
    public Collection<LockSlot<M>> slots() {
        return engine.slots();
    }

    /** How many messages were refused because too many locks were in use, at all or by one peer. */
    public long refusedCount() {
        return engine.refusedCount();
    }

    /** How many messages were refused because no peer that follows the rules sends them. */
    public long forgedCount() {
        return context.forgedCount();
    }

    /** How many frames were not heeded because their sender, or all together, have too many sessions with this node. */
    public long refusedSessionsCount() {
        return sessions == null ? 0 : sessions.refusedOwners();
    }

    /** What a frame of this protocol says; for drawings and transcripts. */
    public static <M extends Message> Frame<M> read(Protocol<M> protocol, byte[] bytes) {
        HeaderPart header = protocol.traits().isLeased() ? new SessionHeader() : HeaderPart.NONE;
        return Frame.read(bytes, 0, bytes.length, protocol.codec(), header);
    }

    /** An equal node that shares nothing mutable with this one; between turns only. */
    public LockNode<M> copy() {
        Invariant.hold(batches.isEmpty() && news.isEmpty(), "a node is copied between turns");
        LockNode<M> copy = new LockNode<>(protocol, context.copy(), keepsCeiling, ceiling);
        copy.suspectedByTransport = suspectedByTransport;
        copy.begun = begun;
        copy.engine.copyFrom(engine);
        return copy;
    }

    /** Writes all that can influence what this node does. */
    public void describeTo(StateWriter writer) {
        writer.clock(context.clock().counter());
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
        engine.describeTo(writer);
    }

    /** What the end of sessions leads to. */
    private final class SessionEnds implements Sessions.Ends {
        @Override
        public void trustEnded(NodeId arbiter) {
            endTrust(arbiter);
        }

        @Override
        public void ownerExpired(NodeId node, int incarnation) {
            expire(node, incarnation);
        }

        @Override
        public void votingBegan() {
            if (sessions != null) {
                LockNode.this.votingBegan(sessions);
            }
        }

        @Override
        public void doubtChanged(NodeId arbiter) {
            LockNode.this.doubtChanged(arbiter);
        }

        @Override
        public void keepAlive(NodeId arbiter) {
            batches.require(arbiter);
        }
    }
}
