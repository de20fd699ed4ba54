// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A snapshot of a node: its current state, and counters since its start. Later versions may add methods. */
public interface LockStatistics {
    /** {@return the number of locks that use memory at this node now} */
    int locksInUse();

    /** {@return the number of holds of this node now; -1 if there are too many locks to count} */
    long holding();

    /** {@return the number of acquisitions that wait at this node now; -1 if there are too many locks to count} */
    long waiting();

    /** {@return the number of votes that this node has granted now; -1 if there are too many locks to count} */
    long votesGiven();

    /**
     * Returns the shortest remaining validity of all holds of this node. In normal operation it stays above half of the lease.
     *
     * @return when the first hold would expire without renewal; null without holds, or without leases
     */
    @Nullable
    Duration nearestDeadline();

    /**
     * Returns why this node has failed. A failed node grants nothing, holds nothing and receives nothing: it reports all other
     * nodes as missing.
     *
     * @return the reason; null while the node works, or if it was closed
     */
    default @Nullable String failure() {
        return null;
    }

    /** {@return the number of other members that cannot be reached} */
    int nodesMissing();

    /** {@return the number of other members that answer much slower than usual; other voters are asked instead} */
    int nodesSlow();

    /** {@return how many acquisitions were granted} */
    long granted();

    /** {@return how many acquisitions timed out} */
    long timedOut();

    /** {@return how many acquisitions failed because no quorum could be reached} */
    long unavailable();

    /** {@return how many holds were lost before their release} */
    long lost();

    /** {@return frames handed to connections} */
    long framesSent();

    /** {@return bytes handed to connections} */
    long bytesSent();

    /** {@return frames received} */
    long framesReceived();

    /** {@return bytes received} */
    long bytesReceived();

    /** {@return frames that were not sent, or arrived on a connection that was already replaced} */
    long framesDropped();

    /** {@return frames received that this version cannot read} */
    long framesRefused();

    /** {@return messages refused because too many locks were in use} */
    long messagesRefused();

    /** {@return how often frames between two nodes may have been lost, so that both sent their state again} */
    long linkResets();

    /** {@return connections refused: another cluster name, roster, protocol, version or certificate} */
    long peersRefused();

    /** {@return how often a new process was seen under the id of a member} */
    long peerRestarts();

    /** {@return how many {@code acquireAsync} calls and release requests were refused because too many callbacks waited} */
    long callbacksRefused();
}
