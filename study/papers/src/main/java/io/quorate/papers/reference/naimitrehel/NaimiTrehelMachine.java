// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.naimitrehel;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.reference.StaticTree;
import io.quorate.papers.reference.naimitrehel.NaimiTrehelMessage.Request;
import io.quorate.papers.reference.naimitrehel.NaimiTrehelMessage.Token;
import org.jspecify.annotations.Nullable;

/**
 * The four procedures of the paper. Its variable token_present is not kept: the token is with who holds the lock, and else with who
 * has no father and has not asked.
 */
final class NaimiTrehelMachine implements LockMachine<NaimiTrehelMessage> {
    private final MachineContext context;

    /** Requesting_cs is: not IDLE, or withdrawn. */
    private Phase phase = Phase.IDLE;

    /** We have asked and given up since; the token will still come. */
    private boolean withdrawn;

    /** Where we believe the last asker to be; this node itself stands for the paper's nil, null for the first father. */
    private @Nullable NodeId father;

    /** The node that gets the token after us. */
    private @Nullable NodeId next;

    NaimiTrehelMachine(MachineContext context) {
        this.context = context;
    }

    /** All have the same father at first, the elected node, which has the token. */
    private NodeId father() {
        NodeId known = father;
        return known == null ? StaticTree.root(context) : known;
    }

    private boolean isRoot() {
        return father().equals(context.self());
    }

    private void turnTo(NodeId node) {
        father = node.equals(StaticTree.root(context)) ? null : node;
    }

    private boolean isRequesting() {
        return phase != Phase.IDLE || withdrawn;
    }

    /** Request_cs. SHARED is taken as EXCLUSIVE. */
    @Override
    public void acquire(Mode mode, Outbox<NaimiTrehelMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        phase = Phase.WAITING;
        boolean isOnItsWay = isTokenOnItsWay();
        withdrawn = false;
        if (isOnItsWay) {
            return;
        }
        if (isRoot()) {
            enter(out);
            return;
        }
        out.send(father(), new Request(context.self()));
        becomeRoot();
    }

    /** W2: what was asked for before and is still to come will do. */
    @Guard("W2")
    private boolean isTokenOnItsWay() {
        return withdrawn;
    }

    /** F1: the last asker has no father. */
    @Guard("F1")
    private void becomeRoot() {
        turnTo(context.self());
    }

    private void enter(Outbox<NaimiTrehelMessage> out) {
        phase = Phase.HOLDING;
        out.entered();
    }

    /** Release_cs. */
    @Override
    public void release(Outbox<NaimiTrehelMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        phase = Phase.IDLE;
        passOnWhenLeaving(out);
    }

    @Guard("T1")
    private void passOnWhenLeaving(Outbox<NaimiTrehelMessage> out) {
        passOn(out);
    }

    private void passOn(Outbox<NaimiTrehelMessage> out) {
        NodeId to = successor();
        if (to != null) {
            endNext();
            out.send(to, new Token());
        }
    }

    /** T2: the token goes to the first that has asked since this node did, not to the last. */
    @Guard("T2")
    private @Nullable NodeId successor() {
        return next();
    }

    private @Nullable NodeId next() {
        return next;
    }

    /** N2: who has asked once gets the token once. */
    @Guard("N2")
    private void endNext() {
        next = null;
    }

    /** Departure: in the paper nobody gives up. The Request cannot be called back, as nobody knows how far it is. */
    @Override
    public void abandon(Outbox<NaimiTrehelMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        phase = Phase.IDLE;
        withdrawn = true;
    }

    @Override
    public void receive(NodeId from, NaimiTrehelMessage message, Outbox<NaimiTrehelMessage> out) {
        if (message instanceof Request request) {
            onRequest(request.asker(), out);
        } else {
            onToken(out);
        }
    }

    /** Receive_request_cs: the root keeps the asker as the next, or gives it the token; all others hand the request on. */
    private void onRequest(NodeId asker, Outbox<NaimiTrehelMessage> out) {
        if (asker.equals(context.self())) {
            context.countForged();
            return;
        }
        boolean wasRoot = isRoot();
        if (!wasRoot) {
            out.send(father(), new Request(asker));
        } else if (needsTheToken()) {
            next = asker;
        } else {
            out.send(asker, new Token());
        }
        if (wasRoot) {
            turnRootTo(asker);
        } else {
            turnTo(asker); // path reversal
        }
    }

    /** N1: a root that waits or is inside keeps the asker as the next. */
    @Guard("N1")
    private boolean needsTheToken() {
        return isRequesting();
    }

    /** F2: the asker is the last asker now. */
    @Guard("F2")
    private void turnRootTo(NodeId asker) {
        turnTo(asker);
    }

    /** Receive_token. */
    private void onToken(Outbox<NaimiTrehelMessage> out) {
        if (!isRequesting() || phase == Phase.HOLDING) {
            context.countForged();
        } else if (phase == Phase.WAITING) {
            enter(out);
        } else {
            withdrawn = false;
            passOnUnused(out);
        }
    }

    /** W1: who has given up passes the token on at once. */
    @Guard("W1")
    private void passOnUnused(Outbox<NaimiTrehelMessage> out) {
        passOn(out);
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public boolean isContended() {
        return next != null;
    }

    /** As at the start. Elsewhere something must be kept: whom to ask. */
    @Override
    public boolean isQuiescent() {
        return father == null && next == null && !isRequesting();
    }

    @Override
    public LockMachine<NaimiTrehelMessage> copy(MachineContext other) {
        NaimiTrehelMachine copy = new NaimiTrehelMachine(other);
        copy.phase = phase;
        copy.withdrawn = withdrawn;
        copy.father = father;
        copy.next = next;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.flag("withdrawn", withdrawn);
        writer.nodes("father", isRoot() ? NodeSet.EMPTY : NodeSet.of(father()));
        NodeId after = next;
        writer.nodes("next", after == null ? NodeSet.EMPTY : NodeSet.of(after));
    }
}
