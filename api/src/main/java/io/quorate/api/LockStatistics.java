package io.quorate.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a node is about now, and what it has done since it started.
 *
 * @param locksInUse locks that take memory at this node now
 * @param holding claims of this node that hold a lock now; -1 if there are too many locks to count
 * @param waiting claims of this node that wait now; -1 likewise
 * @param votesGiven promises that this node has given as a voter, now; -1 likewise
 * @param nearestDeadline how soon the first of this node's holds would end if nothing more were heard; null without holds, or
 *     where no lease applies. As long as all is well it stays above a half of the lease
 * @param nodesMissing other members that do not seem to be there
 * @param granted claims of this node that got their lock
 * @param timedOut claims that waited in vain
 * @param unavailable claims that failed for want of a quorum
 * @param lost holds that ended without being given back
 * @param framesDropped offered to a link but not sent, or come over one that was over
 * @param framesRefused come, but not understood
 * @param messagesRefused messages refused because too many locks were in use
 * @param linkResets how often something may have been lost between two nodes, so that both said it again
 * @param peersRefused connections refused: another cluster, roster, protocol, version, certificate
 * @param peerRestarts how often another process was seen under the id of a member
 */
public record LockStatistics(
        int locksInUse,
        long holding,
        long waiting,
        long votesGiven,
        @Nullable Duration nearestDeadline,
        int nodesMissing,
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
        long peerRestarts) {}
