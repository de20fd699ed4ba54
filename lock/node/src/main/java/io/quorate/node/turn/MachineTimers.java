// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.node.time.TimerWheel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The timers that the machines of a node's locks have started, and those of peers that are there twice. Touched in turns only. */
final class MachineTimers {
    private final LockNode<?> node;
    private final TimerWheel wheel;
    private final SplittableRandom jitterSource;
    private final Map<Key, MachineTimer> running = new HashMap<>();
    private final Map<NodeId, TwinTimer> twins = new HashMap<>();

    /** The key of a machine's timer. */
    private record Key(LockName lock, TimerName timer) {}

    MachineTimers(LockNode<?> node, TimerWheel wheel) {
        this.node = node;
        this.wheel = wheel;
        this.jitterSource = new SplittableRandom(node.self().index());
    }

    void start(LockName lock, TimerName timer, long now, Duration delay, Duration jitter) {
        long random = jitter.isZero() ? 0 : jitterSource.nextLong(jitter.toNanos() + 1);
        MachineTimer started = running.computeIfAbsent(new Key(lock, timer), MachineTimer::new);
        wheel.start(started, TimerWheel.sum(now, TimerWheel.sum(delay.toNanos(), random)));
    }

    void stop(LockName lock, TimerName timer) {
        MachineTimer stopped = running.remove(new Key(lock, timer));
        if (stopped != null) {
            wheel.stop(stopped);
        }
    }

    void stopAll() {
        running.values().forEach(wheel::stop);
        running.clear();
        twins.values().forEach(wheel::stop);
    }

    private final class MachineTimer extends TimerWheel.Timer {
        private final Key key;

        MachineTimer(Key key) {
            this.key = key;
        }

        @Override
        public void fire() {
            if (running.remove(key, this)) {
                node.timerFired(key.lock, key.timer);
            }
        }
    }

    /** T1: two processes have the id of the peer; they count as one again at this time, if nobody speaks of two until then. */
    void startTwin(NodeId peer, long until) {
        wheel.start(twins.computeIfAbsent(peer, TwinTimer::new), until);
    }

    private final class TwinTimer extends TimerWheel.Timer {
        private final NodeId peer;

        TwinTimer(NodeId peer) {
            this.peer = peer;
        }

        @Override
        public void fire() {
            node.twinGone(peer);
        }
    }
}
