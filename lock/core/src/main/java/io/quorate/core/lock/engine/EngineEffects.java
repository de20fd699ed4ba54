// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.part.PartOrder;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import java.time.Duration;

/**
 * The effects of the engine, which the node collects until the turn ends. The node is built on the engine, so the engine cannot name
 * the node's class: it names this interface instead. The tests of the engine record the effects without a node.
 */
public interface EngineEffects<M extends Message> {
    void send(NodeId to, LockName lock, M message);

    /** Has the part of this node carry out the order of a machine of this lock, now: it may call {@link LockEngine#step}. */
    default void handOver(LockName lock, PartOrder order) {
        throw new UnsupportedOperationException("this node has no part that could carry out " + order);
    }

    void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter);

    void stopTimer(LockName lock, TimerName timer);

    /** The claim holds; its fence is 0 if the algorithm has none. */
    void granted(Claim claim, long fence);

    void lost(Claim claim, LossReason reason);

    /** B3: the claim wanted the lock now or not at all, and this node, another one or the claim's own, held it. */
    default void busy(Claim claim, NodeId holder) {
        throw new IllegalStateException(
                "no claim here wants a lock now or not at all, and " + claim + " was told that it is busy");
    }
}
