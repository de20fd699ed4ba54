// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.overlay.dht.TokenMessage.Voter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The other requests for the lock, as far as the answers of the replicas tell. It may be over by now: nothing more than a hint. */
final class Rivals {
    private Rivals() {}

    /** The replicas that have answered, and where they are. */
    static List<Voter> known(ReplicaStates seats) {
        List<Voter> known = new ArrayList<>();
        for (int replica = 0; replica < seats.size(); replica++) {
            NodeId node = seats.get(replica).node;
            if (node != null) {
                known.add(new Voter(replica, node));
            }
        }
        return known;
    }

    /** Another request than this one that a quorum of replicas has voted for. */
    static @Nullable Stamp winner(ReplicaStates seats, Stamp own, QuorumSystem quorums) {
        for (int replica = 0; replica < seats.size(); replica++) {
            Stamp owner = seats.get(replica).owner;
            if (owner != null && !owner.equals(own) && quorums.isQuorum(votersFor(owner, seats))) {
                return owner;
            }
        }
        return null;
    }

    private static NodeSet votersFor(Stamp owner, ReplicaStates seats) {
        return seats.where(seat -> owner.equals(seat.owner));
    }

    /** The oldest request that has a vote, if it is older than this one. */
    static @Nullable Stamp oldest(ReplicaStates seats, Stamp own) {
        Stamp oldest = own;
        for (int replica = 0; replica < seats.size(); replica++) {
            Stamp owner = seats.get(replica).owner;
            oldest = owner != null && owner.isBefore(oldest) ? owner : oldest;
        }
        return oldest.equals(own) ? null : oldest;
    }
}
