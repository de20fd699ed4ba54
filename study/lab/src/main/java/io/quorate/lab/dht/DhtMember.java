// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.lab.simulate.time.DriftingClock;
import io.quorate.lab.simulate.time.TimedNode;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.node.OverlayPart;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A node of an experiment. There are thousands, so that it keeps little beside the node. */
final class DhtMember extends TimedNode {
    private final DhtWorld world;

    /** The timer of the current turn, if it is one. */
    private @Nullable TimerName cause;

    DhtMember(DhtWorld world, NodeStart start, DriftingClock clock) {
        super(world.time(), start.self(), clock);
        this.world = world;
        start(world.experiment().protocol(), start, world.desk());
    }

    /** Of one that runs. */
    Overlay overlay() {
        return OverlayPart.of(Objects.requireNonNull(node(), "the node has failed"))
                .overlay();
    }

    boolean isIn() {
        return isUp() && overlay().isJoined();
    }

    /** It falls silent. */
    void fail() {
        goDown();
    }

    @Override
    protected boolean isOneOfMany() {
        return true;
    }

    @Override
    protected void tell(LockNode<?> current, Event event) {
        cause = event instanceof Event.TimerFired fired ? fired.timer() : null;
        event.applyTo(current);
    }

    @Override
    protected void turnEnded(LockNode<?> current) {
        cause = null;
    }

    @Override
    public void keepCeiling(long ceiling) {
        // nobody starts again under the same number
    }

    @Override
    protected long duration(TimerName timer, Duration delay, Duration jitter) {
        return world.duration(timer, delay, jitter);
    }

    @Override
    public void send(NodeId to, byte[] frame, int length) {
        world.send(self(), cause, to, frame, length);
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
