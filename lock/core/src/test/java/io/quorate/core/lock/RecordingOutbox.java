// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.lock.part.PartOrder;
import io.quorate.core.model.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Remembers what a machine wanted, as lines: {@code n2 <- Request 1.n1}, {@code entered}. */
public final class RecordingOutbox<M extends Message> implements Outbox<M> {
    /** A message on its way. */
    public record Sent<M>(NodeId to, M message) {}

    private final List<String> lines = new ArrayList<>();
    private final List<Sent<M>> sent = new ArrayList<>();
    private final List<PartOrder> orders = new ArrayList<>();
    private final Set<TimerName> started = new LinkedHashSet<>();
    private final Set<TimerName> stopped = new LinkedHashSet<>();

    @Override
    public void send(NodeId to, M message) {
        lines.add(to + " <- " + message);
        sent.add(new Sent<>(to, message));
    }

    @Override
    public void handOver(PartOrder order) {
        lines.add(order.toString());
        orders.add(order);
    }

    @Override
    public void startTimer(TimerName timer, Duration delay, Duration jitter) {
        lines.add("start " + timer.name() + " " + delay);
        stopped.remove(timer);
        started.add(timer);
    }

    @Override
    public void stopTimer(TimerName timer) {
        lines.add("stop " + timer.name());
        started.remove(timer);
        stopped.add(timer);
    }

    @Override
    public void entered() {
        lines.add("entered");
    }

    @Override
    public void lost(LossReason reason) {
        lines.add("lost " + reason);
    }

    /** Brings up to date which timers run. */
    public void applyTimersTo(Set<TimerName> running) {
        running.addAll(started);
        running.removeAll(stopped);
    }

    /** What was wanted since the last time of asking. */
    public List<String> take() {
        List<String> taken = List.copyOf(lines);
        forget();
        return taken;
    }

    private void forget() {
        lines.clear();
        sent.clear();
        orders.clear();
    }

    /** What was handed over since the last time of asking; nothing is forgotten. */
    public List<PartOrder> orders() {
        return List.copyOf(orders);
    }

    /** The messages wanted since the last time of asking. */
    public List<Sent<M>> takeMessages() {
        List<Sent<M>> taken = List.copyOf(sent);
        forget();
        return taken;
    }
}
