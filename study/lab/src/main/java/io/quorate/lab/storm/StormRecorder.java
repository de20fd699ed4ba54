// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.lab.draw.SpaceTimeRecorder;
import io.quorate.lab.world.ClusterObserver;

/** Makes a diagram of a storm: what befalls nodes is written beside them, where their lines do not show it. */
public final class StormRecorder implements StormWatcher {
    private final SpaceTimeRecorder recorder;

    public StormRecorder(SpaceTimeRecorder recorder) {
        this.recorder = recorder;
    }

    @Override
    public ClusterObserver cluster() {
        return recorder;
    }

    @Override
    public void happened(NodeId node, String what) {
        if (!what.startsWith(StormFaults.FAULT)
                && !what.equals(StormRun.CRASHES)
                && !what.equals(StormRun.STARTS_AGAIN)) {
            recorder.note(node, what);
        }
    }
}
