package io.quorate.core.protocol.sequential;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.sequential.SequentialMessage.Inquire;
import io.quorate.core.protocol.sequential.SequentialMessage.Locked;
import io.quorate.core.protocol.sequential.SequentialMessage.Release;
import io.quorate.core.protocol.sequential.SequentialMessage.Request;
import org.jspecify.annotations.Nullable;

/**
 * Sends one Request to the first member; each member hands it on to the next when it is locked, and the last tells the origin.
 * The Release takes the same way, so that on channels that keep the order it never overtakes its Request.
 */
final class CyclicMachine extends OrderedMachine {
    CyclicMachine(MachineContext context, Rules rules) {
        this(context, rules, new WaitingLine(rules));
    }

    private CyclicMachine(MachineContext context, Rules rules, WaitingLine line) {
        super(context, rules, line);
    }

    private Route routeOf(Stamp stamp) {
        return Route.of(stamp.node(), context, rules);
    }

    @Override
    void ask(Stamp fresh, Outbox<SequentialMessage> out) {
        out.send(routeOf(fresh).first(), new Request(fresh));
    }

    /** The request waits here, or locks us and goes on. C2: one of our own that is over does neither. */
    @Override
    void onRequest(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (!comesItsWay(stamp, from)) {
            context.countForged();
            return;
        }
        boolean ends = isOver(stamp) && rules.keep(Rule.C2_NOTHING_OF_ONES_OWN_THAT_IS_OVER);
        if (!ends && line.join(stamp)) {
            handOn(stamp, out);
        }
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

    /**
     * C1: the Release goes after the Request. Our own arbiter is ours to free: so it starts anew behind us, and ends before us,
     * which takes K - 1 messages wherever our place is.
     */
    @Override
    void tellTheEnd(Stamp ended, Outbox<SequentialMessage> out) {
        Route route = routeOf(ended);
        if (!rules.keep(Rule.C1_RELEASE_FOLLOWS_THE_REQUEST)) {
            route.members().forEach(member -> out.send(member, new Release(ended)));
            return;
        }
        if (!route.first().equals(context.self())) {
            out.send(route.first(), new Release(ended));
        }
        free(ended, out);
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

    /** C1, A1: if we are locked for the request we have handed it on, so we hand on its Release; then it is the next one's turn. */
    private void free(Stamp stamp, Outbox<SequentialMessage> out) {
        if (!line.leave(stamp)) {
            return;
        }
        NodeId next = routeOf(stamp).after(context.self());
        if (next != null && !next.equals(stamp.node()) && rules.keep(Rule.C1_RELEASE_FOLLOWS_THE_REQUEST)) {
            out.send(next, new Release(stamp));
        }
        Stamp first = line.first();
        if (first != null) {
            handOn(first, out);
        }
    }

    /** S4: a request of ours that is over is released where it still is; a live one will be. */
    @Override
    void onInquire(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (isOver(stamp) && rules.keep(Rule.S4_ANSWER_THE_INQUIRY)) {
            out.send(from, new Release(stamp));
        }
    }

    @Override
    public void linkReset(NodeId peer, Outbox<SequentialMessage> out) {
        Stamp live = live();
        if (live != null && routeOf(live).first().equals(peer) && rules.keep(Rule.S1_ASK_AGAIN)) {
            out.send(peer, new Request(live));
        }
        for (Stamp stamp : line.stamps()) {
            Route route = routeOf(stamp);
            boolean told = peer.equals(orOrigin(route.after(context.self()), stamp));
            if (stamp.equals(line.first()) && told && rules.keep(Rule.S2_SAY_AGAIN)) {
                handOn(stamp, out);
            }
            boolean tells = peer.equals(orOrigin(route.before(context.self()), stamp)) || peer.equals(stamp.node());
            if (tells && !context.isMine(stamp) && rules.keep(Rule.S3_INQUIRE)) {
                out.send(stamp.node(), new Inquire(stamp));
            }
        }
    }

    /** Before the first member, and after the last, comes the origin. */
    private static NodeId orOrigin(@Nullable NodeId member, Stamp stamp) {
        return member == null ? stamp.node() : member;
    }

    @Override
    public LockMachine<SequentialMessage> copy(MachineContext other) {
        CyclicMachine copy = new CyclicMachine(other, rules, line.copy());
        copyRequestTo(copy);
        return copy;
    }
}
