// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.raymond;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.papers.reference.StaticTree;
import io.quorate.papers.reference.raymond.RaymondMessage.Privilege;
import io.quorate.papers.reference.raymond.RaymondMessage.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The four events of the paper, each followed by ASSIGN_PRIVILEGE and MAKE_REQUEST. */
final class RaymondMachine implements LockMachine<RaymondMessage> {
    private final MachineContext context;

    /** HOLDER, this node or the neighbour in whose direction the privilege is; null as long as it is where it began. */
    private @Nullable NodeId holder;

    /** USING. */
    private boolean using;

    /** REQUEST_Q: the neighbours that have asked, and this node itself, in order of arrival. */
    private final List<NodeId> requestQ;

    /** ASKED: our REQUEST to HOLDER is not answered yet. */
    private boolean asked;

    RaymondMachine(MachineContext context) {
        this(context, new ArrayList<>(2));
    }

    private RaymondMachine(MachineContext context, List<NodeId> requestQ) {
        this.context = context;
        this.requestQ = requestQ;
    }

    /** The privilege begins at the root, so that at first every father is nearer to it. */
    private NodeId firstHolder() {
        return StaticTree.fatherOf(context.self(), context).orElse(context.self());
    }

    private NodeId holder() {
        NodeId known = holder;
        return known == null ? firstHolder() : known;
    }

    /** The privilege is there, or in that direction, from now on. */
    private void turnTo(NodeId node) {
        holder = node.equals(firstHolder()) ? null : node;
    }

    private boolean isHere() {
        return holder().equals(context.self());
    }

    private boolean isNeighbour(NodeId node) {
        return StaticTree.fatherOf(node, context).filter(context.self()::equals).isPresent()
                || StaticTree.fatherOf(context.self(), context)
                        .filter(node::equals)
                        .isPresent();
    }

    /** ASSIGN_PRIVILEGE: the privilege goes to the first in REQUEST_Q if it is here and not used. */
    private void assignPrivilege(Outbox<RaymondMessage> out) {
        if (!isHere() || isUsed() || requestQ.isEmpty()) {
            return;
        }
        NodeId first = requestQ.remove(0);
        if (first.equals(context.self())) {
            using = true;
            out.entered();
            return;
        }
        follow(first);
        out.send(first, new Privilege());
    }

    @Guard("P1")
    private boolean isUsed() {
        return using;
    }

    /** P2: the privilege is in that direction now. */
    @Guard("P2")
    private void follow(NodeId next) {
        turnTo(next);
    }

    /** MAKE_REQUEST: a node that wants the privilege, or was asked for it, asks HOLDER, once until it comes. */
    private void makeRequest(Outbox<RaymondMessage> out) {
        if (!isHere() && !requestQ.isEmpty() && !asked) {
            asked = true;
            out.send(holder(), new Request());
        }
    }

    /** SHARED is taken as EXCLUSIVE. */
    @Override
    public void acquire(Mode mode, Outbox<RaymondMessage> out) {
        Invariant.hold(phase() == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        enqueue(context.self());
        assignPrivilege(out);
        makeRequest(out);
    }

    /** Q1: in order of arrival. */
    @Guard("Q1")
    private void enqueue(NodeId asker) {
        requestQ.add(asker);
    }

    @Override
    public void release(Outbox<RaymondMessage> out) {
        Invariant.hold(using, "only a holder releases");
        using = false;
        assignOnLeaving(out);
    }

    @Guard("P3")
    private void assignOnLeaving(Outbox<RaymondMessage> out) {
        assignAndAsk(out);
    }

    private void assignAndAsk(Outbox<RaymondMessage> out) {
        assignPrivilege(out);
        askBehindThePrivilege(out);
    }

    /** M3: if others still wait here, the REQUEST follows the PRIVILEGE at once. */
    @Guard("M3")
    private void askBehindThePrivilege(Outbox<RaymondMessage> out) {
        makeRequest(out);
    }

    /**
     * Departure: in the paper nobody gives up. W1: only this node leaves REQUEST_Q. If it has asked, the privilege will come,
     * and serves others, or this node when it asks again, or nobody: then it stays here.
     */
    @Override
    public void abandon(Outbox<RaymondMessage> out) {
        Invariant.hold(phase() == Phase.WAITING, "only a waiter abandons");
        requestQ.removeIf(this::givesUp);
    }

    @Guard("W1")
    private boolean givesUp(NodeId node) {
        return node.equals(context.self());
    }

    @Override
    public void receive(NodeId from, RaymondMessage message, Outbox<RaymondMessage> out) {
        if (!isNeighbour(from)) {
            context.countForged();
        } else if (message instanceof Request) {
            onRequest(from, out);
        } else {
            onPrivilege(from, out);
        }
    }

    private void onRequest(NodeId from, Outbox<RaymondMessage> out) {
        if (requestQ.contains(from)) {
            context.countForged();
            return;
        }
        enqueue(from);
        assignPrivilege(out);
        askForOthers(out);
    }

    @Guard("M1")
    private void askForOthers(Outbox<RaymondMessage> out) {
        makeRequest(out);
    }

    private void onPrivilege(NodeId from, Outbox<RaymondMessage> out) {
        if (!from.equals(holder())) {
            context.countForged();
            return;
        }
        turnTo(context.self());
        endAsking();
        if (requestQ.indexOf(context.self()) == 0) {
            assignAndAsk(out);
        } else {
            assignOnArrival(out);
        }
    }

    /**
     * M2: what we asked for, we have. The paper clears ASKED in ASSIGN_PRIVILEGE, which follows; but here REQUEST_Q may be empty by
     * then, because somebody has given up.
     */
    @Guard("M2")
    private void endAsking() {
        asked = false;
    }

    /** P4: the privilege goes on to those who asked for it. */
    @Guard("P4")
    private void assignOnArrival(Outbox<RaymondMessage> out) {
        assignAndAsk(out);
    }

    @Override
    public Phase phase() {
        if (using) {
            return Phase.HOLDING;
        }
        return requestQ.contains(context.self()) ? Phase.WAITING : Phase.IDLE;
    }

    @Override
    public boolean isContended() {
        return requestQ.stream().anyMatch(node -> !node.equals(context.self()));
    }

    /** As at the start. Elsewhere something must be kept: where the privilege is. */
    @Override
    public boolean isQuiescent() {
        return holder == null && !using && !asked && requestQ.isEmpty();
    }

    @Override
    public LockMachine<RaymondMessage> copy(MachineContext other) {
        RaymondMachine copy = new RaymondMachine(other, new ArrayList<>(requestQ));
        copy.holder = holder;
        copy.using = using;
        copy.asked = asked;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase());
        writer.node("holder", holder());
        writer.flag("asked", asked);
        writer.begin("queue");
        requestQ.forEach(node -> writer.node("of", node));
        writer.end();
    }
}
