package io.quorate.core.node;

import io.quorate.core.engine.Claim;
import io.quorate.core.engine.EngineEffects;
import io.quorate.core.engine.LockEngine;
import io.quorate.core.engine.LockSlot;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.LossReason;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.TimerName;
import io.quorate.core.quorum.Placement;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.FrameReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster as one machine: bytes, claims and hints come in; at the end of a turn frames, timers and news for
 * the claims go out. A turn is any number of calls, closed by {@link #endTurn}; nothing leaves before. Not thread-safe.
 */
public final class LockNode<M extends Message> {
    private final Protocol<M> protocol;
    private final FrameReader<M> reader;
    private final MachineContext context;
    private final LockEngine<M> engine;
    private final DestinationBatches<M> batches;
    private final TurnNews news = new TurnNews();

    /** A node that has just started; refused if the protocol cannot work with these quorums. */
    public LockNode(Protocol<M> protocol, NodeId self, int incarnation, Placement placement) {
        this(protocol, new MachineContext(self, incarnation, placement));
        protocol.requireUsable(placement.system());
    }

    private LockNode(Protocol<M> protocol, MachineContext context) {
        this.protocol = protocol;
        Codec<M> codec = protocol.codec();
        this.reader = new FrameReader<>(codec);
        this.context = context;
        this.batches = new DestinationBatches<>(codec);
        this.engine = new LockEngine<>(protocol, context, news);
    }

    public NodeId self() {
        return context.self();
    }

    public Protocol<M> protocol() {
        return protocol;
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

    /**
     * A frame has come. Throws {@link io.quorate.core.wire.MalformedFrameException}, having changed nothing, if it is none.
     */
    public void receive(NodeId from, byte[] bytes, int offset, int length) {
        reader.read(bytes, offset, length);
        context.clock().observe(reader.clock());
        if (reader.isResync()) {
            engine.linkReset(from);
        }
        for (int place = 0; place < reader.size(); place++) {
            engine.receive(from, reader.lock(place), reader.message(place));
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

    public void peerSuspected(NodeId peer) {
        context.suspect(context.suspected().with(peer));
        engine.peerSuspected(peer);
    }

    public void peerTrusted(NodeId peer) {
        context.suspect(context.suspected().without(peer));
        engine.peerTrusted(peer);
    }

    /** Carries out, through the effects, what the calls of this turn led to. */
    public void endTurn(NodeEffects effects) {
        news.handTimersTo(effects);
        batches.sendAll(context.clock().counter(), effects);
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

    /** How many messages were refused because too many locks were in use. */
    public long refusedCount() {
        return engine.refusedCount();
    }

    /** What a frame of this protocol says; for drawings and transcripts. */
    public Frame<M> read(byte[] bytes) {
        return Frame.read(bytes, 0, bytes.length, protocol.codec());
    }

    /** An equal node that shares nothing mutable with this one; between turns only. */
    public LockNode<M> copy() {
        Invariant.hold(batches.isEmpty() && news.isEmpty(), "a node is copied between turns");
        LockNode<M> copy = new LockNode<>(protocol, context.copy());
        copy.engine.copyFrom(engine);
        return copy;
    }

    /** Writes all that can influence what this node does. */
    public void describeTo(StateWriter writer) {
        writer.clock(context.clock().counter());
        writer.nodes("suspected", context.suspected());
        engine.describeTo(writer);
    }

    /** Keeps what the engine wants done until the turn ends. */
    private final class TurnNews implements EngineEffects<M> {
        private final List<TimerOrder> timers = new ArrayList<>();
        private final List<Claim> claims = new ArrayList<>();

        /** Why the claim at the same place of {@link #claims} was lost; null if it was granted. */
        private final List<@Nullable LossReason> reasons = new ArrayList<>();

        @Override
        public void send(NodeId to, LockName lock, M message) {
            batches.add(to, lock, message);
        }

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
            timers.add(new TimerOrder(lock, timer, delay, jitter));
        }

        @Override
        public void stopTimer(LockName lock, TimerName timer) {
            timers.add(new TimerOrder(lock, timer, null, Duration.ZERO));
        }

        @Override
        public void granted(Claim claim) {
            claims.add(claim);
            reasons.add(null);
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            claims.add(claim);
            reasons.add(reason);
        }

        boolean isEmpty() {
            return timers.isEmpty() && claims.isEmpty();
        }

        void handTimersTo(NodeEffects effects) {
            for (TimerOrder order : timers) {
                Duration delay = order.delay;
                if (delay == null) {
                    effects.stopTimer(order.lock, order.timer);
                } else {
                    effects.startTimer(order.lock, order.timer, delay, order.jitter);
                }
            }
            timers.clear();
        }

        void handClaimsTo(NodeEffects effects) {
            for (int place = 0; place < claims.size(); place++) {
                LossReason reason = reasons.get(place);
                if (reason == null) {
                    effects.granted(claims.get(place));
                } else {
                    effects.lost(claims.get(place), reason);
                }
            }
            claims.clear();
            reasons.clear();
        }
    }

    private record TimerOrder(
            LockName lock, TimerName timer, @Nullable Duration delay, Duration jitter) {}
}
