// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.node.OverlayPart;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node of production in the world of the experiments. There are thousands, so that it keeps little beside the node. */
final class DhtMember implements NodeEffects {
    private final DhtWorld world;
    private final LockNode<?> node;
    private boolean up = true;

    /** The number of the last start of each timer that runs. */
    private final Map<TimerKey, Long> timers = new LinkedHashMap<>();

    /** When the node is woken next, as far as that is in the agenda. */
    private long wakeEntered = Long.MAX_VALUE;

    /** What the present turn is about, if it is a timer. */
    private @Nullable TimerName cause;

    private record TimerKey(LockName lock, TimerName timer) {}

    DhtMember(DhtWorld world, LockNode<?> node) {
        this.world = world;
        this.node = node;
    }

    NodeId id() {
        return node.self();
    }

    LockNode<?> node() {
        return node;
    }

    Overlay overlay() {
        return OverlayPart.of(node).overlay();
    }

    boolean isUp() {
        return up;
    }

    boolean isIn() {
        return up && overlay().isJoined();
    }

    void goDown() {
        up = false;
        timers.clear();
    }

    /** A turn of the node; none if it is down. */
    void turn(Consumer<LockNode<?>> step) {
        if (!up) {
            return;
        }
        node.beginTurn(world.now(), world.trueMicros());
        step.accept(node);
        node.endTurn(this);
        cause = null;
        if (node.wake() < wakeEntered) {
            wakeEntered = node.wake();
            world.at(wakeEntered, this::wake);
        }
    }

    /** The agenda may have an earlier wake than is needed any more; it is never without the one that is. */
    private void wake() {
        if (world.now() < wakeEntered) {
            return;
        }
        wakeEntered = Long.MAX_VALUE;
        turn(awake -> {});
    }

    void receive(NodeId from, byte[] frame) {
        turn(receiver -> receiver.receive(from, frame, 0, frame.length));
    }

    private void fire(TimerKey key, long number) {
        Long current = timers.get(key);
        if (up && current != null && current == number) {
            timers.remove(key);
            cause = key.timer;
            turn(fired -> fired.timerFired(key.lock, key.timer));
        }
    }

    @Override
    public void keepCeiling(long ceiling) {
        // nobody starts again under the same number
    }

    @Override
    public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
        TimerKey key = new TimerKey(lock, timer);
        long nanos = world.duration(timer, delay, jitter);
        if (nanos < 0) {
            timers.remove(key);
            return;
        }
        long number = world.nextNumber();
        timers.put(key, number);
        world.at(world.now() + nanos, () -> fire(key, number));
    }

    @Override
    public void stopTimer(LockName lock, TimerName timer) {
        timers.remove(new TimerKey(lock, timer));
    }

    @Override
    public void send(NodeId to, byte[] frame, int length) {
        world.send(this, cause, to, frame, length);
    }

    @Override
    public void granted(Claim claim, long fence) {
        world.clients().granted((NodeClaim) claim, fence);
    }

    @Override
    public void lost(Claim claim, LossReason reason) {
        world.clients().lost((NodeClaim) claim);
    }
}
