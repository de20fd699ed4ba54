// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.lock.Message;
import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Samples;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Counts and measures a run. */
final class Statistics implements ClusterObserver {
    private final LongSupplier clock;
    private final Map<String, long[]> byKind = new LinkedHashMap<>();
    private final long[] byNode;
    private final Map<NodeClaim, Long> waitingSince = new LinkedHashMap<>();
    private final Samples waits = new Samples();
    private long claims;
    private long abandoned;
    private long messages;
    private long frames;
    private long delivered;

    Statistics(int nodes, LongSupplier clock) {
        this.byNode = new long[nodes];
        this.clock = clock;
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        List<FrameInFlight.Content> contents = packet.contents();
        int sent = packet.messagesSent(from, to);
        frames += sent > 0 || contents.isEmpty() ? 1 : 0;
        boolean isCounted = FrameInFlight.isFirstOther(from, to);
        for (int place = 0; place < contents.size(); place++) {
            Message message = contents.get(place).message();
            if (isCounted || !message.isBroadcast()) {
                byKind.computeIfAbsent(message.kind(), kind -> new long[1])[0]++;
            }
        }
        messages += sent;
        byNode[from.index()] += sent;
    }

    @Override
    public void delivered(NodeId from, NodeId to, FrameInFlight packet) {
        int count = from.equals(to) ? 0 : packet.contents().size();
        delivered += count;
        byNode[to.index()] += count;
    }

    @Override
    public void waiting(NodeClaim claim) {
        claims++;
        waitingSince.put(claim, clock.getAsLong());
    }

    @Override
    public void granted(NodeClaim claim) {
        Long since = waitingSince.remove(claim);
        waits.add(since == null ? 0 : clock.getAsLong() - since);
    }

    @Override
    public void abandoned(NodeClaim claim) {
        abandoned++;
        waitingSince.remove(claim);
    }

    SimulationReport.Claims claims() {
        return new SimulationReport.Claims(claims, waits.count(), abandoned);
    }

    SimulationReport.Traffic traffic() {
        Map<String, Long> kinds = new LinkedHashMap<>();
        new TreeMap<>(byKind).forEach((kind, count) -> kinds.put(kind, count[0]));
        int busiest = 0;
        for (int index = 1; index < byNode.length; index++) {
            busiest = byNode[index] > byNode[busiest] ? index : busiest;
        }
        return new SimulationReport.Traffic(kinds, messages, frames, delivered, NodeId.of(busiest), byNode[busiest]);
    }

    SimulationReport.Waits waits() {
        return new SimulationReport.Waits(
                waits.mean(), waits.percentile(50), waits.percentile(99), waits.percentile(100));
    }
}
