// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.ProposalOutcome;
import io.quorate.core.roster.RosterState;
import java.time.Duration;

/**
 * The effects of a node's turn, called in this order: the ceiling, the roster, timers, frames, then news for the node's own claims. If one
 * of them has lost its lock, the news come before the frames: by those another node may get it.
 */
public interface NodeEffects {
    /**
     * The clock comes near the ceiling that was asked for before: this one must be stored durably. It may be kept later than this
     * turn, but K1: nothing that is said or told while the clock is above the last ceiling that is kept leaves before it is.
     */
    void keepCeiling(long ceiling);

    void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter);

    void stopTimer(LockName lock, TimerName timer);

    /** The buffer belongs to the node: what is needed after this call returns must be copied. */
    void send(NodeId to, byte[] frame, int length);

    /** The claim holds; its fence is 0 if the algorithm has none. */
    void granted(Claim claim, long fence);

    void lost(Claim claim, LossReason reason);

    /** The claim wanted the lock now or not at all, and this node, another one or the claim's own, held it. */
    default void busy(Claim claim, NodeId holder) {
        throw new IllegalStateException(
                "no claim here wants a lock now or not at all, and " + claim + " was told that it is busy");
    }

    /**
     * E1, D3: what the node knows about rosters has changed, and must be stored durably. K1: no frame and no news of this turn or a later
     * one
     * leaves before it is. Only of nodes that were started with a roster that is kept.
     */
    default void keepRoster(RosterState state) {
        throw new IllegalStateException("nobody keeps the roster of this node: " + state.configuration());
    }

    /** The node is in this configuration from now on: connect to its members, and forget others when it is not joint. */
    default void configurationRose(Configuration now) {}

    /** A proposal of this node has ended. */
    default void proposalEnded(ProposalOutcome outcome) {}
}
