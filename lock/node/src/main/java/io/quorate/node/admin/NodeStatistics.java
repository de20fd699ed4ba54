// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.api.LockStatistics;
import io.quorate.node.net.TransportCounters;
import io.quorate.node.turn.NodeCounters;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The counters of a node, as the application sees them. */
public record NodeStatistics(
        int locksInUse,
        long holding,
        long waiting,
        long votesGiven,
        @Nullable Duration nearestDeadline,
        int nodesMissing,
        int nodesSlow,
        long granted,
        long timedOut,
        long unavailable,
        long lost,
        long framesSent,
        long bytesSent,
        long framesReceived,
        long bytesReceived,
        long framesDropped,
        long framesRefused,
        long messagesRefused,
        long linkResets,
        long peersRefused,
        long peerRestarts,
        long callbacksRefused,
        @Nullable String failure)
        implements LockStatistics {
    /** Of a node that has ended by itself: it holds nothing, and all others are missing. */
    public static NodeStatistics ofEndedNode(
            String why, NodeCounters counters, int otherNodes, TransportCounters traffic, long callbacksRefused) {
        return new NodeStatistics(
                0,
                0,
                0,
                0,
                null,
                otherNodes,
                0,
                counters.granted(),
                counters.timedOut(),
                counters.unavailable(),
                counters.lost(),
                traffic.framesSent(),
                traffic.bytesSent(),
                traffic.framesReceived(),
                traffic.bytesReceived(),
                traffic.framesDropped(),
                traffic.framesMalformed() + counters.framesRefused(),
                counters.messagesRefused(),
                traffic.linkResets(),
                traffic.peersRefused(),
                traffic.peerRestarts(),
                callbacksRefused,
                why);
    }
}
