// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import io.quorate.core.model.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Notes all that a node of an overlay wants done, one line each; what was taken is forgotten. */
public final class RecordingOverlayOutbox implements OverlayOutbox {
    private final List<String> lines = new ArrayList<>();

    /** What was noted since the last time. */
    public List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    @Override
    public void send(NodeId to, OverlayMessage message) {
        lines.add(to + " " + message);
    }

    @Override
    public void startTimer(OverlayTimer timer, Duration delay, Duration jitter) {
        lines.add("start " + timer);
    }

    @Override
    public void stopTimer(OverlayTimer timer) {
        lines.add("stop " + timer);
    }

    @Override
    public void joined() {
        lines.add("joined");
    }

    @Override
    public void neighbourCame(Handle neighbour) {
        lines.add("came " + neighbour);
    }

    @Override
    public void neighbourWent(Handle neighbour) {
        lines.add("went " + neighbour);
    }

    @Override
    public void hearsayChanged() {
        lines.add("hearsay changed");
    }
}
