// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.lock.part.NodePart;
import io.quorate.core.lock.part.PartOrder;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.time.Duration;

/** The effects that a machine asks for. Nothing of it happens before the machine's call has returned. */
public interface Outbox<M extends Message> {
    /** Sends a message; one to the node itself comes back to it within the same turn, in order. */
    void send(NodeId to, M message);

    /**
     * Sends a message to all of these by a medium that they share. A copy to the node itself comes back through the medium too,
     * in its place among those of others; over links, it is as many messages as there are receivers.
     */
    default void broadcast(NodeSet to, M message) {
        for (int index = to.next(0); index >= 0; index = to.next(index + 1)) {
            send(NodeId.of(index), message);
        }
    }

    /**
     * Has the {@link NodePart} of this node carry out an order when the step of the machine is over, after the messages that the node
     * has sent to itself. Only for protocols that have {@link Protocol#part() a part}.
     */
    default void handOver(PartOrder order) {
        throw new UnsupportedOperationException("this node has no part that could carry out " + order);
    }

    /** Starts a timer, or starts it again; the driver adds a random part of the jitter to the delay. */
    void startTimer(TimerName timer, Duration delay, Duration jitter);

    void stopTimer(TimerName timer);

    /** The machine holds the lock now. */
    void entered();

    /** B3: another node has held the lock since this one asked for it now or not at all. */
    default void busy(NodeId holder) {}

    /** The machine has lost the lock that it held, and is IDLE. */
    void lost(LossReason reason);
}
