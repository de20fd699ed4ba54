package io.quorate.node;

import io.quorate.core.model.LockName;
import io.quorate.core.protocol.TimerName;

/** A timer that the machine of one lock has started. */
final class MachineTimer extends TimerWheel.Timer {
    /** What the machine knows it by. */
    record Key(LockName lock, TimerName timer) {}

    private final Key key;
    private final NodeState node;

    MachineTimer(Key key, NodeState node) {
        this.key = key;
        this.node = node;
    }

    Key key() {
        return key;
    }

    @Override
    void fire() {
        node.fired(this);
    }
}
