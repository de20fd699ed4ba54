package io.quorate.core.protocol.dht;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.protocol.MachineContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How long votes last. */
final class Validity {
    private Validity() {}

    /** The replicas whose votes count, when the clock has had its say in this very step. */
    static NodeSet lasting(@Nullable Seat[] seats, MachineContext context) {
        NodeSet votes = NodeSet.EMPTY;
        for (int replica = 0; replica < seats.length; replica++) {
            Seat seat = seats[replica];
            NodeId node = seat == null ? null : seat.node;
            boolean counts = seat != null && seat.voted && node != null && isLasting(node, context);
            votes = counts ? votes.with(NodeId.of(replica)) : votes;
        }
        return votes;
    }

    private static boolean isLasting(NodeId node, MachineContext context) {
        return context.sessions().lasting(NodeSet.of(node)).contains(node);
    }

    /** Until when, by the node's clock, a quorum of those that voted is trusted. */
    static long of(@Nullable Seat[] seats, MachineContext context) {
        long[] ends = new long[seats.length];
        for (int replica = 0; replica < seats.length; replica++) {
            ends[replica] = trustedUntil(seats[replica], context);
        }
        long[] latestFirst =
                Arrays.stream(ends).map(end -> -end).sorted().map(end -> -end).toArray();
        for (long end : latestFirst) {
            NodeSet lasting = NodeSet.EMPTY;
            for (int replica = 0; replica < ends.length; replica++) {
                lasting = ends[replica] >= end ? lasting.with(NodeId.of(replica)) : lasting;
            }
            if (context.quorums().isQuorum(lasting)) {
                return end;
            }
        }
        return Long.MIN_VALUE;
    }

    private static long trustedUntil(@Nullable Seat seat, MachineContext context) {
        NodeId node = seat == null ? null : seat.node;
        if (seat == null || node == null || !seat.voted) {
            return Long.MIN_VALUE + 1; // it can be negated
        }
        return context.sessions().trustedUntil(node);
    }
}
