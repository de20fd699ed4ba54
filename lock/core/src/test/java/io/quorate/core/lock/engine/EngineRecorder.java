// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorumlock.QuorumLockMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes down what an engine of quorum locks does, one line each. */
final class EngineRecorder implements EngineEffects<QuorumLockMessage> {
    final List<Long> fences = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    /** What was done since the last time. */
    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    @Override
    public void send(NodeId to, LockName lock, QuorumLockMessage message) {
        lines.add(to + " <- " + message);
    }

    @Override
    public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
        lines.add("start " + timer.name());
    }

    @Override
    public void stopTimer(LockName lock, TimerName timer) {
        lines.add("stop " + timer.name());
    }

    @Override
    public void granted(Claim claim, long fence) {
        fences.add(fence);
        lines.add("granted " + claim.id());
    }

    @Override
    public void lost(Claim claim, LossReason reason) {
        lines.add("lost " + claim.id() + " " + reason);
    }
}
