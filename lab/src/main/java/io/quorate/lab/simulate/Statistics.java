package io.quorate.lab.simulate;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.NodeClaim;
import io.quorate.lab.world.Packet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Counts and measures a run. */
final class Statistics implements ClusterObserver {
    private final LongSupplier clock;
    private final TreeMap<String, long[]> byKind = new TreeMap<>();
    private final long[] byNode;
    private final Map<NodeClaim, Long> waitingSince = new LinkedHashMap<>();
    private long[] waits = new long[256];
    private long claims;
    private int entries;
    private long abandoned;
    private long messages;
    private long frames;
    private long delivered;

    Statistics(int nodes, LongSupplier clock) {
        this.byNode = new long[nodes];
        this.clock = clock;
    }

    @Override
    public void sent(NodeId from, NodeId to, Packet packet) {
        frames++;
        List<Packet.Content> contents = packet.contents();
        for (int place = 0; place < contents.size(); place++) {
            byKind.computeIfAbsent(contents.get(place).message().kind(), kind -> new long[1])[0]++;
        }
        messages += contents.size();
        byNode[from.index()] += contents.size();
    }

    @Override
    public void delivered(NodeId from, NodeId to, Packet packet) {
        int count = packet.contents().size();
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
        if (entries == waits.length) {
            waits = Arrays.copyOf(waits, entries * 2);
        }
        waits[entries++] = since == null ? 0 : clock.getAsLong() - since;
    }

    @Override
    public void abandoned(NodeClaim claim) {
        abandoned++;
        waitingSince.remove(claim);
    }

    SimulationReport.Claims claims() {
        return new SimulationReport.Claims(claims, entries, abandoned);
    }

    SimulationReport.Traffic traffic() {
        Map<String, Long> kinds = new LinkedHashMap<>();
        byKind.forEach((kind, count) -> kinds.put(kind, count[0]));
        int busiest = 0;
        for (int index = 1; index < byNode.length; index++) {
            busiest = byNode[index] > byNode[busiest] ? index : busiest;
        }
        return new SimulationReport.Traffic(kinds, messages, frames, delivered, NodeId.of(busiest), byNode[busiest]);
    }

    SimulationReport.Waits waits() {
        long[] sorted = Arrays.copyOf(waits, entries);
        Arrays.sort(sorted);
        if (sorted.length == 0) {
            return new SimulationReport.Waits(0, 0, 0, 0);
        }
        double mean = Arrays.stream(sorted).average().orElse(0);
        return new SimulationReport.Waits(
                mean,
                sorted[(sorted.length - 1) / 2],
                sorted[(int) ((sorted.length - 1) * 0.99)],
                sorted[sorted.length - 1]);
    }
}
