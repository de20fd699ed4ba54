package io.quorate.lab.reproduce;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.NodeClaim;
import io.quorate.lab.world.Packet;
import java.util.Map;
import java.util.TreeMap;

/** Counts the messages that nodes send each other, by kind, and the entries. */
final class KindCounter implements ClusterObserver {
    private final Map<String, Long> counts = new TreeMap<>();
    private int entries;

    @Override
    public void sent(NodeId from, NodeId to, Packet packet) {
        if (!from.equals(to)) {
            packet.contents().forEach(content -> counts.merge(content.message().kind(), 1L, Long::sum));
        }
    }

    @Override
    public void granted(NodeClaim claim) {
        entries++;
    }

    /** What was sent so far does not count. */
    void beginAgain() {
        counts.clear();
    }

    long of(String kind) {
        return counts.getOrDefault(kind, 0L);
    }

    Map<String, Long> byKind() {
        return counts;
    }

    long all() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    int entries() {
        return entries;
    }
}
