// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.NodeId;
import java.time.Duration;

/** The effects that a node of an overlay asks for, and its news. Nothing is sent before the node's call has returned. */
public interface OverlayOutbox {
    /** Sends a message to another node; it may be lost. */
    void send(NodeId to, OverlayMessage message);

    /** Starts a timer, or starts it again; the driver adds a random part of the jitter to the delay. */
    void startTimer(OverlayTimer timer, Duration delay, Duration jitter);

    void stopTimer(OverlayTimer timer);

    /** This node is part of the overlay now: messages can be routed, and keys belong to it. */
    void joined();

    /** Neighbours changed: this node is one from now on, so that keys near to it may belong to it. */
    void neighbourCame(Handle neighbour);

    /** Neighbours changed: this node is none any more; it is gone, or others came in between. */
    void neighbourWent(Handle neighbour);

    /** {@link Overlay#hearsay()} changed. */
    void hearsayChanged();
}
