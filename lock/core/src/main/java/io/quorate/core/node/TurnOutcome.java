// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.EngineEffects;
import io.quorate.core.lock.part.NodePart;
import io.quorate.core.lock.part.PartOrder;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps what the engine wants done until the turn ends. */
final class TurnOutcome<M extends Message> implements EngineEffects<M> {
    private final DestinationBatches batches;
    private final List<TimerOrder> timers = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();

    /** Why the claim at the same place of {@link #claims} was lost; null if it was granted. */
    private final List<@Nullable LossReason> reasons = new ArrayList<>();

    /** The fence of the claim at the same place, if it was granted. */
    private long[] fences = new long[1];

    /** The holder of the lock that the claim at the same place wanted now or not at all; null if it was granted or lost. */
    private final List<@Nullable NodeId> holders = new ArrayList<>();

    private boolean anyLost;

    /** Null if the protocol has none. */
    private @Nullable NodePart part;

    TurnOutcome(DestinationBatches batches) {
        this.batches = batches;
    }

    @Override
    public void send(NodeId to, LockName lock, M message) {
        batches.add(to, lock, message);
    }

    void handOverTo(NodePart receiver) {
        part = receiver;
    }

    @Override
    public void handOver(LockName lock, PartOrder order) {
        Objects.requireNonNull(part, "only machines of a node with a part hand over")
                .handOver(lock, order);
    }

    @Override
    public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
        timers.add(new TimerOrder(lock, timer, delay, jitter));
    }

    @Override
    public void stopTimer(LockName lock, TimerName timer) {
        timers.add(new TimerOrder(lock, timer, null, Duration.ZERO));
    }

    @Override
    public void granted(Claim claim, long fence) {
        if (claims.size() >= fences.length) {
            fences = Arrays.copyOf(fences, 2 * claims.size());
        }
        fences[claims.size()] = fence;
        add(claim, null, null);
    }

    private void add(Claim claim, @Nullable LossReason reason, @Nullable NodeId holder) {
        claims.add(claim);
        reasons.add(reason);
        holders.add(holder);
    }

    @Override
    public void busy(Claim claim, NodeId holder) {
        add(claim, null, holder);
    }

    @Override
    public void lost(Claim claim, LossReason reason) {
        anyLost = true;
        add(claim, reason, null);
    }

    boolean anyLost() {
        return anyLost;
    }

    boolean isEmpty() {
        return timers.isEmpty() && claims.isEmpty();
    }

    void handTimersTo(NodeEffects effects) {
        for (TimerOrder order : timers) {
            Duration delay = order.delay;
            if (delay == null) {
                effects.stopTimer(order.lock, order.timer);
            } else {
                effects.startTimer(order.lock, order.timer, delay, order.jitter);
            }
        }
        timers.clear();
    }

    void handClaimsTo(NodeEffects effects) {
        for (int place = 0; place < claims.size(); place++) {
            LossReason reason = reasons.get(place);
            NodeId holder = holders.get(place);
            if (reason != null) {
                effects.lost(claims.get(place), reason);
            } else if (holder != null) {
                effects.busy(claims.get(place), holder);
            } else {
                effects.granted(claims.get(place), fences[place]);
            }
        }
        claims.clear();
        reasons.clear();
        holders.clear();
        anyLost = false;
    }

    private record TimerOrder(
            LockName lock, TimerName timer, @Nullable Duration delay, Duration jitter) {}
}
