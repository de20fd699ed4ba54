// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.tree;

import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.papers.tree.TreeMessage.Fail;
import io.quorate.papers.tree.TreeMessage.Inquire;
import io.quorate.papers.tree.TreeMessage.Relinq;
import io.quorate.papers.tree.TreeMessage.Reply;
import io.quorate.papers.tree.TreeMessage.Request;
import io.quorate.papers.tree.TreeMessage.Yield;

/** One lock at one site, by the corrected rules: it routes between requester and arbiter, and tells all of failures. */
final class TreeMachine implements LockMachine<TreeMessage> {
    private static final Handlers<TreeMachine, TreeMessage> ON = Handlers.of(TreeMachine.class, TreeMessage.TABLE)
            .on(Request.class, (self, m, from, out) -> self.arbiter.onRequest(m, from, self.context.suspected(), out))
            .on(Reply.class, (self, m, from, out) -> self.requester.onReply(m, from, out))
            .on(Inquire.class, (self, m, from, out) -> self.requester.onInquire(m, from, out))
            .on(Yield.class, (self, m, from, out) -> self.arbiter.onYield(m, from, self.context.suspected(), out))
            .on(Relinq.class, (self, m, from, out) -> self.arbiter.onRelinq(m, from, out))
            .on(Fail.class, TreeMachine::onFail)
            .complete();

    private final MachineContext context;
    private final Requester requester;
    private final Arbiter arbiter;

    TreeMachine(MachineContext context) {
        this(context, new Requester(context), new Arbiter());
    }

    private TreeMachine(MachineContext context, Requester requester, Arbiter arbiter) {
        this.context = context;
        this.requester = requester;
        this.arbiter = arbiter;
    }

    /** SHARED is taken as EXCLUSIVE: the paper knows one mode. */
    @Override
    public void acquire(Mode mode, Outbox<TreeMessage> out) {
        requester.acquire(out);
    }

    @Override
    public void release(Outbox<TreeMessage> out) {
        requester.release(out);
    }

    @Override
    public void abandon(Outbox<TreeMessage> out) {
        requester.abandon(out);
    }

    @Override
    public void receive(NodeId from, TreeMessage message, Outbox<TreeMessage> out) {
        ON.handle(this, message, from, out);
    }

    void onFail(Fail fail, NodeId from, Outbox<TreeMessage> out) {
        if (fail.site().equals(context.self())) {
            requester.saidToHaveFailed(from, out);
        } else {
            arbiter.siteFailed(fail.site(), out);
            requester.siteFailed(fail.site(), out);
        }
    }

    /** The site that notices a failure tells all others, and does itself what they do. */
    @Override
    public void peerSuspected(NodeId peer, Outbox<TreeMessage> out) {
        TreeLock.broadcastFailureOf(peer, context, out);
        arbiter.siteFailed(peer, out);
        requester.failuresChanged(out);
    }

    @Override
    public void peerRestored(NodeId peer, Outbox<TreeMessage> out) {
        requester.siteTrusted(peer);
    }

    @Override
    public void linkReset(NodeId peer, Outbox<TreeMessage> out) {
        requester.linkReset(peer, out);
        arbiter.linkReset(peer, out);
    }

    @Override
    public Phase phase() {
        return requester.phase();
    }

    /** No message of the paper says that younger requests wait, so a holder assumes it: then no site hands over to itself forever. */
    @Override
    public boolean isContended() {
        return requester.phase() == Phase.HOLDING;
    }

    @Override
    public boolean isQuiescent() {
        return requester.phase() == Phase.IDLE && arbiter.isEmpty();
    }

    @Override
    public LockMachine<TreeMessage> copy(MachineContext other) {
        return new TreeMachine(other, requester.copy(other), arbiter.copy());
    }

    @Override
    public void describeTo(StateWriter writer) {
        requester.describeTo(writer);
        arbiter.describeTo(writer);
    }
}
