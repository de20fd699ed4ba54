package io.quorate.node.admin;

import io.quorate.api.LockStatistics;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The counters of a node, as the application sees them. */
record NodeStatistics(
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
        long callbacksRefused)
        implements LockStatistics {}
