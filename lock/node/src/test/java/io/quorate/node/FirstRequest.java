// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import java.time.Duration;
import java.util.Arrays;

/** The frame in which a node that has just started asks for a lock. */
public final class FirstRequest implements NodeEffects {
    private byte[] frame = {};

    private record Wish(LockName lock, Mode mode, long id) implements Claim {}

    private FirstRequest() {}

    /** The one frame, of a node that asks one other. */
    public static byte[] of(LockNode<?> node, LockName lock, long now) {
        FirstRequest request = new FirstRequest();
        node.beginTurn(now, 1);
        node.acquire(new Wish(lock, Mode.EXCLUSIVE, 1));
        node.endTurn(request);
        return request.frame;
    }

    @Override
    public void send(NodeId to, byte[] bytes, int length) {
        frame = Arrays.copyOf(bytes, length);
    }

    @Override
    public void keepCeiling(long ceiling) {}

    @Override
    public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {}

    @Override
    public void stopTimer(LockName lock, TimerName timer) {}

    @Override
    public void granted(Claim claim, long fence) {}

    @Override
    public void lost(Claim claim, LossReason reason) {}
}
