package io.quorate.core.protocol.sequential;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.sequential.SequentialMessage.Locked;
import io.quorate.core.protocol.sequential.SequentialMessage.Release;
import io.quorate.core.protocol.sequential.SequentialMessage.Request;

/** Asks the members of its quorum one by one, each only when the one before is locked. */
final class SequentialMachine extends OrderedMachine {
    /** Of the live request: the members asked so far, and those of them that are locked. */
    private NodeSet asked = NodeSet.EMPTY;

    private NodeSet locked = NodeSet.EMPTY;

    SequentialMachine(MachineContext context, Rules rules) {
        this(context, rules, new WaitingLine(rules));
    }

    private SequentialMachine(MachineContext context, Rules rules, WaitingLine line) {
        super(context, rules, line);
    }

    private Route route() {
        return Route.of(context.self(), context, rules);
    }

    /** R1: the first member only. */
    @Override
    void ask(Stamp fresh, Outbox<SequentialMessage> out) {
        Route route = route();
        ask(route.first(), fresh, out);
        if (!rules.keep(Rule.R1_ONE_BY_ONE)) {
            route.members().forEach(member -> ask(member, fresh, out));
        }
    }

    private void ask(NodeId member, Stamp fresh, Outbox<SequentialMessage> out) {
        if (!asked.contains(member)) {
            asked = asked.with(member);
            out.send(member, new Request(fresh));
        }
    }

    /** R1, R2: the member is locked, so the next one is asked; after the last we hold. R3: what is over is answered. */
    @Override
    void onLocked(Stamp stamp, NodeId from, Outbox<SequentialMessage> out) {
        if (!concernsLive(stamp)) {
            if (isOver(stamp) && rules.keep(Rule.R3_ANSWER_WHAT_IS_OVER)) {
                out.send(from, new Release(stamp));
            }
            return;
        }
        if (phase() == Phase.HOLDING || !asked.contains(from)) {
            return;
        }
        locked = locked.with(from);
        NodeId next = route().firstBeyond(locked);
        if (next != null && asked.contains(next) && !rules.keep(Rule.R2_LOCKED_COUNTS_ONCE)) {
            locked = locked.with(next);
            next = route().firstBeyond(locked);
        }
        Stamp live = live();
        if (next == null) {
            enter(out);
        } else if (live != null) {
            ask(next, live, out);
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

    /** S1: we ask again whom we wait for. S2: who we are locked for is told again; if it is over, R3 answers. */
    @Override
    public void linkReset(NodeId peer, Outbox<SequentialMessage> out) {
        Stamp live = live();
        if (live != null && asked.contains(peer) && !locked.contains(peer) && rules.keep(Rule.S1_ASK_AGAIN)) {
            out.send(peer, new Request(live));
        }
        Stamp first = line.first();
        if (first != null && first.node().equals(peer) && rules.keep(Rule.S2_SAY_AGAIN)) {
            sayLocked(out);
        }
    }

    @Override
    public LockMachine<SequentialMessage> copy(MachineContext other) {
        SequentialMachine copy = new SequentialMachine(other, rules, line.copy());
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
