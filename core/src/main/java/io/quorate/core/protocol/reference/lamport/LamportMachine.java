package io.quorate.core.protocol.reference.lamport;

import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Handlers;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.reference.lamport.LamportMessage.Acknowledge;
import io.quorate.core.protocol.reference.lamport.LamportMessage.Inquire;
import io.quorate.core.protocol.reference.lamport.LamportMessage.Release;
import io.quorate.core.protocol.reference.lamport.LamportMessage.Request;
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
    private final Rules rules;

    /** The request queue: the requests of all nodes that are not over, our own among them. */
    private final SortedSet<Stamp> queue;

    private Phase phase = Phase.IDLE;
    private @Nullable Stamp ours;

    /** Rule 5 (ii): the nodes from which a message has come that was sent later than our request. */
    private NodeSet heard = NodeSet.EMPTY;

    /** How often the link to each node was reset since we have asked; 0 is not noted. */
    private final SortedMap<NodeId, Integer> resets;

    LamportMachine(MachineContext context, Rules rules) {
        this(context, rules, new TreeSet<>(), new TreeMap<>());
    }

    private LamportMachine(
            MachineContext context, Rules rules, SortedSet<Stamp> queue, SortedMap<NodeId, Integer> resets) {
        this.context = context;
        this.rules = rules;
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

    /** Rule 5: our request is the first, and every node has been heard of since. */
    private void enterIfItIsOurTurn(Outbox<LamportMessage> out) {
        int unheard = others().minus(heard).size();
        boolean isFirst = !queue.isEmpty() && queue.first().equals(ours);
        if (phase == Phase.WAITING
                && (isFirst || !rules.keep(Rule.R5_FIRST))
                && (unheard == 0 || (unheard == 1 && !rules.keep(Rule.R5_HEARD_OF_ALL)))) {
            phase = Phase.HOLDING;
            out.entered();
        }
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
        Release release = new Release(over());
        if (rules.keep(Rule.R3_SAY_THAT_IT_IS_OVER)) {
            send(others(), release, out);
        }
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
        if (acknowledges(stamp)) {
            out.send(from, new Acknowledge(stamp, request.again()));
        }
        Stamp own = ours;
        if (own != null && own.isBefore(stamp) && rules.keep(Rule.F1_LATER_REQUEST_TELLS)) {
            heard = heard.with(from);
            enterIfItIsOurTurn(out);
        }
    }

    /** The footnote: where we have asked later ourselves, that request says as much as an acknowledgement. */
    private boolean acknowledges(Stamp request) {
        Stamp own = ours;
        boolean isSpared = rules.isSparing()
                && own != null
                && (request.isBefore(own) || !rules.keep(Rule.F2_SPARE_THE_EARLIER_ONLY));
        return !isSpared && rules.keep(Rule.R2_ACKNOWLEDGE);
    }

    /** Rule 5 (ii). T1: only of the present request, as it was said since the last link reset. */
    void onAcknowledge(Acknowledge acknowledge, NodeId from, Outbox<LamportMessage> out) {
        boolean isOfOurs = acknowledge.stamp().equals(ours) && acknowledge.again() == resets.getOrDefault(from, 0);
        if (phase == Phase.WAITING && (isOfOurs || !rules.keep(Rule.T1_TAGS))) {
            heard = heard.with(from);
            enterIfItIsOurTurn(out);
        }
    }

    /** Rule 4: the request leaves the queue. */
    void onRelease(Release release, NodeId from, Outbox<LamportMessage> out) {
        Stamp stamp = release.stamp();
        if (!stamp.node().equals(from)) {
            context.countForged();
            return;
        }
        if (rules.keep(Rule.R4_THAT_REQUEST)) {
            queue.remove(stamp);
        } else {
            queue.removeIf(each -> each.node().equals(from));
        }
        enterIfItIsOurTurn(out);
    }

    /** S3: of a request that is over we say so; of a live one we will. */
    void onInquire(Inquire inquire, NodeId from, Outbox<LamportMessage> out) {
        boolean isOver = context.isMine(inquire.stamp()) && !inquire.stamp().equals(ours);
        if (isOver && rules.keep(Rule.S3_ANSWER_THE_INQUIRY)) {
            out.send(from, new Release(inquire.stamp()));
        }
    }

    /**
     * Departure: the paper assumes that no message is lost. S1: we ask again, and count no acknowledgement from before: what its
     * sender had said earlier, its own request for instance, may be what was lost. S2: we ask whether what is queued is over.
     */
    @Override
    public void linkReset(NodeId peer, Outbox<LamportMessage> out) {
        Stamp own = ours;
        if (own != null && context.isVoter(peer) && rules.keep(Rule.S1_ASK_AGAIN)) {
            int again = resets.merge(peer, 1, Integer::sum);
            out.send(peer, new Request(own, again));
        }
        for (Stamp stamp : queue) {
            if (stamp.node().equals(peer) && rules.keep(Rule.S2_INQUIRE)) {
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
        LamportMachine copy = new LamportMachine(other, rules, new TreeSet<>(queue), new TreeMap<>(resets));
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
