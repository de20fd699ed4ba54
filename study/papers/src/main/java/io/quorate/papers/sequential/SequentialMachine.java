// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.papers.sequential.SequentialMessage.Locked;
import io.quorate.papers.sequential.SequentialMessage.Release;
import io.quorate.papers.sequential.SequentialMessage.Request;

/** Asks the members of its quorum one by one, each only when the one before is locked. */
final class SequentialMachine extends OrderedMachine {
    /** Of the live request: the members asked so far, and those of them that are locked. */
    private NodeSet asked = NodeSet.EMPTY;

    private NodeSet locked = NodeSet.EMPTY;

    SequentialMachine(MachineContext context) {
        this(context, new WaitingLine());
    }

    private SequentialMachine(MachineContext context, WaitingLine line) {
        super(context, line);
    }

    private Route route() {
        return Route.of(context.self(), context);
    }

    @Override
    void ask(Stamp fresh, Outbox<SequentialMessage> out) {
        Route route = route();
        for (NodeId member : route.members()) {
            if (isAskedAtOnce(member, route)) {
                ask(member, fresh, out);
            }
        }
    }

    /** R1: only the first member; each other when the one before is locked. */
    @Guard("R1")
    private static boolean isAskedAtOnce(NodeId member, Route route) {
        return member.equals(route.first());
    }

    private void ask(NodeId member, Stamp fresh, Outbox<SequentialMessage> out) {
        if (!asked.contains(member)) {
            asked = asked.with(member);
            out.send(member, new Request(fresh));
        }
    }

    /** R1: the member is locked, so the next one is asked; after the last we hold. */
    @Override
    void onLocked(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (!concernsLive(stamp)) {
            releaseWhatIsOver(stamp, from, out);
            return;
        }
        if (phase() == Phase.HOLDING || !asked.contains(from)) {
            return;
        }
        if (isCountedAlready(from)) {
            return;
        }
        NodeId awaited = route().firstBeyond(locked); // without R2, whom a Locked that comes twice would count for
        locked = locked.with(awaited != null && locked.contains(from) ? awaited : from);
        NodeId next = route().firstBeyond(locked);
        Stamp live = live();
        if (next == null) {
            enter(out);
        } else if (live != null) {
            ask(next, live, out);
        }
    }

    /** R2: a Locked that comes twice counts once. */
    @Guard("R2")
    private boolean isCountedAlready(NodeId member) {
        return locked.contains(member);
    }

    /** R3: a Locked for a request that is over is answered. */
    @Guard("R3")
    private void releaseWhatIsOver(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (isOver(stamp)) {
            out.send(from, new Release(stamp));
        }
    }

    /** Release to every member asked, whether it is locked or we still wait there. */
    @Override
    void tellTheEnd(Stamp ended, Outbox<SequentialMessage> out) {
        Release release = new Release(ended);
        for (int index = asked.next(0); index >= 0; index = asked.next(index + 1)) {
            out.send(NodeId.of(index), release);
        }
        asked = NodeSet.EMPTY;
        locked = NodeSet.EMPTY;
    }

    @Override
    void onRequest(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (stamp.node().equals(from) && line.join(stamp)) {
            out.send(from, new Locked(stamp));
        }
    }

    /** A1: that request is over, and the next one's turn has come. */
    @Override
    void onRelease(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (stamp.node().equals(from) && line.leave(stamp)) {
            sayLocked(out);
        }
    }

    private void sayLocked(Outbox<SequentialMessage> out) {
        Stamp first = line.first();
        if (first != null) {
            out.send(first.node(), new Locked(first));
        }
    }

    /** Nobody inquires here: a Locked said again does as well. */
    @Override
    void onInquire(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {}

    @Override
    public void linkReset(NodeId peer, Outbox<SequentialMessage> out) {
        askAgain(peer, out);
        sayLockedAgain(peer, out);
    }

    /** S1: we ask again whom we wait for. */
    @Guard("S1")
    private void askAgain(NodeId peer, Outbox<SequentialMessage> out) {
        Stamp live = live();
        if (live != null && asked.contains(peer) && !locked.contains(peer)) {
            out.send(peer, new Request(live));
        }
    }

    /** S2: who we are locked for is told again; if it is over, R3 answers. */
    @Guard("S2")
    private void sayLockedAgain(NodeId peer, Outbox<SequentialMessage> out) {
        Stamp first = line.first();
        if (first != null && first.node().equals(peer)) {
            sayLocked(out);
        }
    }

    @Override
    public LockMachine<SequentialMessage> copy(MachineContext other) {
        SequentialMachine copy = new SequentialMachine(other, line.copy());
        copyRequestTo(copy);
        copy.asked = asked;
        copy.locked = locked;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        super.describeTo(writer);
        writer.nodes("asked", asked);
        writer.nodes("locked", locked);
    }
}
