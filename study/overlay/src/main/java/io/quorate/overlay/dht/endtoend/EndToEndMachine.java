// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.Passage;
import io.quorate.overlay.dht.DhtMachine;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtMessage.Request;
import io.quorate.overlay.dht.DhtMessage.Response;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.dht.TokenCandidate;
import io.quorate.overlay.dht.TokenMessage.Cleared;
import io.quorate.overlay.dht.TokenMessage.Enqueue;
import io.quorate.overlay.dht.TokenMessage.Enqueued;
import io.quorate.overlay.dht.TokenMessage.IAmWinner;
import io.quorate.overlay.dht.TokenMessage.NotOwner;
import io.quorate.overlay.dht.TokenMessage.Outcome;
import io.quorate.overlay.dht.TokenMessage.Token;
import io.quorate.overlay.dht.TokenMessage.TokenAck;
import io.quorate.overlay.dht.TokenMessage.Voter;
import io.quorate.overlay.node.Place;
import io.quorate.overlay.node.RoutedMachine;
import io.quorate.overlay.node.Waypoint;
import org.jspecify.annotations.Nullable;

/**
 * One lock at one node. A wish is first a request for votes ({@link TokenCandidate}). A node that cannot win waits with one that can
 * ({@link Standby}), in its queue ({@link WaitingLine}), and gets its votes in the end ({@link HandOver}). A node on the way
 * of others to a replica remembers who has the lock ({@link ReplicaList}), and sends their requests there.
 */
final class EndToEndMachine extends DhtMachine {
    private static final Handlers<EndToEndMachine, DhtMessage> ON = Handlers.of(EndToEndMachine.class, DhtMessage.TABLE)
            .on(Enqueue.class, EndToEndMachine::onEnqueue)
            .on(Enqueued.class, EndToEndMachine::onEnqueued)
            .on(NotOwner.class, EndToEndMachine::onNotOwner)
            .on(Token.class, EndToEndMachine::onToken)
            .on(TokenAck.class, EndToEndMachine::onTokenAck)
            .on(Cleared.class, EndToEndMachine::onCleared)
            .otherwise((machine, message, from, out) ->
                    machine.context().countForged()); // an IAmWinner is only ever routed

    /**
     * An Enqueue goes over no more nodes that have given the lock away. Each of them gave it away later than the one before, so that it
     * comes to the present holder; to ask the replicas costs more than to follow it for long.
     */
    private static final int FORWARDS_MAX = 32;

    private final EndToEndRules rules;
    private final TokenCandidate candidate;
    private final ReplicaList list;
    private final WaitingLine queue;
    private final Standby standby;
    private @Nullable HandOver handOver;

    /** The request whose Token has come, as long as its votes are on their way. */
    private @Nullable Stamp inherited;

    EndToEndMachine(MachineContext context, EndToEndRules rules) {
        this(context, rules, new TokenCandidate(context, rules.votes()));
    }

    private EndToEndMachine(MachineContext context, EndToEndRules rules, TokenCandidate candidate) {
        super(context, rules.votes(), false, candidate);
        this.rules = rules;
        this.candidate = candidate;
        this.list = new ReplicaList();
        this.queue = new WaitingLine();
        this.standby = new Standby();
    }

    private EndToEndMachine(EndToEndMachine other, MachineContext context) {
        super(other, context);
        this.rules = other.rules;
        this.candidate = (TokenCandidate) candidate();
        this.list = other.list.copy();
        this.queue = other.queue.copy();
        this.standby = other.standby.copy();
        HandOver going = other.handOver;
        this.handOver = going == null ? null : going.copy(context);
        this.inherited = other.inherited;
    }

    /** Step 1; but who knows already who has the lock goes there directly. */
    @Override
    public void acquire(Mode mode, Outbox<DhtMessage> out) {
        HandOver going = handOver;
        Stamp owner = going == null ? list.owner() : going.heir();
        if (owner != null && !owner.node().equals(context().self())) {
            standby.begin(context().nextStamp(), owner, out);
        } else {
            candidate.acquire(false, out);
        }
    }

    /** Step 2, and on the way of an IAmWinner step 4. */
    @Override
    public Passage<DhtMessage> passing(Waypoint at, DhtMessage message, Outbox<DhtMessage> out) {
        if (message instanceof Request request) {
            return passing(request, out) ? Passage.forward(message) : Passage.consumed();
        }
        if (message instanceof IAmWinner winner && isTheirs(winner, at)) {
            boolean last = at.next().equals(winner.at());
            remember(() -> list.install(winner.replica(), winner.stamp(), at.previous(), at.next(), last), out);
            return last ? Passage.consumed() : Passage.forward(message);
        }
        return Passage.forward(message);
    }

    private boolean isTheirs(IAmWinner winner, Waypoint at) {
        return winner.stamp().node().equals(at.origin()) && isReplica(winner.replica());
    }

    private boolean passing(Request request, Outbox<DhtMessage> out) {
        if (request.unstoppable()) {
            list.forget(request.replica()); // else it would not come
            stopHintsIfNone(out);
            return true;
        }
        if (request.stamp().node().equals(context().self())) {
            return true;
        }
        Stamp held = candidate.phase() == Phase.HOLDING ? candidate.stamp() : list.owner();
        if (held == null || held.node().equals(request.stamp().node())) {
            return true;
        }
        out.send(held.node(), new Enqueue(request.stamp(), held, 0));
        return false;
    }

    private void remember(Runnable hint, Outbox<DhtMessage> out) {
        boolean first = list.isEmpty();
        hint.run();
        if (first) {
            DhtTimer.HINTS.start(out);
        }
    }

    private void stopHintsIfNone(Outbox<DhtMessage> out) {
        if (list.isEmpty()) {
            DhtTimer.HINTS.stop(out);
        }
    }

    @Override
    public void delivered(Waypoint at, DhtMessage message, Outbox<DhtMessage> out) {
        if (!(message instanceof IAmWinner)) { // the replica knows
            super.delivered(at, message, out);
        }
    }

    /** Steps 6 and 7. */
    @Override
    public void release(Outbox<DhtMessage> out) {
        Stamp held = candidate.stamp();
        if (held == null || queue.isEmpty()) {
            giveBack(out);
        } else {
            handOn(held, out);
        }
        acknowledgeWhenMoved(out);
    }

    private void handOn(Stamp held, Outbox<DhtMessage> out) {
        HandOver going = new HandOver(context(), rules, held, candidate.handOver(out), queue.copy());
        queue.removeAll();
        handOver = going;
        send(going, out);
        if (!rules.keep(EndToEndRule.T1_KEPT_UNTIL_ACKNOWLEDGED)) {
            going.end(out);
            handOver = null;
        }
    }

    private void giveBack(Outbox<DhtMessage> out) {
        Stamp over = candidate.stamp();
        if (over != null) {
            list.clear(over, context().self(), out);
            stopHintsIfNone(out);
        }
        candidate.over(out);
    }

    private void send(HandOver going, Outbox<DhtMessage> out) {
        going.send(out);
        remember(() -> list.inheritedBy(going.heir()), out);
    }

    @Override
    public void abandon(Outbox<DhtMessage> out) {
        standby.end(out);
        if (candidate.phase() != Phase.IDLE) {
            candidate.over(out);
        }
        sendQueueAway(out);
        acknowledgeWhenMoved(out);
    }

    /** The lock is not here, and will not be: who waits for it must ask elsewhere. */
    private void sendQueueAway(Outbox<DhtMessage> out) {
        for (Stamp request : queue.removeAll()) {
            if (rules.keep(EndToEndRule.E4_QUEUE_GOES_ON)) {
                out.send(request.node(), new NotOwner(request));
            }
        }
    }

    /** Step 4: a node with a majority of votes says so; a node that cannot get one waits with it. */
    @Override
    protected void onResponse(Response response, NodeId from, Outbox<DhtMessage> out) {
        boolean waited = candidate.phase() == Phase.WAITING;
        boolean inherits = inherited != null;
        super.onResponse(response, from, out);
        if (waited && candidate.phase() == Phase.HOLDING) {
            standby.end(out);
            list.forgetHeir();
            stopHintsIfNone(out);
            if (!inherits) {
                sayThatWeHaveIt(out);
            }
        } else {
            leaveToStronger(out);
        }
        acknowledgeWhenMoved(out);
    }

    /** Step 4: towards all replicas that have answered. */
    private void sayThatWeHaveIt(Outbox<DhtMessage> out) {
        Stamp held = candidate.stamp();
        for (Voter voter : candidate.known()) {
            if (held != null) {
                RoutedMachine.route(
                        Place.replicaKey(context(), voter.replica()),
                        new IAmWinner(held, voter.replica(), voter.node()),
                        out);
            }
        }
    }

    /** To the node with a majority; if there is none, to an older one. Of two at least one gives up, so somebody wins. */
    private void leaveToStronger(Outbox<DhtMessage> out) {
        Stamp winner = candidate.winner();
        EndToEndRule rule = winner == null ? EndToEndRule.E8_LEAVE_TO_THE_OLDEST : EndToEndRule.E1_ENQUEUE_LOSERS;
        if (!rules.keep(rule)) {
            return;
        }
        Stamp stronger = winner == null ? candidate.olderRival() : winner;
        Stamp own = candidate.stamp();
        if (stronger != null && own != null) {
            giveUp(stronger, out);
            standby.begin(own, stronger, out);
        }
    }

    /** The votes go back, and those that wait for us wait with the other. */
    private void giveUp(Stamp stronger, Outbox<DhtMessage> out) {
        if (rules.keep(EndToEndRule.E2_GIVE_VOTES_BACK)) {
            candidate.over(out);
        } else {
            candidate.handOver(out);
        }
        for (Stamp request : queue.removeAll()) {
            if (rules.keep(EndToEndRule.E4_QUEUE_GOES_ON)) {
                out.send(stronger.node(), new Enqueue(request, stronger, 1));
            }
        }
    }

    private void askReplicas(Outbox<DhtMessage> out) {
        standby.pause(out);
        candidate.acquire(true, out);
    }

    @Override
    protected void onOther(DhtMessage message, NodeId from, Outbox<DhtMessage> out) {
        ON.handle(this, message, from, out);
    }

    /** Step 5. A node that has given the lock away knows the receiver; a node that does not know says so. */
    private void onEnqueue(Enqueue enqueue, NodeId from, Outbox<DhtMessage> out) {
        Stamp request = enqueue.stamp();
        Stamp heir = heir();
        Stamp own = candidate.stamp();
        int place = own != null && keepsQueueFor(enqueue) ? queue.add(request) : -1;
        if (own != null && place >= 0) {
            out.send(request.node(), new Enqueued(request, own, place));
        } else if (!rules.keep(EndToEndRule.E3_TELL_WHO_COMES_LATE)) {
            return;
        } else if (heir != null && enqueue.forwards() < FORWARDS_MAX && !heir.hasOwnerOf(request)) {
            out.send(heir.node(), new Enqueue(request, heir, enqueue.forwards() + 1));
        } else {
            out.send(request.node(), new NotOwner(request));
        }
    }

    private boolean keepsQueueFor(Enqueue enqueue) {
        boolean has = candidate.phase() == Phase.HOLDING || candidate.takesOver();
        boolean wants = enqueue.owner().equals(candidate.stamp()); // it may win, and if not it tells
        return (has || wants) && !enqueue.stamp().node().equals(context().self());
    }

    private @Nullable Stamp heir() {
        HandOver going = handOver;
        return going == null ? list.heir() : going.heir();
    }

    /** Some node on the way, or the owner before, has put us into this queue; or we have. */
    private void onEnqueued(Enqueued enqueued, NodeId from, Outbox<DhtMessage> out) {
        boolean asks = candidate.phase() == Phase.WAITING && enqueued.stamp().equals(candidate.stamp());
        if (asks && !candidate.takesOver()) {
            giveUp(enqueued.owner(), out);
        }
        if ((asks && candidate.phase() == Phase.IDLE) || standby.isQueued(enqueued.stamp())) {
            standby.enqueued(enqueued.stamp(), enqueued.owner(), enqueued.place(), out);
        }
    }

    /** The hint was wrong, or is not true any more. */
    private void onNotOwner(NotOwner notOwner, NodeId from, Outbox<DhtMessage> out) {
        if (standby.isOf(notOwner.stamp())) {
            if (standby.sentAway(out)) {
                askReplicas(out);
            }
        } else if (notOwner.stamp().equals(candidate.stamp())) {
            candidate.askAgain(out);
        }
    }

    /** Step 7, at the other end: the votes must be moved before they count. */
    private void onToken(Token token, NodeId from, Outbox<DhtMessage> out) {
        boolean own = token.stamp().node().equals(from);
        if (!own || !token.voters().stream().allMatch(voter -> isReplica(voter.replica()))) {
            context().countForged();
            return;
        }
        if (phase() == Phase.IDLE) {
            out.send(from, new TokenAck(token.stamp(), Outcome.NOT_WANTED));
            return;
        }
        queue.addAll(token.queue(), context().self());
        if (candidate.phase() == Phase.HOLDING) {
            out.send(from, new TokenAck(token.stamp(), Outcome.TAKEN));
        } else if (!token.stamp().equals(inherited)) {
            takeOver(token, out);
        }
    }

    private void takeOver(Token token, Outbox<DhtMessage> out) {
        standby.pause(out);
        if (candidate.phase() == Phase.WAITING) {
            candidate.over(out);
        }
        acknowledgeWhenMoved(out);
        inherited = token.stamp();
        candidate.takeOver(token.stamp(), token.voters(), out);
    }

    /** The sender of the Token keeps the votes alive until then. */
    private void acknowledgeWhenMoved(Outbox<DhtMessage> out) {
        Stamp before = inherited;
        if (before != null && !candidate.takesOver()) {
            Outcome outcome = candidate.tookAll() ? Outcome.MOVED : Outcome.TAKEN;
            out.send(before.node(), new TokenAck(before, outcome));
            inherited = null;
        }
    }

    private void onTokenAck(TokenAck ack, NodeId from, Outbox<DhtMessage> out) {
        HandOver going = handOver;
        if (going == null || !going.isBetween(ack.stamp(), from)) {
            return;
        }
        if (ack.outcome() == Outcome.NOT_WANTED) {
            passOver(going, out);
        } else {
            going.taken(ack.outcome() == Outcome.MOVED, out);
            handOver = null;
        }
    }

    private void passOver(HandOver going, Outbox<DhtMessage> out) {
        if (going.passOver(out)) {
            send(going, out);
        } else {
            handOver = null;
            list.forgetHeir();
            stopHintsIfNone(out);
        }
    }

    private void onCleared(Cleared cleared, NodeId from, Outbox<DhtMessage> out) {
        list.cleared(cleared.replica(), cleared.stamp(), from, out);
        stopHintsIfNone(out);
    }

    @Override
    public void timerFired(TimerName timer, Outbox<DhtMessage> out) {
        HandOver going = handOver;
        if (timer == DhtTimer.HINTS) {
            if (rules.keep(EndToEndRule.E7_HINTS_END)) {
                list.forgetAll();
            }
        } else if (timer == DhtTimer.PASS_ON) {
            if (going != null) {
                passOver(going, out);
            }
        } else if (timer == DhtTimer.PATIENCE) {
            standby.say(out);
        } else if (timer == DhtTimer.BACK_OFF || timer == DhtTimer.NOT_ENQUEUED) {
            if (standby.isActive() && rules.keep(EndToEndRule.E6_ASK_THE_REPLICAS)) {
                askReplicas(out);
            }
        } else {
            super.timerFired(timer, out);
            acknowledgeWhenMoved(out);
        }
    }

    @Override
    public void linkReset(NodeId peer, Outbox<DhtMessage> out) {
        super.linkReset(peer, out);
        Stamp with = standby.owner();
        if (with != null && with.node().equals(peer)) {
            standby.say(out);
        }
        HandOver going = handOver;
        if (going != null && going.heir().node().equals(peer)) {
            send(going, out);
        }
    }

    @Override
    public void trustEnded(NodeId voter, Outbox<DhtMessage> out) {
        super.trustEnded(voter, out);
        sendQueueAwayIfLost(out);
    }

    @Override
    public void ownershipChanged(Outbox<DhtMessage> out) {
        super.ownershipChanged(out);
        sendQueueAwayIfLost(out);
    }

    private void sendQueueAwayIfLost(Outbox<DhtMessage> out) {
        if (candidate.phase() == Phase.IDLE) {
            sendQueueAway(out);
        }
        acknowledgeWhenMoved(out);
    }

    @Override
    public Phase phase() {
        boolean waits = candidate.phase() == Phase.IDLE && standby.isActive();
        return waits ? Phase.WAITING : candidate.phase();
    }

    /** Exactly: all waiters wait here. */
    @Override
    public boolean isContended() {
        return !queue.isEmpty();
    }

    @Override
    public boolean isQuiescent() {
        return super.isQuiescent()
                && !standby.isActive()
                && handOver == null
                && inherited == null
                && list.isEmpty()
                && queue.isEmpty();
    }

    @Override
    public LockMachine<DhtMessage> copy(MachineContext other) {
        return new EndToEndMachine(this, other);
    }

    @Override
    public void describeTo(StateWriter writer) {
        super.describeTo(writer);
        standby.describeTo(writer);
        queue.describeTo("queue", writer);
        list.describeTo(writer);
        writer.stamp("inherited", inherited);
        HandOver going = handOver;
        if (going != null) {
            going.describeTo(writer);
        }
    }
}
