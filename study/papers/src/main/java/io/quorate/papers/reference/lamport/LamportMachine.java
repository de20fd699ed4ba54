// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.lamport;

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
import io.quorate.core.model.Stamp;
import io.quorate.papers.reference.lamport.LamportMessage.Acknowledge;
import io.quorate.papers.reference.lamport.LamportMessage.Inquire;
import io.quorate.papers.reference.lamport.LamportMessage.Release;
import io.quorate.papers.reference.lamport.LamportMessage.Request;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The five rules of the paper. Its clocks, IR1 and IR2, are the node's: every frame carries the time. */
final class LamportMachine implements LockMachine<LamportMessage> {
    private static final Handlers<LamportMachine, LamportMessage> ON = Handlers.of(
                    LamportMachine.class, LamportMessage.TABLE)
            .on(Request.class, LamportMachine::onRequest)
            .on(Acknowledge.class, LamportMachine::onAcknowledge)
            .on(Release.class, LamportMachine::onRelease)
            .on(Inquire.class, LamportMachine::onInquire)
            .complete();

    private final MachineContext context;

    /** Whether the paper's footnote is followed: no acknowledgement where a later message tells as much. */
    private final boolean sparing;

    /** The request queue: the requests of all nodes that are not over, our own among them. */
    private final SortedSet<Stamp> queue;

    private Phase phase = Phase.IDLE;
    private @Nullable Stamp ours;

    /** Rule 5 (ii): the nodes from which a message has come that was sent later than our request. */
    private NodeSet heard = NodeSet.EMPTY;

    /** How often the link to each node was reset since we have asked; 0 is not noted. */
    private final SortedMap<NodeId, Integer> resets;

    LamportMachine(MachineContext context, boolean sparing) {
        this(context, sparing, new TreeSet<>(), new TreeMap<>());
    }

    private LamportMachine(
            MachineContext context, boolean sparing, SortedSet<Stamp> queue, SortedMap<NodeId, Integer> resets) {
        this.context = context;
        this.sparing = sparing;
        this.queue = queue;
        this.resets = resets;
    }

    private NodeSet others() {
        return context.voters().without(context.self());
    }

    private static void send(NodeSet nodes, LamportMessage message, Outbox<LamportMessage> out) {
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            out.send(NodeId.of(index), message);
        }
    }

    /** Rule 1: the request goes to every other node and into the own queue. SHARED is taken as EXCLUSIVE. */
    @Override
    public void acquire(Mode mode, Outbox<LamportMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        Stamp fresh = context.nextStamp();
        ours = fresh;
        phase = Phase.WAITING;
        queue.add(fresh);
        send(others(), new Request(fresh, 0), out);
        enterIfItIsOurTurn(out);
    }

    /** Rule 5: our request is the first, and every node has sent a message since. */
    private void enterIfItIsOurTurn(Outbox<LamportMessage> out) {
        if (phase == Phase.WAITING && isFirst() && isHeardOfAll()) {
            phase = Phase.HOLDING;
            out.entered();
        }
    }

    @Guard("R5i")
    private boolean isFirst() {
        return !queue.isEmpty() && queue.first().equals(ours);
    }

    @Guard("R5ii")
    private boolean isHeardOfAll() {
        return others().minus(heard).isEmpty();
    }

    @Override
    public void release(Outbox<LamportMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        send(others(), new Release(over()), out);
    }

    /** Departure: in the paper nobody gives up. A request that waits is released like one that was granted. */
    @Override
    public void abandon(Outbox<LamportMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        tellThatItIsOver(over(), out);
    }

    @Guard("R3")
    private void tellThatItIsOver(Stamp ended, Outbox<LamportMessage> out) {
        send(others(), new Release(ended), out);
    }

    /** Rule 3, first half: the own request leaves the own queue. */
    private Stamp over() {
        Stamp ended = ours;
        if (ended == null) {
            throw new IllegalStateException("who waits or holds has a request");
        }
        queue.remove(ended);
        ours = null;
        phase = Phase.IDLE;
        heard = NodeSet.EMPTY;
        resets.clear();
        return ended;
    }

    @Override
    public void receive(NodeId from, LamportMessage message, Outbox<LamportMessage> out) {
        if (context.isVoter(from)) {
            ON.handle(this, message, from, out);
        } else {
            context.countForged();
        }
    }

    /** Rule 2: the request goes into the queue, and is acknowledged. */
    void onRequest(Request request, NodeId from, Outbox<LamportMessage> out) {
        Stamp stamp = request.stamp();
        if (!stamp.node().equals(from)) {
            context.countForged();
            return;
        }
        context.clock().observe(stamp.counter());
        queue.add(stamp);
        acknowledge(request, from, out);
        Stamp own = ours;
        if (own != null && tellsAsMuch(stamp, own)) {
            heard = heard.with(from);
            enterIfItIsOurTurn(out);
        }
    }

    @Guard("R2")
    private void acknowledge(Request request, NodeId from, Outbox<LamportMessage> out) {
        Stamp own = ours;
        boolean isSpared = sparing && own != null && isEarlier(request.stamp(), own);
        if (!isSpared) {
            out.send(from, new Acknowledge(request.stamp(), request.again()));
        }
    }

    /** The footnote: a request that was made later than ours says as much as an acknowledgement. */
    @Guard("F1")
    private static boolean tellsAsMuch(Stamp request, Stamp own) {
        return own.isBefore(request);
    }

    /** The footnote: only an earlier request needs no acknowledgement, as ours says as much. */
    @Guard("F2")
    private static boolean isEarlier(Stamp request, Stamp own) {
        return request.isBefore(own);
    }

    /** Rule 5 (ii). */
    void onAcknowledge(Acknowledge acknowledge, NodeId from, Outbox<LamportMessage> out) {
        if (phase == Phase.WAITING && isOfOurs(acknowledge, from)) {
            heard = heard.with(from);
            enterIfItIsOurTurn(out);
        }
    }

    /** T1: only of the present request, as it was said since the last link reset. */
    @Guard("T1")
    private boolean isOfOurs(Acknowledge acknowledge, NodeId from) {
        return acknowledge.stamp().equals(ours) && acknowledge.again() == resets.getOrDefault(from, 0);
    }

    /** Rule 4: the request leaves the queue. */
    void onRelease(Release release, NodeId from, Outbox<LamportMessage> out) {
        Stamp stamp = release.stamp();
        if (!stamp.node().equals(from)) {
            context.countForged();
            return;
        }
        queue.removeIf(each -> each.node().equals(from) && isMeant(each, stamp));
        enterIfItIsOurTurn(out);
    }

    @Guard("R4")
    private static boolean isMeant(Stamp queued, Stamp released) {
        return queued.equals(released);
    }

    /** S3: of a request that is over we say so; of a live one we will. */
    @Guard("S3")
    void onInquire(Inquire inquire, NodeId from, Outbox<LamportMessage> out) {
        boolean isOver = context.isMine(inquire.stamp()) && !inquire.stamp().equals(ours);
        if (isOver) {
            out.send(from, new Release(inquire.stamp()));
        }
    }

    /** Departure: the paper assumes that no message is lost. */
    @Override
    public void linkReset(NodeId peer, Outbox<LamportMessage> out) {
        askAgain(peer, out);
        inquire(peer, out);
    }

    /**
     * S1: we ask again, and count no acknowledgement from before: what its sender had said earlier, its own request for instance,
     * may be what was lost.
     */
    @Guard("S1")
    private void askAgain(NodeId peer, Outbox<LamportMessage> out) {
        Stamp own = ours;
        if (own != null && context.isVoter(peer)) {
            int again = resets.merge(peer, 1, Integer::sum);
            out.send(peer, new Request(own, again));
        }
    }

    /** S2: we ask whether what is queued is over. */
    @Guard("S2")
    private void inquire(NodeId peer, Outbox<LamportMessage> out) {
        for (Stamp stamp : queue) {
            if (stamp.node().equals(peer)) {
                out.send(peer, new Inquire(stamp));
            }
        }
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public boolean isContended() {
        return queue.size() > 1;
    }

    /** The clock that orders requests is the node's, so that a lock with an empty queue can be forgotten. */
    @Override
    public boolean isQuiescent() {
        return phase == Phase.IDLE && queue.isEmpty();
    }

    @Override
    public LockMachine<LamportMessage> copy(MachineContext other) {
        LamportMachine copy = new LamportMachine(other, sparing, new TreeSet<>(queue), new TreeMap<>(resets));
        copy.phase = phase;
        copy.ours = ours;
        copy.heard = heard;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", ours);
        writer.nodes("heard", heard);
        resets.forEach((node, count) -> {
            writer.begin("resets");
            writer.node("to", node);
            writer.number("count", count);
            writer.end();
        });
        for (Stamp each : queue) {
            writer.stamp("queued", each);
        }
    }
}
