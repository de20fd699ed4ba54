// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.suzukikasami;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.reference.suzukikasami.SuzukiKasamiMessage.Privilege;
import io.quorate.papers.reference.suzukikasami.SuzukiKasamiMessage.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The paper's procedures P1 (to enter and to leave) and P2 (on a REQUEST). At first n1 has the token. */
final class SuzukiKasamiMachine implements LockMachine<SuzukiKasamiMessage> {
    private static final Handlers<SuzukiKasamiMachine, SuzukiKasamiMessage> ON = Handlers.of(
                    SuzukiKasamiMachine.class, SuzukiKasamiMessage.TABLE)
            .on(Request.class, SuzukiKasamiMachine::onRequest)
            .on(Privilege.class, SuzukiKasamiMachine::onPrivilege)
            .complete();

    private static final NodeId HOME = NodeId.of(0);
    private static final Privilege NEW = new Privilege(0, Numbers.ZERO, List.of());

    private final MachineContext context;
    private Phase phase = Phase.IDLE;

    /** RN: the highest number that each node has asked with, as far as we have heard. */
    private Numbers requested = Numbers.ZERO;

    /** HavePrivilege is: not null. */
    private @Nullable Privilege token;

    /** Our request is on its way, or the token to us; also if we have given up since. */
    private boolean asked;

    /** So often the token was passed on when we last had it, our own passing it on included. */
    private long passes;

    /** The token as we have passed it on, and to whom; null since it was here again. */
    private @Nullable Privilege passed;

    private NodeId passedTo = HOME;

    SuzukiKasamiMachine(MachineContext context) {
        this.context = context;
        this.token = context.self().equals(HOME) ? NEW : null;
    }

    /** P1, first half. SHARED is taken as EXCLUSIVE. */
    @Override
    public void acquire(Mode mode, Outbox<SuzukiKasamiMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        phase = Phase.WAITING;
        if (token != null) {
            enter(out);
        } else if (!isAskedFor()) {
            asked = true;
            requested = requested.with(context.self(), requested.of(context.self()) + 1);
            NodeSet others = context.voters().without(context.self());
            for (int index = others.next(0); index >= 0; index = others.next(index + 1)) {
                ask(NodeId.of(index), out);
            }
        }
    }

    /**
     * A2: a request that was given up is still on its way, and is taken up again; with a number more than one above LN, nobody would
     * heed it.
     */
    @Guard("A2")
    private boolean isAskedFor() {
        return asked;
    }

    private void ask(NodeId node, Outbox<SuzukiKasamiMessage> out) {
        out.send(node, new Request(requested.of(context.self())));
    }

    private void enter(Outbox<SuzukiKasamiMessage> out) {
        phase = Phase.HOLDING;
        out.entered();
    }

    @Override
    public void release(Outbox<SuzukiKasamiMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        phase = Phase.IDLE;
        leave(out);
    }

    /** Departure: in the paper nobody gives up. The token may still come, and is passed on then. */
    @Override
    public void abandon(Outbox<SuzukiKasamiMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        phase = Phase.IDLE;
    }

    /** P1, second half: we are served; those who have asked and are not in the queue join it, and the first gets the token. */
    private void leave(Outbox<SuzukiKasamiMessage> out) {
        Privilege held = token;
        if (held == null) {
            return; // without P2b it is gone
        }
        Numbers served = withOurs(held.served());
        List<NodeId> queue = new ArrayList<>(held.queue());
        lookAround(served, queue);
        token = new Privilege(passes, served, queue);
        if (!queue.isEmpty()) {
            pass(queue.remove(0), served, queue, out);
        }
    }

    /** P1: LN says that our request was served. */
    @Guard("P1a")
    private Numbers withOurs(Numbers served) {
        NodeId self = context.self();
        return served.with(self, requested.of(self));
    }

    /** P1: those who have asked join the queue. */
    @Guard("P1b")
    private void lookAround(Numbers served, List<NodeId> queue) {
        for (int index = 0; index < requested.length(); index++) {
            NodeId node = NodeId.of(index);
            if (hasAsked(node, served) && !queue.contains(node) && !node.equals(context.self())) {
                enqueue(node, queue);
            }
        }
    }

    /** P1: behind those that are in the queue already. */
    @Guard("P1c")
    private static void enqueue(NodeId node, List<NodeId> queue) {
        queue.add(node);
    }

    /** RN[j] = LN[j] + 1. */
    private boolean hasAsked(NodeId node, Numbers served) {
        return requested.of(node) == served.of(node) + 1;
    }

    private void pass(NodeId to, Numbers served, List<NodeId> queue, Outbox<SuzukiKasamiMessage> out) {
        passes++;
        Privilege leaving = new Privilege(passes, served, queue);
        token = null;
        passed = leaving;
        passedTo = to;
        out.send(to, leaving);
    }

    @Override
    public void receive(NodeId from, SuzukiKasamiMessage message, Outbox<SuzukiKasamiMessage> out) {
        if (context.isVoter(from)) {
            ON.handle(this, message, from, out);
        } else {
            context.countForged();
        }
    }

    /** P2: note the number; a node that has the token and does not use it sends it. */
    void onRequest(Request request, NodeId from, Outbox<SuzukiKasamiMessage> out) {
        if (isNewer(request, from)) {
            requested = requested.with(from, request.number());
        }
        sendIdleToken(from, out);
    }

    @Guard("P2a")
    private boolean isNewer(Request request, NodeId from) {
        return request.number() > requested.of(from);
    }

    @Guard("P2c")
    private void sendIdleToken(NodeId asker, Outbox<SuzukiKasamiMessage> out) {
        Privilege held = token;
        if (held != null && !isInUse() && hasAsked(asker, held.served())) {
            pass(asker, held.served(), held.queue(), out);
        }
    }

    @Guard("P2b")
    private boolean isInUse() {
        return phase != Phase.IDLE;
    }

    void onPrivilege(Privilege privilege, NodeId from, Outbox<SuzukiKasamiMessage> out) {
        if (isTakenAlready(privilege)) {
            return;
        }
        passes = Math.max(passes, privilege.passes());
        token = privilege;
        passed = null;
        asked = false;
        if (phase == Phase.WAITING) {
            enter(out);
        } else if (phase == Phase.IDLE) {
            passOnUnused(out);
        }
    }

    /** T1: a token that we have had already is a copy of one that is elsewhere. */
    @Guard("T1")
    private boolean isTakenAlready(Privilege privilege) {
        return privilege.passes() <= passes;
    }

    /** A1: who has given up passes the token on. */
    @Guard("A1")
    private void passOnUnused(Outbox<SuzukiKasamiMessage> out) {
        leave(out);
    }

    /**
     * Departure: the paper assumes that no message is lost. Both may be said again at any time: a number counts once, and the
     * token that we passed on is taken once, if it has not come.
     */
    @Override
    public void linkReset(NodeId peer, Outbox<SuzukiKasamiMessage> out) {
        askAgain(peer, out);
        sendTokenAgain(peer, out);
    }

    @Guard("S1")
    private void askAgain(NodeId peer, Outbox<SuzukiKasamiMessage> out) {
        if (asked && context.isVoter(peer)) {
            ask(peer, out);
        }
    }

    @Guard("S2")
    private void sendTokenAgain(NodeId peer, Outbox<SuzukiKasamiMessage> out) {
        Privilege last = passed;
        if (last != null && peer.equals(passedTo)) {
            out.send(peer, last);
        }
    }

    @Override
    public Phase phase() {
        return phase;
    }

    /** The node that has the token knows. */
    @Override
    public boolean isContended() {
        Privilege held = token;
        if (held == null) {
            return false;
        }
        for (int index = 0; index < requested.length(); index++) {
            NodeId node = NodeId.of(index);
            if (hasAsked(node, held.served()) && !node.equals(context.self())) {
                return true;
            }
        }
        return !held.queue().isEmpty();
    }

    /** As long as nobody has asked, n1 has the token and all is as at first. */
    @Override
    public boolean isQuiescent() {
        return phase == Phase.IDLE && requested.isZero() && passes == 0;
    }

    @Override
    public LockMachine<SuzukiKasamiMessage> copy(MachineContext other) {
        SuzukiKasamiMachine copy = new SuzukiKasamiMachine(other);
        copy.phase = phase;
        copy.requested = requested;
        copy.token = token;
        copy.asked = asked;
        copy.passes = passes;
        copy.passed = passed;
        copy.passedTo = passedTo;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        describe("RN", requested, writer);
        writer.flag("asked", asked);
        writer.number("passes", passes);
        describe("token", token, writer);
        describe("passed", passed, writer);
        if (passed != null) {
            writer.node("to", passedTo);
        }
    }

    private static void describe(String name, @Nullable Privilege privilege, StateWriter writer) {
        writer.flag(name, privilege != null);
        if (privilege != null) {
            writer.number("passes", privilege.passes());
            describe("LN", privilege.served(), writer);
            writer.number("waiting", privilege.queue().size());
            privilege.queue().forEach(node -> writer.node("next", node));
        }
    }

    private static void describe(String name, Numbers numbers, StateWriter writer) {
        writer.begin(name);
        for (int index = 0; index < numbers.length(); index++) {
            writer.number(NodeId.of(index).toString(), numbers.of(NodeId.of(index)));
        }
        writer.end();
    }
}
