package io.quorate.core.protocol;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.overlay.Key;
import java.time.Duration;

/** What a machine wants done. Nothing of it happens before the machine's call has returned. */
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
     * Sends a message towards the owner of the key, from node to node; each of them, this one first, sees it pass
     * ({@link LockMachine#passing}). It may be lost, and the owner may be another than one thinks. Only for protocols that
     * {@link Protocol#needsOverlay() need an overlay}.
     */
    default void route(Key key, M message) {
        throw new UnsupportedOperationException("there is no overlay here that could route " + message);
    }

    /** Starts a timer, or starts it again; the driver adds a random part of the jitter to the delay. */
    void startTimer(TimerName timer, Duration delay, Duration jitter);

    void stopTimer(TimerName timer);

    /** The machine holds the lock now. */
    void entered();

    /** The machine has lost the lock that it held, and is IDLE. */
    void lost(LossReason reason);
}
