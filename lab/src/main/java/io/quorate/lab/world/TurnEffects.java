package io.quorate.lab.world;

import io.quorate.core.protocol.LossReason;
import java.time.Duration;

/** What a turn of a node led to. */
interface TurnEffects {
    void timerStarted(ArmedTimer timer, Duration delay, Duration jitter);

    void timerStopped(ArmedTimer timer);

    void sent(int to, Packet packet);

    void granted(NodeClaim claim, long fence);

    void lost(NodeClaim claim, LossReason reason);
}
