package io.quorate.core.engine;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.overlay.Key;
import io.quorate.core.protocol.LossReason;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.TimerName;
import java.time.Duration;

/** What the engine wants done, collected by the node until the turn ends. */
public interface EngineEffects<M extends Message> {
    void send(NodeId to, LockName lock, M message);

    /** Sends a message of the lock towards the owner of the key, beginning with this very node: {@link LockEngine#passing}. */
    default void route(LockName lock, Key key, M message) {
        throw new UnsupportedOperationException("there is no overlay here that could route " + message);
    }

    void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter);

    void stopTimer(LockName lock, TimerName timer);

    /** The claim holds; its fence is 0 if the algorithm has none. */
    void granted(Claim claim, long fence);

    void lost(Claim claim, LossReason reason);
}
