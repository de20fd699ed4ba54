// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.papers.sequential.SequentialMessage.Inquire;
import io.quorate.papers.sequential.SequentialMessage.Locked;
import io.quorate.papers.sequential.SequentialMessage.Release;
import io.quorate.papers.sequential.SequentialMessage.Request;
import org.jspecify.annotations.Nullable;

/**
 * Sends one Request to the first member; each member hands it on to the next when it is locked, and the last tells the origin.
 * The Release takes the same way, so that on channels that keep the order it never overtakes its Request.
 */
final class CyclicMachine extends OrderedMachine {
    CyclicMachine(MachineContext context) {
        this(context, new WaitingLine());
    }

    private CyclicMachine(MachineContext context, WaitingLine line) {
        super(context, line);
    }

    private Route routeOf(Stamp stamp) {
        return Route.of(stamp.node(), context);
    }

    @Override
    void ask(Stamp fresh, Outbox<SequentialMessage> out) {
        out.send(routeOf(fresh).first(), new Request(fresh));
    }

    /** The request waits here, or locks us and goes on. */
    @Override
    void onRequest(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (!comesItsWay(stamp, from)) {
            context.countForged();
            return;
        }
        if (!endsHere(stamp) && line.join(stamp)) {
            handOn(stamp, out);
        }
    }

    /** C2: a request of our own that is over neither waits here nor locks us. */
    @Guard("C2")
    private boolean endsHere(Stamp stamp) {
        return isOver(stamp);
    }

    /** Whether we are on the way of the request, and the sender is who hands on to us: nobody else says that all before us are locked. */
    private boolean comesItsWay(Stamp stamp, NodeId from) {
        Route route = routeOf(stamp);
        return route.contains(context.self()) && from.equals(orOrigin(route.before(context.self()), stamp));
    }

    private void handOn(Stamp stamp, Outbox<SequentialMessage> out) {
        NodeId next = routeOf(stamp).after(context.self());
        if (next == null) {
            out.send(stamp.node(), new Locked(stamp));
        } else {
            out.send(next, new Request(stamp));
        }
    }

    /** The last member is locked, and so are all before it. */
    @Override
    void onLocked(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (!from.equals(routeOf(stamp).last())) {
            context.countForged();
        } else if (concernsLive(stamp) && phase() == Phase.WAITING) {
            enter(out);
        }
    }

    /** We free our own arbiter: so the Release starts behind us, which takes K - 1 messages at any place. */
    @Override
    void tellTheEnd(Stamp ended, Outbox<SequentialMessage> out) {
        Route route = routeOf(ended);
        for (NodeId member : route.members()) {
            if (!member.equals(context.self()) && isToldByTheOrigin(member, route)) {
                out.send(member, new Release(ended));
            }
        }
        free(ended, out);
    }

    /** C1: the Release goes after the Request, so the origin tells the first member only. */
    @Guard("C1")
    private static boolean isToldByTheOrigin(NodeId member, Route route) {
        return member.equals(route.first());
    }

    /** By the one before us, or by the origin itself. */
    @Override
    void onRelease(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (from.equals(stamp.node()) || comesItsWay(stamp, from)) {
            free(stamp, out);
        } else {
            context.countForged();
        }
    }

    /** A1: if we are locked for the request we have handed it on, so we hand on its Release; then it is the next one's turn. */
    private void free(Stamp stamp, Outbox<SequentialMessage> out) {
        if (!line.leave(stamp)) {
            return;
        }
        handOnRelease(stamp, out);
        Stamp first = line.first();
        if (first != null) {
            handOn(first, out);
        }
    }

    @Guard("C1")
    private void handOnRelease(Stamp stamp, Outbox<SequentialMessage> out) {
        NodeId next = routeOf(stamp).after(context.self());
        if (next != null && !next.equals(stamp.node())) {
            out.send(next, new Release(stamp));
        }
    }

    /** S4: a request of ours that is over is released where it still is; a live one will be. */
    @Guard("S4")
    @Override
    void onInquire(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (isOver(stamp)) {
            out.send(from, new Release(stamp));
        }
    }

    @Override
    public void linkReset(NodeId peer, Outbox<SequentialMessage> out) {
        askAgain(peer, out);
        for (Stamp stamp : line.stamps()) {
            handOnAgain(stamp, peer, out);
            inquire(stamp, peer, out);
        }
    }

    /** S1: the origin asks the first member again. */
    @Guard("S1")
    private void askAgain(NodeId peer, Outbox<SequentialMessage> out) {
        Stamp live = live();
        if (live != null && routeOf(live).first().equals(peer)) {
            out.send(peer, new Request(live));
        }
    }

    /** S2: a member that is locked says again what it said. */
    @Guard("S2")
    private void handOnAgain(Stamp stamp, NodeId peer, Outbox<SequentialMessage> out) {
        boolean told = peer.equals(orOrigin(routeOf(stamp).after(context.self()), stamp));
        if (stamp.equals(line.first()) && told) {
            handOn(stamp, out);
        }
    }

    /** S3: a member asks whether the requests that it has are over. */
    @Guard("S3")
    private void inquire(Stamp stamp, NodeId peer, Outbox<SequentialMessage> out) {
        boolean tells =
                peer.equals(orOrigin(routeOf(stamp).before(context.self()), stamp)) || peer.equals(stamp.node());
        if (tells && !context.isMine(stamp)) {
            out.send(stamp.node(), new Inquire(stamp));
        }
    }

    /** Before the first member, and after the last, comes the origin. */
    private static NodeId orOrigin(@Nullable NodeId member, Stamp stamp) {
        return member == null ? stamp.node() : member;
    }

    @Override
    public LockMachine<SequentialMessage> copy(MachineContext other) {
        CyclicMachine copy = new CyclicMachine(other, line.copy());
        copyRequestTo(copy);
        return copy;
    }
}
