// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** A candidate's knowledge of all replicas of the lock. */
final class ReplicaStates {
    private final List<ReplicaState> all;

    private ReplicaStates(List<ReplicaState> all) {
        this.all = all;
    }

    /** The number of replicas of which nothing is known. */
    static ReplicaStates of(int replicas) {
        List<ReplicaState> all = new ArrayList<>(replicas);
        for (int replica = 0; replica < replicas; replica++) {
            all.add(new ReplicaState());
        }
        return new ReplicaStates(all);
    }

    int size() {
        return all.size();
    }

    ReplicaState get(int replica) {
        return all.get(replica);
    }

    /** Those replicas of which it is true. */
    NodeSet where(Predicate<ReplicaState> isSo) {
        NodeSet replicas = NodeSet.EMPTY;
        for (int replica = 0; replica < all.size(); replica++) {
            replicas = isSo.test(all.get(replica)) ? replicas.with(NodeId.of(replica)) : replicas;
        }
        return replicas;
    }

    /** The session with the node is over. */
    void forgetNode(NodeId node) {
        all.forEach(seat -> seat.forgetNode(node));
    }

    boolean allSettled() {
        return all.stream().allMatch(ReplicaState::isSettled);
    }

    /** The number of others that get the vote before, at the replica with the fewest. */
    int nearestPlace() {
        return all.stream().mapToInt(seat -> seat.place).min().orElse(0);
    }

    /** No hold that the replicas which have voted had voted for before had a fence above it. */
    long highestFloor() {
        return all.stream()
                .filter(seat -> seat.voted)
                .mapToLong(seat -> seat.floor)
                .max()
                .orElse(0);
    }

    /** The replicas whose votes count, when the clock has had its say in this very step. */
    NodeSet lasting(MachineContext context) {
        return where(seat -> {
            NodeId node = seat.node;
            return seat.voted
                    && node != null
                    && context.sessions().lasting(NodeSet.of(node)).contains(node);
        });
    }

    /** Until when, by the node's clock, a quorum of those that voted is trusted. */
    long validUntil(MachineContext context) {
        long[] ends =
                all.stream().mapToLong(seat -> trustedUntil(seat, context)).toArray();
        long[] earliestFirst = ends.clone();
        Arrays.sort(earliestFirst);
        for (int place = ends.length - 1; place >= 0; place--) {
            NodeSet lasting = NodeSet.EMPTY;
            for (int replica = 0; replica < ends.length; replica++) {
                lasting = ends[replica] >= earliestFirst[place] ? lasting.with(NodeId.of(replica)) : lasting;
            }
            if (context.quorums().isQuorum(lasting)) {
                return earliestFirst[place];
            }
        }
        return Long.MIN_VALUE;
    }

    private static long trustedUntil(ReplicaState seat, MachineContext context) {
        NodeId node = seat.node;
        return seat.voted && node != null ? context.sessions().trustedUntil(node) : Long.MIN_VALUE;
    }

    ReplicaStates copy() {
        return new ReplicaStates(
                new ArrayList<>(all.stream().map(ReplicaState::copy).toList()));
    }

    void describeTo(StateWriter writer) {
        for (int replica = 0; replica < all.size(); replica++) {
            all.get(replica).describeTo(replica, writer);
        }
    }
}
