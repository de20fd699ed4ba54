// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.DhtMessage.Release;
import io.quorate.overlay.dht.DhtMessage.Request;
import io.quorate.overlay.dht.DhtMessage.Response;
import io.quorate.overlay.dht.DhtMessage.Transfer;
import io.quorate.overlay.dht.DhtMessage.Yield;
import io.quorate.overlay.node.Place;
import io.quorate.overlay.node.RoutedMachine;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A node that wants the lock: it looks for the replicas through the overlay, and collects their votes. V2: a vote counts only in a
 * session with the node that gave it, and only as long as that is trusted.
 */
public class Candidate {
    final MachineContext context;
    final Rules rules;
    ReplicaStates seats = ReplicaStates.of(0);
    private Phase phase = Phase.IDLE;
    private @Nullable Stamp stamp;

    public Candidate(MachineContext context, Rules rules) {
        this.context = context;
        this.rules = rules;
    }

    public final Phase phase() {
        return phase;
    }

    /** The present request. */
    public final @Nullable Stamp stamp() {
        return stamp;
    }

    /** Where the replica is that this request, if it is the present one, was asked of, as far as it has answered. */
    public @Nullable NodeId nodeOf(Stamp request, int replica) {
        return request.equals(stamp) && replica < seats.size() ? seat(replica).node : null;
    }

    /** Its fence; 0 if it does not hold. */
    public long fence() {
        Stamp held = stamp;
        return phase == Phase.HOLDING && held != null ? Fence.of(held) : 0;
    }

    /** A new stamp, and a Request to every replica, wherever it is. */
    public void acquire(boolean unstoppable, Outbox<DhtMessage> out) {
        begin();
        for (int replica = 0; replica < seats.size(); replica++) {
            ask(replica, unstoppable, out);
        }
        DhtTimer.ASK_AGAIN.start(out);
    }

    final void begin() {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        seats = ReplicaStates.of(context.quorums().size()); // a slot is used again for locks of other sizes
        stamp = context.nextStamp();
        phase = Phase.WAITING;
    }

    final ReplicaState seat(int replica) {
        return seats.get(replica);
    }

    final void ask(int replica, boolean unstoppable, Outbox<DhtMessage> out) {
        NodeId node = seat(replica).node;
        seat(replica).stoppable = node == null && !unstoppable;
        seat(replica).parkedAt = null;
        if (node == null) {
            RoutedMachine.route(Place.replicaKey(context, replica), new Request(live(), replica, unstoppable), out);
        } else {
            out.send(node, new Request(live(), replica, true));
        }
    }

    /** Upon Response: the replica is there, and has voted for us or for another. */
    public void onResponse(Response response, NodeId from, Outbox<DhtMessage> out) {
        int replica = response.replica();
        if (!response.stamp().equals(stamp)) {
            if (context.isMine(response.stamp()) && rules.keep(Rule.R2_ANSWER_WHAT_IS_OVER)) {
                out.send(from, new Release(response.stamp(), replica));
            }
        } else if (replica >= seats.size()) {
            context.countForged();
        } else if (takesPlace(replica, from, out)) {
            boolean heeded = context.sessions().heedsVoter(from) || !rules.keep(Rule.V2_ONLY_IN_SESSIONS);
            if (heeded && response.known()) {
                hear(response, from, out);
            } else {
                greet(replica, out);
            }
        }
    }

    /**
     * Whether this node is where the replica is, for us. If another is already, it stays so as long as it answers: then this one is wrong,
     * or too early. If the other is gone, we look again.
     */
    private boolean takesPlace(int replica, NodeId from, Outbox<DhtMessage> out) {
        ReplicaState seat = seat(replica);
        if (from.equals(seat.node)) {
            return true;
        }
        if (seat.voted || seat.answered) {
            out.send(from, new Release(live(), replica));
            return false;
        }
        leave(seat);
        seat.comeTo(from);
        context.sessions().ask(from);
        return true;
    }

    /** A request waits on its way: nothing is to be done, but nothing is granted either. Of one that is unstoppable it is old news. */
    public void parked(Stamp request, int replica, NodeId at, Outbox<DhtMessage> out) {
        boolean isLast = request.equals(stamp) && replica < seats.size() && seat(replica).stoppable;
        if (isLast && seat(replica).node == null && phase == Phase.WAITING) {
            seat(replica).parkedAt = at;
            waitIfAllIsSaid(out);
        }
    }

    /** Where a request waits nobody is any more: the replica is asked by another way. */
    public void peerSuspected(NodeId peer, Outbox<DhtMessage> out) {
        NodeSet lost = seats.where(seat -> peer.equals(seat.parkedAt));
        if (phase == Phase.WAITING && !lost.isEmpty()) {
            askAll(lost, out);
        }
    }

    private void leave(ReplicaState seat) {
        NodeId before = seat.node;
        if (before != null) {
            context.sessions().unask(before);
        }
        seat.leave();
    }

    /** V2: the node does not know our session, or we do not trust it yet, so it is asked in a session. */
    private void greet(int replica, Outbox<DhtMessage> out) {
        ReplicaState seat = seat(replica);
        if (!seat.greeted) {
            seat.greeted = true;
            ask(replica, true, out);
            DhtTimer.ASK_AGAIN.start(out); // it does not run if the request was waiting on its way
        }
    }

    private void hear(Response response, NodeId from, Outbox<DhtMessage> out) {
        ReplicaState seat = seat(response.replica());
        boolean isNews = !seat.isSettled() || !seat.voted;
        seat.answered = true;
        seat.place = response.place();
        seat.owner = response.owner();
        if (response.isVote()) {
            hearVote(response, from, seat, out);
        }
        heard(response, out);
        if (isNews) { // repeated reminders of a vote must not put off forever the questions to the others
            waitIfAllIsSaid(out);
        }
    }

    private void waitIfAllIsSaid(Outbox<DhtMessage> out) {
        if (phase == Phase.WAITING && allSettled()) {
            DhtTimer.ASK_AGAIN.stop(out);
            DhtTimer.LOOK_AGAIN.start(1 + seats.nearestPlace(), out); // who has many before it may look less often
        }
    }

    /** R4: a newer vote counts. R5: one that we no longer have is given back again. R8: an older request goes first. */
    private void hearVote(Response vote, NodeId from, ReplicaState seat, Outbox<DhtMessage> out) {
        Yield yield = new Yield(vote.stamp(), vote.replica(), vote.number());
        if (vote.number() > seat.number || !rules.keep(Rule.R4_ONLY_NEWER_VOTES)) {
            seat.number = vote.number();
            seat.floor = vote.floor();
            seat.voted = true;
            enterWithQuorum(out);
        } else if (!seat.voted && rules.keep(Rule.R5_YIELD_AGAIN)) {
            out.send(from, yield);
        }
        boolean present =
                seat.voted && vote.number() == seat.number && vote.stamp().equals(stamp);
        Stamp wants = vote.older();
        if (wants != null && present && phase == Phase.WAITING && rules.keep(Rule.R8_YIELD)) {
            leaveTo(wants, yield, from, out);
        }
    }

    /** An older request waits for a vote of ours: it goes back, and comes again in its turn, for the replica has a queue. */
    void leaveTo(Stamp older, Yield yield, NodeId voter, Outbox<DhtMessage> out) {
        seat(yield.replica()).voted = false;
        out.send(voter, yield);
    }

    /** A replica has answered. */
    void heard(Response response, Outbox<DhtMessage> out) {}

    final boolean allSettled() {
        return seats.allSettled();
    }

    /** R7, F1: with a quorum of votes we hold, if our stamp is above all floors; if not, we first move the votes to one that is. */
    private void enterWithQuorum(Outbox<DhtMessage> out) {
        if (phase != Phase.WAITING || !isEnough()) {
            return;
        }
        if (Fence.of(live()) > seats.highestFloor() || !rules.keep(Rule.F1_ABOVE_EVERY_FLOOR)) {
            enter(out);
        } else {
            moveToNewStamp(out);
        }
    }

    final void enter(Outbox<DhtMessage> out) {
        phase = Phase.HOLDING;
        DhtTimer.LOOK_AGAIN.stop(out);
        out.entered();
    }

    private void moveToNewStamp(Outbox<DhtMessage> out) {
        Stamp before = live();
        stamp = context.nextStamp();
        for (int replica = 0; replica < seats.size(); replica++) {
            ReplicaState seat = seat(replica);
            boolean voted = seat.voted;
            NodeId node = seat.node;
            seat.forgetRequest();
            if (voted && node != null) {
                seat.greeted = true;
                out.send(node, new Transfer(live(), before, replica));
            } else {
                ask(replica, true, out);
            }
        }
        DhtTimer.ASK_AGAIN.start(out);
    }

    private boolean isEnough() {
        NodeSet votes = seats.lasting(context);
        return rules.keep(Rule.R7_A_WHOLE_QUORUM)
                ? context.quorums().isQuorum(votes)
                : votes.size() >= context.quorums().quorumOf(NodeId.of(0)).size() - 1;
    }

    /** Upon Away: the replica is looked for again, but not at once: who was wrong needs time to learn. A vote counts until trust ends. */
    public void onAway(DhtMessage.Away away, NodeId from, Outbox<DhtMessage> out) {
        if (away.stamp().equals(stamp) && away.replica() < seats.size()) {
            ReplicaState seat = seat(away.replica());
            if (from.equals(seat.node) && !seat.voted) {
                leave(seat);
                DhtTimer.ASK_AGAIN.start(out);
            }
        }
    }

    /** The lock is given back, or not wanted any more; the stamp never comes back. */
    public void over(Outbox<DhtMessage> out) {
        for (int replica = 0; replica < seats.size(); replica++) {
            NodeId node = seat(replica).node;
            if (node != null && mayRemember(seat(replica))) {
                out.send(node, new Release(live(), replica));
            }
            leave(seat(replica));
        }
        seats = ReplicaStates.of(0);
        stamp = null;
        phase = Phase.IDLE;
        DhtTimer.ASK_AGAIN.stop(out);
        DhtTimer.LOOK_AGAIN.stop(out);
    }

    /** Whether the replica keeps anything of the request that we know of. */
    boolean mayRemember(ReplicaState seat) {
        return true;
    }

    /**
     * S3: what the node voted counts no longer. A holder without a majority has then lost the lock. A waiter looks for the replica again.
     */
    public void trustEnded(NodeId node, Outbox<DhtMessage> out) {
        endVotes(seats.where(seat -> node.equals(seat.node)), out);
        seats.forgetNode(node);
    }

    /** Votes that this node gave itself for replicas that have gone to others, all at once. */
    public void ownershipChanged(Outbox<DhtMessage> out) {
        if (rules.keep(Rule.V4_OWN_VOTE_GOES)) {
            NodeSet own = seats.where(seat -> context.self().equals(seat.node));
            endVotes(Place.withoutOwned(context, own), out);
        }
    }

    /** Votes of other nodes are free again when the session with them ends. No session end would free this node's own vote. */
    private void giveOwnBack(int replica, Outbox<DhtMessage> out) {
        if (context.self().equals(seat(replica).node)) {
            out.send(context.self(), new Release(live(), replica));
        }
    }

    private void endVotes(NodeSet over, Outbox<DhtMessage> out) {
        if (over.isEmpty()) {
            return;
        }
        for (int replica = over.next(0); replica >= 0; replica = over.next(replica + 1)) {
            giveOwnBack(replica, out);
            leave(seat(replica));
        }
        if (phase == Phase.HOLDING && !isEnough() && rules.keep(Rule.S3_LOST_WITHOUT_A_QUORUM)) {
            out.lost(LossReason.QUORUM_LOST);
            over(out);
        } else {
            askAll(over, out);
        }
    }

    private void askAll(NodeSet replicas, Outbox<DhtMessage> out) {
        for (int replica = replicas.next(0); replica >= 0; replica = replicas.next(replica + 1)) {
            ask(replica, true, out);
        }
        DhtTimer.ASK_AGAIN.start(out);
    }

    /** R9: replicas that have not answered are asked again; those that seem to be gone are looked for elsewhere. */
    public void askAgain(Outbox<DhtMessage> out) {
        if (phase == Phase.IDLE || allSettled() || !rules.keep(Rule.R9_ASK_AGAIN)) {
            return;
        }
        forSeats(seat -> !seat.isSettled() && seat.node != null, replica -> leave(seat(replica)));
        askAll(seats.where(seat -> !seat.isSettled()), out);
    }

    /** Messages of replicas since their last answer may be lost. */
    public void lookAgain(Outbox<DhtMessage> out) {
        if (phase == Phase.WAITING) {
            forSeats(seat -> !seat.voted, replica -> seat(replica).answered = false);
            askAll(seats.where(seat -> !seat.voted), out);
        }
    }

    final void forSeats(Predicate<ReplicaState> which, IntConsumer step) {
        NodeSet replicas = seats.where(which);
        for (int replica = replicas.next(0); replica >= 0; replica = replicas.next(replica + 1)) {
            step.accept(replica);
        }
    }

    /** Our messages to the peer may be lost. Its answer also repeats its own. */
    public void linkReset(NodeId peer, Outbox<DhtMessage> out) {
        if (rules.keep(Rule.S4_SAY_AGAIN)) {
            forSeats(seat -> peer.equals(seat.node), replica -> ask(replica, true, out));
        }
    }

    /** Until when, by the node's clock, the hold is valid as things stand: as long as a quorum of those that voted is trusted. */
    public long validUntil() {
        return seats.validUntil(context);
    }

    final Stamp live() {
        Stamp current = stamp;
        if (current == null) {
            throw new IllegalStateException("there is no live request");
        }
        return current;
    }

    public Candidate copy(MachineContext other) {
        Candidate copy = new Candidate(other, rules);
        copy.copyFrom(this);
        return copy;
    }

    final void copyFrom(Candidate other) {
        phase = other.phase;
        stamp = other.stamp;
        seats = other.seats.copy();
    }

    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", stamp);
        seats.describeTo(writer);
    }
}
