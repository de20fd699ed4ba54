// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.tree;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.papers.tree.TreeMessage.Inquire;
import io.quorate.papers.tree.TreeMessage.Relinq;
import io.quorate.papers.tree.TreeMessage.Reply;
import io.quorate.papers.tree.TreeMessage.Request;
import io.quorate.papers.tree.TreeMessage.Yield;
import org.jspecify.annotations.Nullable;

/** The rules R: how a site gets the permission of a quorum, yields while it waits, and replaces sites that fail. */
final class Requester {
    private static final long[] NOTHING_SEEN = {};

    private final MachineContext context;

    private Phase phase = Phase.IDLE;
    private @Nullable Stamp stamp;

    /** Every site that was sent this request. It only grows, until the request is over. */
    private NodeSet asked = NodeSet.EMPTY;

    /** Those whose permission we have. */
    private NodeSet granted = NodeSet.EMPTY;

    /** Sites that, during this request, others said had failed; besides those that this node itself suspects. */
    private NodeSet failed = NodeSet.EMPTY;

    /** For each site the highest number of a grant to this request that we know of. */
    private long[] seen = NOTHING_SEEN;

    Requester(MachineContext context) {
        this.context = context;
    }

    Phase phase() {
        return phase;
    }

    /** R1: a new stamp, and a Request to each member of a quorum without failed sites. */
    void acquire(Outbox<TreeMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a site asks for a lock only when it has no live request for it");
        stamp = context.nextStamp();
        phase = Phase.WAITING;
        seen = new long[context.quorums().size()];
        ask(buildQuorum(), out);
    }

    /** Build_Quorum with all failures that we know. If that leaves none, some are no failures: then everybody is asked. */
    private NodeSet buildQuorum() {
        NodeSet down = context.suspected().union(failed);
        QuorumSystem quorums = context.quorums();
        return quorums.quorumAvoiding(context.self(), down).orElseGet(() -> NodeSet.first(quorums.size()));
    }

    private void ask(NodeSet sites, Outbox<TreeMessage> out) {
        NodeSet news = sites.minus(asked);
        asked = asked.union(news);
        for (int index = news.next(0); index >= 0; index = news.next(index + 1)) {
            out.send(NodeId.of(index), request(index, false));
        }
    }

    private Request request(int site, boolean alive) {
        return new Request(live(), seen[site], alive);
    }

    /** Upon Reply: the permission is ours, unless we yielded this very one before. */
    void onReply(Reply reply, NodeId from, Outbox<TreeMessage> out) {
        if (isLive(reply.stamp(), from, out)) {
            count(reply.stamp(), reply.number(), from, out);
            enterWithQuorum(out);
        }
    }

    /** Upon Inquire: inside, we ignore it; else we yield at once (R6). */
    void onInquire(Inquire inquire, NodeId from, Outbox<TreeMessage> out) {
        if (!isLive(inquire.stamp(), from, out)) {
            return;
        }
        countProvenReply(inquire, from, out);
        boolean current = granted.contains(from) && inquire.number() == seen[from.index()];
        if (current && mayYield()) {
            granted = granted.without(from);
            out.send(from, new Yield(inquire.stamp(), inquire.number()));
        }
    }

    /** R3: an Inquire that overtakes its Reply proves it. */
    @Guard("R3a")
    private void countProvenReply(Inquire inquire, NodeId from, Outbox<TreeMessage> out) {
        count(inquire.stamp(), inquire.number(), from, out);
        enterWithQuorum(out);
    }

    @Guard("R6")
    private boolean mayYield() {
        return phase == Phase.WAITING;
    }

    private boolean isLive(Stamp answered, NodeId from, Outbox<TreeMessage> out) {
        if (!answered.equals(stamp)) {
            relinquishWhatIsOver(answered, from, out);
            return false;
        }
        return asked.contains(from);
    }

    /** R2: an answer to a request of ours that is over is answered by Relinq, so that no ghost keeps a permission. */
    @Guard("R2")
    private void relinquishWhatIsOver(Stamp answered, NodeId from, Outbox<TreeMessage> out) {
        if (context.isMine(answered)) {
            out.send(from, new Relinq(answered));
        }
    }

    private void count(Stamp live, long number, NodeId from, Outbox<TreeMessage> out) {
        if (isNewer(number, from)) {
            seen[from.index()] = Math.max(number, seen[from.index()]);
            granted = granted.with(from);
        } else if (!granted.contains(from)) {
            yieldAgain(live, number, from, out);
        }
    }

    /** R3: only a newer grant counts. */
    @Guard("R3b")
    private boolean isNewer(long number, NodeId from) {
        return number > seen[from.index()];
    }

    /** R4: a grant that we have yielded is yielded again; the first time may have been lost. */
    @Guard("R4")
    private static void yieldAgain(Stamp live, long number, NodeId from, Outbox<TreeMessage> out) {
        out.send(from, new Yield(live, number));
    }

    private void enterWithQuorum(Outbox<TreeMessage> out) {
        if (phase == Phase.WAITING && hasQuorum()) {
            phase = Phase.HOLDING;
            out.entered();
        }
    }

    /** R5: the permissions contain a quorum, the one that was asked first or another. */
    @Guard("R5")
    private boolean hasQuorum() {
        return context.quorums().isQuorum(granted);
    }

    void release(Outbox<TreeMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        over(out);
    }

    void abandon(Outbox<TreeMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        over(out);
    }

    /** R7: Relinq to every site asked, whether it has given its permission or not. The stamp never comes back. */
    private void over(Outbox<TreeMessage> out) {
        Relinq relinq = new Relinq(live());
        for (int index = asked.next(0); index >= 0; index = asked.next(index + 1)) {
            out.send(NodeId.of(index), relinq);
        }
        phase = Phase.IDLE;
        stamp = null;
        asked = NodeSet.EMPTY;
        granted = NodeSet.EMPTY;
        failed = NodeSet.EMPTY;
        seen = NOTHING_SEEN;
    }

    /** Upon FAIL of another site: as if this node had noticed. */
    void siteFailed(NodeId site, Outbox<TreeMessage> out) {
        if (phase == Phase.WAITING && context.isVoter(site)) {
            failed = failed.with(site);
            failuresChanged(out);
        }
    }

    /** Earlier news about the site no longer counts. Nothing is asked: a quorum without it, or everybody, has been asked already. */
    void siteTrusted(NodeId site) {
        failed = failed.without(site);
    }

    /**
     * F4: a waiter that has not asked a quorum of sites that live builds another and asks its new members, with the stamp that
     * it has. It asks nobody twice and takes nothing back: the old quorum may serve as well.
     */
    @Guard("F4")
    void failuresChanged(Outbox<TreeMessage> out) {
        NodeSet living = asked.minus(context.suspected()).minus(failed);
        if (phase == Phase.WAITING && !context.quorums().isQuorum(living)) {
            ask(buildQuorum(), out);
        }
    }

    /** F3: that site has dropped our request, because we are said to have failed. If we still wait for it, we ask again. */
    void saidToHaveFailed(NodeId from, Outbox<TreeMessage> out) {
        if (phase == Phase.WAITING && asked.contains(from) && !granted.contains(from)) {
            out.send(from, request(from.index(), true));
        }
    }

    /** S1: what we said to the peer may be lost, so we ask again; its answer also repeats what it said to us. */
    @Guard("S1")
    void linkReset(NodeId peer, Outbox<TreeMessage> out) {
        if (asked.contains(peer)) {
            out.send(peer, request(peer.index(), false));
        }
    }

    private Stamp live() {
        Stamp current = stamp;
        if (current == null) {
            throw new IllegalStateException("there is no live request");
        }
        return current;
    }

    Requester copy(MachineContext other) {
        Requester copy = new Requester(other);
        copy.phase = phase;
        copy.stamp = stamp;
        copy.asked = asked;
        copy.granted = granted;
        copy.failed = failed;
        copy.seen = seen.clone();
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", stamp);
        writer.nodes("failed", failed);
        for (int index = asked.next(0); index >= 0; index = asked.next(index + 1)) {
            writer.begin("vote");
            writer.node("of", NodeId.of(index));
            writer.number("seen", seen[index]);
            writer.flag("granted", granted.contains(index));
            writer.end();
        }
    }
}
