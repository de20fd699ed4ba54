// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.papers.sequential.SequentialMessage.Inquire;
import io.quorate.papers.sequential.SequentialMessage.Locked;
import io.quorate.papers.sequential.SequentialMessage.Release;
import io.quorate.papers.sequential.SequentialMessage.Request;
import org.jspecify.annotations.Nullable;

/** The common part of both variants: the node's own request, and its arbiter's queue. */
abstract class OrderedMachine implements LockMachine<SequentialMessage> {
    final MachineContext context;
    final WaitingLine line;

    private Phase phase = Phase.IDLE;
    private @Nullable Stamp stamp;

    OrderedMachine(MachineContext context, WaitingLine line) {
        this.context = context;
        this.line = line;
    }

    /** Asks whom this variant asks first. */
    abstract void ask(Stamp fresh, Outbox<SequentialMessage> out);

    /** Tells the members that the request is over; the node's own request is gone already. */
    abstract void tellTheEnd(Stamp ended, Outbox<SequentialMessage> out);

    abstract void onRequest(Stamp requested, NodeId from, Outbox<SequentialMessage> out);

    abstract void onLocked(Stamp locked, NodeId from, Outbox<SequentialMessage> out);

    abstract void onRelease(Stamp released, NodeId from, Outbox<SequentialMessage> out);

    abstract void onInquire(Stamp inquired, NodeId from, Outbox<SequentialMessage> out);

    /** SHARED is taken as EXCLUSIVE: the paper knows one mode. */
    @Override
    public final void acquire(Mode mode, Outbox<SequentialMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        Stamp fresh = context.nextStamp();
        stamp = fresh;
        phase = Phase.WAITING;
        ask(fresh, out);
    }

    @Override
    public final void release(Outbox<SequentialMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        over(out);
    }

    /** Departure: in the paper nobody gives up. */
    @Override
    public final void abandon(Outbox<SequentialMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        over(out);
    }

    private void over(Outbox<SequentialMessage> out) {
        Stamp ended = stamp;
        stamp = null;
        phase = Phase.IDLE;
        if (ended != null) {
            tellTheEnd(ended, out);
        }
    }

    final void enter(Outbox<SequentialMessage> out) {
        phase = Phase.HOLDING;
        out.entered();
    }

    @Override
    public final void receive(NodeId from, SequentialMessage message, Outbox<SequentialMessage> out) {
        if (message instanceof Request request) {
            onRequest(request.stamp(), from, out);
        } else if (message instanceof Locked locked) {
            onLocked(locked.stamp(), from, out);
        } else if (message instanceof Release release) {
            onRelease(release.stamp(), from, out);
        } else if (message instanceof Inquire inquire) {
            onInquire(inquire.stamp(), from, out);
        }
    }

    /** The live request of this node; null if it has none. */
    final @Nullable Stamp live() {
        return stamp;
    }

    /** Whether a Locked is about the request that we wait with. */
    final boolean concernsLive(Stamp locked) {
        Stamp live = stamp;
        return live != null && isFor(live, locked);
    }

    /** R4: a Locked for an older request does not count for the live one. */
    @Guard("R4")
    private static boolean isFor(Stamp live, Stamp locked) {
        return locked.equals(live);
    }

    /** Whether this is a request of ours that is over. */
    final boolean isOver(Stamp ours) {
        return context.isMine(ours) && !ours.equals(stamp);
    }

    @Override
    public final Phase phase() {
        return phase;
    }

    /**
     * Nobody tells a holder that others wait, as the paper has no message for it. Departure: so we take it for granted, and the
     * threads of one node pass the lock among themselves only so often.
     */
    @Override
    public final boolean isContended() {
        return phase != Phase.IDLE;
    }

    @Override
    public final boolean isQuiescent() {
        return phase == Phase.IDLE && line.isEmpty();
    }

    final void copyRequestTo(OrderedMachine copy) {
        copy.phase = phase;
        copy.stamp = stamp;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", stamp);
        line.describeTo(writer);
    }
}
