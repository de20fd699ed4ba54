// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.tree;

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
import io.quorate.core.model.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One lock at one site, as printed. Messages carry tags, because there is one family of them, but nothing here looks at the
 * tags of Reply, Inquire, Yield and Relinq: as in the paper, only the sender counts. Where the paper says nothing:
 * <ul>
 *   <li>an Inquire that finds a site that does not wait is ignored: there is nothing to yield;
 *   <li>a Yield or a Relinq is about the request of its sender that is in the line, whichever it is;
 *   <li>a site that constructs another quorum keeps its stamp and the permissions of common members, asks the new ones, and from
 *       then on knows only the new quorum;
 *   <li>giving up, which the paper does not have, is Relinq to the quorum.
 * </ul>
 */
final class PrintedMachine implements LockMachine<TreeMessage> {
    private static final Handlers<PrintedMachine, TreeMessage> ON = Handlers.of(PrintedMachine.class, TreeMessage.TABLE)
            .on(TreeMessage.Request.class, PrintedMachine::onRequest)
            .on(TreeMessage.Reply.class, PrintedMachine::onReply)
            .on(TreeMessage.Inquire.class, PrintedMachine::onInquire)
            .on(TreeMessage.Yield.class, PrintedMachine::onYield)
            .on(TreeMessage.Relinq.class, PrintedMachine::onRelinq)
            .on(TreeMessage.Fail.class, PrintedMachine::onFail)
            .complete();

    private final MachineContext context;

    /** The waiting line, ordered by stamps; the one with our permission is in it too. */
    private final List<Stamp> line;

    /** The site whose request has our permission. */
    private @Nullable Stamp locking;

    /** An Inquire about it is out. */
    private boolean inquired;

    private Phase phase = Phase.IDLE;
    private @Nullable Stamp stamp;
    private NodeSet quorum = NodeSet.EMPTY;
    private NodeSet replies = NodeSet.EMPTY;

    /** Sites of which FAIL came while this request was out. */
    private NodeSet failed = NodeSet.EMPTY;

    PrintedMachine(MachineContext context) {
        this(context, new ArrayList<>(2));
    }

    private PrintedMachine(MachineContext context, List<Stamp> line) {
        this.context = context;
        this.line = line;
    }

    /** "A site that wants to execute its critical section sends a demand to all quorum sites and waits their permission." */
    @Override
    public void acquire(Mode mode, Outbox<TreeMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a site asks for a lock only when it has no live request for it");
        stamp = context.nextStamp();
        phase = Phase.WAITING;
        quorum = buildQuorum();
        request(quorum, out);
    }

    private NodeSet buildQuorum() {
        NodeSet down = context.suspected().union(failed);
        return context.quorums()
                .quorumAvoiding(context.self(), down)
                .orElseGet(() -> context.quorums().quorumOf(context.self()));
    }

    private void request(NodeSet sites, Outbox<TreeMessage> out) {
        TreeMessage request = new TreeMessage.Request(live(), 0, false);
        for (int index = sites.next(0); index >= 0; index = sites.next(index + 1)) {
            out.send(NodeId.of(index), request);
        }
    }

    /** "When a site leaves the critical section, it sends an acquittal message named Relinq to all quorum sites." */
    @Override
    public void release(Outbox<TreeMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        over(out);
    }

    @Override
    public void abandon(Outbox<TreeMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        over(out);
    }

    private void over(Outbox<TreeMessage> out) {
        TreeMessage relinq = new TreeMessage.Relinq(live());
        for (int index = quorum.next(0); index >= 0; index = quorum.next(index + 1)) {
            out.send(NodeId.of(index), relinq);
        }
        phase = Phase.IDLE;
        stamp = null;
        quorum = NodeSet.EMPTY;
        replies = NodeSet.EMPTY;
        failed = NodeSet.EMPTY;
    }

    @Override
    public void receive(NodeId from, TreeMessage message, Outbox<TreeMessage> out) {
        ON.handle(this, message, from, out);
    }

    /** "If a request arrives with a stamp lower than that of the request at the top, Inquire is sent" to the latter's site. */
    void onRequest(TreeMessage.Request request, NodeId from, Outbox<TreeMessage> out) {
        int place = 0;
        while (place < line.size() && line.get(place).isBefore(request.stamp())) {
            place++;
        }
        line.add(place, request.stamp());
        serve(out);
    }

    /** "When a request is at the top of the line of a site, then this site sends a message called Reply." */
    private void serve(Outbox<TreeMessage> out) {
        if (line.isEmpty()) {
            return;
        }
        Stamp top = line.get(0);
        Stamp current = locking;
        if (current == null) {
            locking = top;
            inquired = false;
            out.send(top.node(), new TreeMessage.Reply(top, 0));
        } else if (top.isBefore(current) && !inquired) {
            inquired = true;
            out.send(current.node(), new TreeMessage.Inquire(current, 0));
        }
    }

    void onReply(TreeMessage.Reply reply, NodeId from, Outbox<TreeMessage> out) {
        if (phase == Phase.WAITING && quorum.contains(from)) {
            replies = replies.with(from);
            enterWithAllReplies(out);
        }
    }

    private void enterWithAllReplies(Outbox<TreeMessage> out) {
        if (replies.containsAll(quorum)) {
            phase = Phase.HOLDING;
            out.entered();
        }
    }

    /** "If it received all answers of the quorum, then it ignores this message; otherwise it sends the Yield message." */
    void onInquire(TreeMessage.Inquire inquire, NodeId from, Outbox<TreeMessage> out) {
        if (phase == Phase.WAITING) {
            replies = replies.without(from);
            out.send(from, new TreeMessage.Yield(live(), 0));
        }
    }

    void onYield(TreeMessage.Yield yield, NodeId from, Outbox<TreeMessage> out) {
        if (isLockedBy(from)) {
            locking = null;
            serve(out);
        }
    }

    void onRelinq(TreeMessage.Relinq relinq, NodeId from, Outbox<TreeMessage> out) {
        delete(from, out);
    }

    private boolean isLockedBy(NodeId site) {
        return locking != null && locking.node().equals(site);
    }

    private void delete(NodeId site, Outbox<TreeMessage> out) {
        line.removeIf(each -> each.node().equals(site));
        if (isLockedBy(site)) {
            locking = null;
        }
        serve(out);
    }

    /** "If the line contains a request of the site, it deletes it; if the site belongs to its quorum, it constructs another." */
    void onFail(TreeMessage.Fail fail, NodeId from, Outbox<TreeMessage> out) {
        if (phase == Phase.WAITING && context.isVoter(fail.site())) {
            failed = failed.with(fail.site());
        }
        siteFailed(fail.site(), out);
    }

    /** "When a site detects the failing of one of its neighbours, it sends FAIL to all sites of the network." */
    @Override
    public void peerSuspected(NodeId peer, Outbox<TreeMessage> out) {
        TreeLock.broadcastFailureOf(peer, context, out);
        siteFailed(peer, out);
    }

    private void siteFailed(NodeId site, Outbox<TreeMessage> out) {
        delete(site, out);
        if (phase == Phase.WAITING && quorum.contains(site)) {
            NodeSet old = quorum;
            quorum = buildQuorum();
            replies = replies.intersection(quorum);
            request(quorum.minus(old), out);
            enterWithAllReplies(out);
        }
    }

    private Stamp live() {
        Stamp current = stamp;
        if (current == null) {
            throw new IllegalStateException("there is no live request");
        }
        return current;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    /** As in {@link TreeMachine}: no message says so. */
    @Override
    public boolean isContended() {
        return phase == Phase.HOLDING;
    }

    @Override
    public boolean isQuiescent() {
        return phase == Phase.IDLE && line.isEmpty();
    }

    @Override
    public LockMachine<TreeMessage> copy(MachineContext other) {
        PrintedMachine copy = new PrintedMachine(other, new ArrayList<>(line));
        copy.locking = locking;
        copy.inquired = inquired;
        copy.phase = phase;
        copy.stamp = stamp;
        copy.quorum = quorum;
        copy.replies = replies;
        copy.failed = failed;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", stamp);
        writer.nodes("quorum", quorum);
        writer.nodes("replies", replies);
        writer.nodes("failed", failed);
        for (Stamp each : line) {
            boolean has = each.equals(locking);
            writer.begin(has ? "granted" : "waiting");
            writer.stamp("to", each);
            writer.flag("has", has);
            writer.flag("inquired", has && inquired);
            writer.end();
        }
    }
}
