package io.quorate.core.protocol.dht;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.dht.TokenMessage.Voter;
import io.quorate.core.quorum.QuorumSystem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who else wants the lock, as far as the answers of the replicas tell. It may be over by now: nothing more than a hint. */
final class Rivals {
    private Rivals() {}

    /** The replicas that have answered, and where they are. */
    static List<Voter> known(@Nullable Seat[] seats) {
        List<Voter> known = new ArrayList<>();
        for (int replica = 0; replica < seats.length; replica++) {
            Seat seat = seats[replica];
            NodeId node = seat == null ? null : seat.node;
            if (node != null) {
                known.add(new Voter(replica, node));
            }
        }
        return known;
    }

    /** Another request than this one that a quorum of replicas has voted for. */
    static @Nullable Stamp winner(@Nullable Seat[] seats, Stamp own, QuorumSystem quorums) {
        for (Seat seat : seats) {
            Stamp owner = seat == null ? null : seat.owner;
            if (owner != null && !owner.equals(own) && quorums.isQuorum(votersFor(owner, seats))) {
                return owner;
            }
        }
        return null;
    }

    private static NodeSet votersFor(Stamp owner, @Nullable Seat[] seats) {
        NodeSet voters = NodeSet.EMPTY;
        for (int replica = 0; replica < seats.length; replica++) {
            Seat seat = seats[replica];
            voters = seat != null && owner.equals(seat.owner) ? voters.with(NodeId.of(replica)) : voters;
        }
        return voters;
    }

    /** The oldest request that has a vote, if it is older than this one. */
    static @Nullable Stamp oldest(@Nullable Seat[] seats, Stamp own) {
        Stamp oldest = own;
        for (Seat seat : seats) {
            Stamp owner = seat == null ? null : seat.owner;
            oldest = owner != null && owner.isBefore(oldest) ? owner : oldest;
        }
        return oldest.equals(own) ? null : oldest;
    }
}
