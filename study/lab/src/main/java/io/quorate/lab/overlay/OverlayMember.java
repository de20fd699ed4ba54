// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.OverlayOutbox;
import io.quorate.overlay.OverlayTimer;
import io.quorate.overlay.Passage;
import io.quorate.overlay.Routed;
import io.quorate.overlay.Router;
import io.quorate.overlay.Traveller;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** One node of the world, and what it wants done. The routed message is the number of a journey. */
final class OverlayMember implements OverlayOutbox, Traveller<Integer> {
    private final OverlayWorld world;
    private final Overlay overlay;
    private final Router<Integer> router;

    /** The number of the start of each timer; one that was stopped or started again does not fire for the start before. */
    private final Map<OverlayTimer, Long> starts = new EnumMap<>(OverlayTimer.class);

    private boolean up = true;

    OverlayMember(OverlayWorld world, Overlay overlay) {
        this.world = world;
        this.overlay = overlay;
        this.router = new Router<>(overlay);
    }

    Overlay overlay() {
        return overlay;
    }

    Router<Integer> router() {
        return router;
    }

    NodeId id() {
        return overlay.self().node();
    }

    boolean isUp() {
        return up;
    }

    void goDown() {
        up = false;
    }

    @Override
    public void send(NodeId to, OverlayMessage message) {
        world.send(id(), to, message);
    }

    @Override
    public void startTimer(OverlayTimer timer, Duration delay, Duration jitter) {
        long start = starts.merge(timer, 1L, Long::sum);
        world.startTimer(this, timer, start, delay, jitter);
    }

    @Override
    public void stopTimer(OverlayTimer timer) {
        starts.merge(timer, 1L, Long::sum);
    }

    void fire(OverlayTimer timer, long start) {
        if (up && starts.getOrDefault(timer, 0L) == start) {
            overlay.timerFired(timer, this);
        }
    }

    @Override
    public void joined() {
        world.joined(this);
    }

    @Override
    public void neighbourCame(Handle neighbour) {
        world.neighboursChanged();
    }

    @Override
    public void neighbourWent(Handle neighbour) {
        world.neighboursChanged();
    }

    @Override
    public void hearsayChanged() {
        // It is for those who vote; messages go to whom one hears.
    }

    @Override
    public Passage<Integer> passing(Routed<Integer> message, NodeId previous, Handle next) {
        world.journey(message.content()).passes(id());
        return Passage.forward(message.content());
    }

    @Override
    public void deliver(Routed<Integer> message, NodeId previous) {
        world.journey(message.content()).ends(id());
    }

    @Override
    public void send(NodeId to, Routed<Integer> message) {
        world.send(id(), to, message);
        if (!world.links().failuresNoticed()) {
            overlay.relyOn(to, this);
        }
    }
}
