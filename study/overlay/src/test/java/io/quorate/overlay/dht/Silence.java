// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.OverlayOutbox;
import io.quorate.overlay.OverlayTimer;
import java.time.Duration;

/** Nobody hears what an overlay has to say. */
final class Silence implements OverlayOutbox {
    @Override
    public void send(NodeId to, OverlayMessage message) {}

    @Override
    public void startTimer(OverlayTimer timer, Duration delay, Duration jitter) {}

    @Override
    public void stopTimer(OverlayTimer timer) {}

    @Override
    public void joined() {}

    @Override
    public void neighbourCame(Handle neighbour) {}

    @Override
    public void neighbourWent(Handle neighbour) {}

    @Override
    public void hearsayChanged() {}
}
