// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.NodeStart.RosterStart;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockEngine;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.lock.part.NodePart;
import io.quorate.core.lock.part.PartFactory;
import io.quorate.core.lock.part.PartStart;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterMessage;
import io.quorate.core.roster.RosterRules;
import io.quorate.core.roster.RosterState;
import io.quorate.core.roster.RosterView;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.session.Sessions;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.FrameReader;
import io.quorate.core.wire.HeaderPart;
import java.util.Collection;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster as one machine: bytes, claims and hints come in; at the end of a turn frames, timers and news for
 * the claims go out. A turn is any number of calls, closed by {@link #endTurn}; nothing leaves before. Not thread-safe.
 */
public final class LockNode<M extends Message> {
    /** By so much more than needed the ceiling of the clock is kept, so that it is seldom kept: a minute of true time. */
    private static final long CEILING_STEP = 60_000_000;

    /** K2: the next ceiling is asked for this far ahead of need, so that no frame waits for the disk. */
    private static final long CEILING_AHEAD = CEILING_STEP / 2;

    private final Protocol<M> protocol;

    private final NodeStart start;

    /** The desk that this node shares with others; null if it has one of its own. */
    private final @Nullable FrameBuffers shared;

    /** Null if the protocol has no part. */
    private final @Nullable PartStart partStart;

    private final FrameReader<Message> reader;
    private final MachineContext context;
    private final LockEngine<M> engine;
    private final DestinationBatches batches;
    private final TurnOutcome<M> news;

    private final SessionPart sessions;

    /** The protocol's part; null if it has none. */
    private final @Nullable NodePart part;

    /** Null if the roster never changes. */
    private final @Nullable RosterPart roster;

    /** Whether a turn has begun. */
    private boolean begun;

    private final boolean keepsCeiling;

    /** The ceiling that was asked for last. */
    private long ceiling;

    /** A node that has just started; refused if the protocol cannot work with these quorums. */
    public LockNode(Protocol<M> protocol, NodeStart start) {
        this(protocol, new MachineContext(start), null, start, start.clock());
        begin();
    }

    /** The same at a desk that others share, whose turns do not overlap with those of this node. */
    public LockNode(Protocol<M> protocol, NodeStart start, FrameBuffers desk) {
        this(protocol, new MachineContext(start), desk, start, start.clock());
        begin();
        if (partStart != null && partStart.isInFrames()) {
            throw new IllegalArgumentException(
                    self() + " reads and writes frames in its own way, so it needs a desk of its own");
        }
    }

    private void begin() {
        requireUsable(protocol, start);
        if (roster != null) {
            roster.begin();
        }
    }

    private static void requireUsable(Protocol<?> protocol, NodeStart start) {
        protocol.requireUsable(start.placement().system());
        PartFactory<?> parts = protocol.part().orElse(null);
        if (parts != null && start.part() == null) {
            throw new IllegalArgumentException("The protocol " + protocol.name() + " needs more than a roster, and "
                    + start.self() + " was started without it. " + parts.howToStart());
        }
    }

    private @Nullable RosterPart newRoster() {
        RosterStart known = start.roster();
        if (known == null) {
            return null;
        }
        RosterRules rules = protocol.rosterRules()
                .orElseThrow(() -> new IllegalArgumentException("The members of " + protocol.name()
                        + " cannot change while its nodes run: start " + context.self() + " without a roster."));
        return new RosterPart(known, start.lease() != null, rules, context, engine, sessions, batches);
    }

    private @Nullable NodePart newPart() {
        if (partStart == null) {
            return null;
        }
        PartFactory<M> parts = protocol.part()
                .orElseThrow(() -> new IllegalArgumentException("The protocol "
                        + protocol.name() + " has no part to plug into a node, and " + context.self()
                        + " was started with one: leave it out, or take another protocol."));
        NodePart plugged = parts.newPart(new PartSocket<>(protocol, context, engine, batches, news, sessions));
        news.handOverTo(plugged);
        sessions.whenCutOff(plugged::cutOff);
        sessions.whenVotingBegan(plugged::votingBegan);
        return plugged;
    }

    /** A node that has just started for the first time, in a world without time. */
    public LockNode(Protocol<M> protocol, NodeId self, long incarnation, Placement placement) {
        this(protocol, NodeStart.first(self, placement).withIncarnation(incarnation));
    }

    private LockNode(
            Protocol<M> protocol,
            MachineContext context,
            @Nullable FrameBuffers shared,
            NodeStart start,
            long ceiling) {
        this.protocol = protocol;
        this.start = start;
        this.shared = shared;
        this.partStart = start.part();
        FrameBuffers desk = shared == null ? new FrameBuffers(protocol, partStart) : shared;
        Sessions leased = protocol.traits().isLeased() ? context.sessions() : null;
        this.reader = desk.reader();
        this.context = context;
        this.batches = new DestinationBatches(desk, leased);
        this.news = new TurnOutcome<>(batches);
        this.engine = new LockEngine<>(protocol, context, news);
        this.sessions = new SessionPart(leased, desk.heard(), context, engine, batches);
        context.sessions().keep(protocol.sessionRules());
        this.part = newPart();
        this.roster = newRoster();
        this.keepsCeiling = start.keepsCeiling();
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
     * Begins a turn, at this time of the node's own monotonic clock: first, everything ends that has run out by then (R0). The logical
     * clock follows true time, as far as it is known, so that fences rarely cost a message.
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
        sessions.advanceTo(now);
        if (roster != null) {
            roster.advanceTo(now);
        }
    }

    /** The time at which the node needs a turn even if nothing happens; {@link Sessions#NEVER} if it needs none. */
    public long wake() {
        return roster == null ? sessions.wake() : Math.min(sessions.wake(), roster.wake());
    }

    /** The configuration that this node is in; null if its roster never changes. */
    public @Nullable Configuration configuration() {
        return roster == null ? null : roster.configuration();
    }

    private RosterPart roster() {
        if (roster == null) {
            throw new IllegalStateException(self() + " was started without a roster that can change");
        }
        return roster;
    }

    /** Raises the clock to at least that of another node. A frame says so by itself; what is told outside of frames must (E7). */
    public void observe(long clock) {
        context.clock().observe(clock);
    }

    /** E1: goes up to this configuration, if it is higher than the node's own, and of the same lineage. */
    public void learn(Configuration told) {
        roster().learn(told);
    }

    /** Whether enough members know this node by its data directory for it to grant, and for it to have a say about rosters (D1, E6). */
    public void setAccepted(boolean mayGrant, boolean mayDecide) {
        sessions.setAccepted(mayGrant, mayDecide);
        roster().setAccepted(mayDecide);
    }

    /** The member has shown the key of its data directory, when it connected. Gives whether it is the first time. */
    public boolean shown(NodeId member, String key) {
        return roster().shown(member, key);
    }

    /** Proposes the next roster. The outcome is told by {@link NodeEffects#proposalEnded}, at the end of this turn or a later one. */
    public void propose(Roster next) {
        roster().propose(next);
    }

    /** D6: the driver knows that this node is there, as one that is about to become a member. */
    public void present(NodeId node, boolean keeps, String key) {
        roster().present(node, keeps, key);
    }

    /** This node's knowledge of a roster change. */
    public RosterView rosterView() {
        return roster().view();
    }

    /** The roster data that is, or will be, on disk. */
    public RosterState keptRoster() {
        return roster().kept();
    }

    /** E6, where there is no time: these voters are sealed, at this clock, and all earlier trust has ended. False if they are too few. */
    public boolean endLower(NodeSet sealed, long clock) {
        return roster().endLower(sealed, clock);
    }

    /** E4, where there is no time: no hold counts on the lower roster alone any more. E9 with it. */
    public void endFrozen() {
        if (roster != null) {
            roster.endFrozen();
        }
    }

    /** S3: this node no longer counts on what the voter granted. False if there is no session with it. */
    public boolean endTrust(NodeId voter) {
        return sessions.endTrust(voter);
    }

    /** Nobody knows for how long this machine has been standing still: all trust ends. */
    public void endAllTrust() {
        sessions.endAllTrust();
        endFrozen(); // E9
    }

    /** S7: this start of the node no longer counts on what this voter granted, so that is over. */
    public boolean expire(NodeId node, long incarnation) {
        return sessions.expire(node, incarnation);
    }

    /** S8: nobody counts any more on what earlier starts of this node granted. */
    public void beginVoting() {
        sessions.beginVoting();
    }

    /** This node is about to end: it grants nothing any more, and tells everybody who counts on it. */
    public void stopVoting() {
        sessions.stopVoting();
    }

    /** The protocol's part of this node, which must be of this type. */
    public <P> P part(Class<P> type) {
        if (!type.isInstance(part)) {
            throw new IllegalStateException(self() + " has no " + type.getSimpleName() + ": start it with one");
        }
        return type.cast(part);
    }

    /** Whether the protocol has plugged something into this node. */
    public boolean hasPart() {
        return part != null;
    }

    /** This node is about to end: what the protocol has plugged in says good-bye. */
    public void leavePart() {
        if (part != null) {
            part.leave();
        }
    }

    /** Sends a frame to the peer in this turn, also without a message: its header says whether this node grants, for example. */
    public void greet(NodeId peer) {
        batches.require(peer);
    }

    /** Whether this node grants, or waits for the end of its restart interval. */
    public boolean isVoting() {
        return sessions.isVoting();
    }

    /** When this node begins to grant, by its own clock; the highest number if it grants, or if no time decides that. */
    public long votingBeginsAt() {
        return sessions.votingBeginsAt();
    }

    /** The voters that nobody should count on now: not there, without an answer for long, granting nothing, or about to stop. */
    public NodeSet avoided() {
        return context.avoided();
    }

    /** Revokes the hold of this node. */
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

    /** B4: the claim, which waits, has come to want the lock now or not at all; false if it does not wait (any more). */
    public boolean askNow(Claim claim) {
        return engine.askNow(claim);
    }

    /** The node will not want any lock for long: nobody needs to ask it, if the protocol knows such a thing. */
    public void leaveGroup() {
        engine.leaveGroup();
    }

    /** Whether others may not know yet that this node has left their groups. */
    public boolean isLeavingGroup() {
        return engine.isLeavingGroup();
    }

    /** Takes a frame. Throws {@link io.quorate.core.wire.MalformedFrameException}, having changed nothing, if it is none. */
    public void receive(NodeId from, byte[] bytes, int offset, int length) {
        receive(from, bytes, offset, length, null);
    }

    /**
     * The same from a sender that may speak of some locks only.
     *
     * @param heard whether what it says about this lock is heard; null for all locks
     */
    public void receive(NodeId from, byte[] bytes, int offset, int length, @Nullable Predicate<LockName> heard) {
        reader.read(bytes, offset, length);
        byte[] aboutRosters = reader.aboutRosters();
        RosterMessage rosterMessage = aboutRosters.length == 0 ? null : RosterPart.read(aboutRosters);
        context.clock().observe(reader.clock());
        if (reader.isResync()) {
            sessions.linkReset(from);
        }
        sessions.hear(from);
        if (roster != null) {
            hearAboutRosters(from, roster, rosterMessage);
        }
        if (reader.isResync()) {
            engine.linkReset(from);
        }
        if (sessions.isStopping() && (reader.isResync() || reader.size() > 0)) {
            batches.confirm(from); // W1: requesters are told that this node stops
        }
        for (int place = 0; place < reader.size(); place++) {
            if (heard == null || heard.test(reader.lock(place))) {
                receive(from, reader.lock(place), reader.message(place));
            }
        }
        sessions.heard();
    }

    private void hearAboutRosters(NodeId from, RosterPart own, @Nullable RosterMessage message) {
        if (reader.isResync()) {
            own.linkReset(from);
        }
        own.hear(from, sessions.heardHeader());
        if (message != null) {
            own.receive(from, message, sessions.heardHeader().keeps());
        }
    }

    @SuppressWarnings("unchecked") // what is not of the part was read by the protocol's own codec
    private void receive(NodeId from, LockName lock, Message message) {
        if (part == null || !part.receive(from, lock, message)) {
            engine.receive(from, lock, (M) message);
        }
    }

    public void timerFired(LockName lock, TimerName timer) {
        if (part == null || !part.timerFired(timer)) {
            engine.timerFired(lock, timer);
        }
    }

    /** Frames to or from the peer may be lost: both sides say again what is still true. */
    public void linkReset(NodeId peer) {
        sessions.linkReset(peer);
        if (roster != null) {
            roster.linkReset(peer);
        }
        batches.markResync(peer); // the peer may not have noticed
        engine.linkReset(peer);
    }

    /** The peer seems to be gone. Of one that has no vote, nobody asks anything, so that it is nobody's concern. */
    public void peerSuspected(NodeId peer) {
        if (part != null) {
            part.peerGone(peer); // first of all, so that nothing is sent there any more
        }
        sessions.peerSuspected(peer);
    }

    public void peerRestored(NodeId peer) {
        if (part != null) {
            part.peerBack(peer);
        }
        sessions.peerRestored(peer);
    }

    /** H1: the voters that take long to answer just now. */
    public NodeSet slow() {
        return context.slow();
    }

    /** H1: a hint that the peer takes long to answer, or no longer does. Of nodes that know the time, they find out by themselves. */
    public void setSlow(NodeId peer, boolean isSlow) {
        sessions.setSlow(peer, isSlow);
    }

    /** W1: this node grants and confirms nothing more; everybody who counts on it leaves. */
    public void beginToStop() {
        sessions.beginToStop();
    }

    /** Nothing is held or waited for here any more: gives back what was only kept for later, and leaves all voters (W2). */
    public void leaveAll() {
        sessions.leaveAll();
    }

    /** W1: gives back what is only kept for later. Holds and waiting claims stay. */
    public void endStanding() {
        engine.endStanding();
    }

    /** This node ends, but keeps a lock: it gives back what only stands, and leaves no voter. */
    public void endKeeping() {
        sessions.endKeeping();
    }

    /** W1: whether this node is about to stop. */
    public boolean isStopping() {
        return sessions.isStopping();
    }

    /** W3: whether this node, which is about to stop, has promised nothing any more. */
    public boolean hasStopped() {
        return sessions.hasStopped();
    }

    /** W3, without its grants to itself: whether every other node has left this one, which is about to stop. */
    public boolean isLeftByAll() {
        return sessions.isLeftByAll();
    }

    /** W3: whether a stop that has come to its end may be called clean: then the next start votes at once. */
    public boolean mayCallItClean() {
        return sessions.mayCallItClean();
    }

    /** T1: there are two living starts of the peer: what either says counts for nothing. */
    public void twinSeen(NodeId peer) {
        sessions.twinSeen(peer);
    }

    /** T1: there is one start of the peer again. */
    public void twinGone(NodeId peer) {
        sessions.twinGone(peer);
    }

    /** T1: another process runs under the id of this node: it grants and confirms nothing until it restarts. */
    public void giveUpVoting() {
        sessions.giveUpVoting();
    }

    /** Carries out, through the effects, what the calls of this turn led to. */
    public void endTurn(NodeEffects effects) {
        if (part != null) {
            part.endTurn();
        }
        sessions.leaveThoseThatStop();
        long clock = context.clock().counter();
        if (keepsCeiling && clock > ceiling - CEILING_AHEAD) {
            ceiling = clock + CEILING_STEP;
            effects.keepCeiling(ceiling);
        }
        if (roster != null) {
            roster.endTurn(effects);
        }
        news.handTimersTo(effects);
        if (news.anyLost()) {
            news.handClaimsTo(effects); // a holder must learn of its loss before another node can get the lock
        }
        batches.sendAll(clock, effects);
        news.handClaimsTo(effects);
    }

    /** The lock, if it is in use at this node. */
    public @Nullable LockSlot<M> find(LockName lock) {
        return engine.find(lock);
    }

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
        return sessions.refusedCount();
    }

    /** The content of a frame of this protocol; for drawings and transcripts. */
    public static Frame<Message> read(Protocol<?> protocol, byte[] bytes) {
        HeaderPart header = protocol.traits().isLeased() ? new SessionHeader() : HeaderPart.NONE;
        return Frame.read(bytes, 0, bytes.length, FrameBuffers.codecOf(protocol), header);
    }

    /** An equal node that shares nothing that matters with this one, at most a desk; between turns only. */
    public LockNode<M> copy() {
        boolean isQuiet = batches.isEmpty() && news.isEmpty() && (roster == null || roster.hasNothingToTell());
        Invariant.hold(isQuiet, "a node is copied between turns");
        LockNode<M> copy = new LockNode<>(protocol, context.copy(), shared, start, ceiling);
        copy.sessions.copyFrom(sessions);
        copy.begun = begun;
        if (roster != null && copy.roster != null) {
            copy.roster.copyFrom(roster);
        }
        copy.engine.copyFrom(engine);
        if (part != null && copy.part != null) {
            copy.part.copyFrom(part);
        }
        return copy;
    }

    /** Writes all that can influence what this node does. */
    public void describeTo(StateWriter writer) {
        writer.clock(context.clock().counter());
        sessions.describeTo(writer);
        if (roster != null) {
            roster.describeTo(writer);
        }
        if (part != null) {
            part.describeTo(writer);
        }
        engine.describeTo(writer);
    }
}
