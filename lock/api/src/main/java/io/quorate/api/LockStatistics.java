package io.quorate.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A snapshot of what a node does now, and of what it has done since it started. Later versions add counters. */
public interface LockStatistics {
    /** Locks that take memory at this node now. */
    int locksInUse();

    /** Claims of this node that hold a lock now; -1 if there are too many locks to count. */
    long holding();

    /** Claims of this node that wait now; -1 if there are too many locks to count. */
    long waiting();

    /** Promises that this node has given as a voter, now; -1 if there are too many locks to count. */
    long votesGiven();

    /**
     * How soon the first of this node's holds would end if nothing more were heard; null without holds, or where no lease
     * applies. As long as all is well it stays above a half of the lease.
     */
    @Nullable
    Duration nearestDeadline();

    /**
     * Why this node has ended by itself; null as long as it works, and if it was closed. Such a node grants, holds and hears
     * nothing any more: all other nodes count as missing.
     */
    default @Nullable String failure() {
        return null;
    }

    /** Other members that do not seem to be there. */
    int nodesMissing();

    /** Other members that take much longer to answer than they usually do; they are not waited for where others can vote. */
    int nodesSlow();

    /** Claims of this node that got their lock. */
    long granted();

    /** Claims that waited in vain. */
    long timedOut();

    /** Claims that failed for want of a quorum. */
    long unavailable();

    /** Holds that ended without being given back. */
    long lost();

    /** Frames handed to links. */
    long framesSent();

    /** Bytes handed to links. */
    long bytesSent();

    /** Frames that came. */
    long framesReceived();

    /** Bytes that came. */
    long bytesReceived();

    /** Offered to a link but not sent, or come over one that was over. */
    long framesDropped();

    /** Come, but not understood. */
    long framesRefused();

    /** Messages refused because too many locks were in use. */
    long messagesRefused();

    /** How often something may have been lost between two nodes, so that both said it again. */
    long linkResets();

    /** Connections refused: another cluster, roster, protocol, version, certificate. */
    long peersRefused();

    /** How often another process was seen under the id of a member. */
    long peerRestarts();

    /**
     * How often an {@code acquireAsync} or a request to release was refused because too many callbacks waited for a thread.
     */
    long callbacksRefused();
}
