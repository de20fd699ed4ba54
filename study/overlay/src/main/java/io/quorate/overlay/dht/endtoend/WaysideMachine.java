package io.quorate.overlay.dht.endtoend;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.Passage;
import io.quorate.overlay.dht.DhtMachine;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtMessage.Request;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.dht.TokenCandidate;
import io.quorate.overlay.dht.TokenMessage;
import io.quorate.overlay.dht.TokenMessage.Cleared;
import io.quorate.overlay.dht.TokenMessage.Enqueue;
import io.quorate.overlay.dht.TokenMessage.IAmWinner;
import io.quorate.overlay.dht.TokenMessage.Voter;
import io.quorate.overlay.node.Place;
import io.quorate.overlay.node.RoutedMachine;
import io.quorate.overlay.node.Waypoint;

/** What a node does for others on their way to a replica: it knows who has the lock, and sends requests there. */
abstract class WaysideMachine extends DhtMachine implements TokenMessage.Handler {
    final TokenCandidate candidate;
    final ReplicaList list;

    WaysideMachine(MachineContext context, EndToEndRules rules, TokenCandidate candidate) {
        super(context, rules.votes(), false, candidate);
        this.candidate = candidate;
        this.list = new ReplicaList();
    }

    /** A copy of another machine. */
    WaysideMachine(WaysideMachine other, MachineContext context) {
        super(other, context);
        this.candidate = (TokenCandidate) candidate();
        this.list = other.list.copy();
    }

    /** Step 4: towards all replicas that have answered. */
    final void sayThatWeHaveIt(Outbox<DhtMessage> out) {
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

    final void remember(Runnable hint, Outbox<DhtMessage> out) {
        boolean first = list.isEmpty();
        hint.run();
        if (first) {
            DhtTimer.HINTS.start(out);
        }
    }

    final void stopHintsIfNone(Outbox<DhtMessage> out) {
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

    @Override
    public void onTokenMessage(TokenMessage message, NodeId from, Outbox<DhtMessage> out) {
        message.handTo(this, from, out);
    }

    /** It is only ever routed. */
    @Override
    public void onIAmWinner(IAmWinner winner, NodeId from, Outbox<DhtMessage> out) {
        context().countForged();
    }

    @Override
    public void onCleared(Cleared cleared, NodeId from, Outbox<DhtMessage> out) {
        list.cleared(cleared.replica(), cleared.stamp(), from, out);
        stopHintsIfNone(out);
    }
}
