// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.DhtMessage.Response;
import io.quorate.overlay.dht.DhtMessage.Transfer;
import io.quorate.overlay.dht.DhtMessage.Yield;
import io.quorate.overlay.dht.TokenMessage.Voter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A candidate where replicas have no queues: a node that cannot win gives up its request as a whole, and waits with a node that can. Votes
 * are handed from owner to owner.
 */
public final class TokenCandidate extends Candidate {
    /** An older request that waits for a vote of ours. */
    private @Nullable Stamp older;

    /** The request whose votes are being moved to us, while not all replicas have answered that were asked for them. */
    private @Nullable Stamp before;

    /** Whether all votes could be moved. */
    private boolean tookAll;

    public TokenCandidate(MachineContext context, Rules rules) {
        super(context, rules);
    }

    /** A new stamp, to which the votes are moved that another request has; with a quorum of them the lock is ours. */
    public void takeOver(Stamp others, List<Voter> voters, Outbox<DhtMessage> out) {
        begin();
        before = others;
        tookAll = false;
        for (Voter voter : voters) {
            ReplicaState seat = seat(voter.replica());
            if (seat.node == null) {
                seat.node = voter.node();
                seat.greeted = true;
                context.sessions().ask(voter.node());
                out.send(voter.node(), new Transfer(live(), others, voter.replica()));
            }
        }
        DhtTimer.ASK_AGAIN.start(out);
        if (!rules.keep(Rule.T1_VOTES_IN_ITS_OWN_NAME)) {
            enter(out);
        }
    }

    /** Whether the votes of another are on their way to us. */
    public boolean takesOver() {
        return before != null;
    }

    /** Whether all of them have come. */
    public boolean tookAll() {
        return tookAll;
    }

    /** The lock goes to another: our votes stay where they are, and the sessions with those that gave them go on. */
    public List<Voter> handOver(Outbox<DhtMessage> out) {
        List<Voter> voters = new ArrayList<>();
        forSeats(seat -> seat.voted, replica -> {
            NodeId node = seat(replica).node;
            if (node != null) {
                voters.add(new Voter(replica, node));
                seat(replica).node = null; // so that nothing is said to it
            }
        });
        over(out);
        return voters;
    }

    /** The replicas that have answered, and where they are. */
    public List<Voter> known() {
        return Rivals.known(seats);
    }

    /** Another request that has a quorum of votes, as far as replicas have said; null if there is none. */
    public @Nullable Stamp winner() {
        return phase() == Phase.WAITING ? Rivals.winner(seats, live(), context.quorums()) : null;
    }

    /** An older request to which we should leave our votes; null if there is none. */
    public @Nullable Stamp olderRival() {
        if (phase() != Phase.WAITING || takesOver()) {
            return null;
        }
        Stamp wants = older;
        return wants != null || !allSettled() ? wants : Rivals.oldest(seats, live());
    }

    /** A vote that goes back does not come again by itself, so it is all or nothing: see {@link #olderRival}. */
    @Override
    void leaveTo(Stamp wants, Yield yield, NodeId voter, Outbox<DhtMessage> out) {
        goesFirst(wants);
    }

    private void goesFirst(Stamp rival) {
        older = older == null || rival.isBefore(older) ? rival : older;
    }

    /** When what could be moved has been moved, and was too little, the others are asked too. */
    @Override
    void heard(Response response, Outbox<DhtMessage> out) {
        Stamp rival = response.older();
        if (rival != null && !response.isVote()) {
            goesFirst(rival);
        }
        if (!takesOver() || !allAsked(seat -> seat.answered)) {
            return;
        }
        before = null;
        tookAll = allAsked(seat -> seat.voted);
        if (phase() == Phase.WAITING) {
            forSeats(seat -> seat.node == null, replica -> ask(replica, true, out));
        }
    }

    private boolean allAsked(Predicate<ReplicaState> which) {
        return seats.where(seat -> seat.node != null && !which.test(seat)).isEmpty();
    }

    /** Messages that may be lost are repeated, also those that move votes. */
    @Override
    public void linkReset(NodeId peer, Outbox<DhtMessage> out) {
        Stamp others = before;
        if (others == null) {
            super.linkReset(peer, out);
        } else if (rules.keep(Rule.S4_SAY_AGAIN)) {
            forSeats(seat -> peer.equals(seat.node), replica -> out.send(peer, new Transfer(live(), others, replica)));
        }
    }

    /** Also those that have answered: they may have their votes back, and do not remember us. */
    @Override
    public void askAgain(Outbox<DhtMessage> out) {
        before = null;
        boolean waits = phase() == Phase.WAITING && !allSettled();
        super.askAgain(out);
        if (waits && rules.keep(Rule.R9_ASK_AGAIN)) {
            forSeats(seat -> seat.answered && !seat.voted, replica -> ask(replica, true, out));
        }
    }

    /** A replica without a queue remembers no request that is younger than the owner of its vote. If it votes after all: R2. */
    @Override
    boolean mayRemember(ReplicaState seat) {
        Stamp owner = seat.owner;
        return seat.voted || !seat.answered || owner == null || !owner.isBefore(live());
    }

    @Override
    public void over(Outbox<DhtMessage> out) {
        super.over(out);
        older = null;
        before = null;
        tookAll = false;
    }

    @Override
    public TokenCandidate copy(MachineContext other) {
        TokenCandidate copy = new TokenCandidate(other, rules);
        copy.copyFrom(this);
        copy.older = older;
        copy.before = before;
        copy.tookAll = tookAll;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        super.describeTo(writer);
        writer.stamp("older", older);
        writer.stamp("before", before);
        writer.flag("tookAll", tookAll);
    }
}
