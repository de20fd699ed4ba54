// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import java.time.Duration;

/** The effects of a node's turn. */
public interface TurnEffects {
    void timerStarted(ArmedTimer timer, Duration delay, Duration jitter);

    void timerStopped(ArmedTimer timer);

    void sent(int to, FrameInFlight packet);

    void granted(NodeClaim claim, long fence);

    void lost(NodeClaim claim, LossReason reason);

    void busy(NodeClaim claim, NodeId holder);
}
