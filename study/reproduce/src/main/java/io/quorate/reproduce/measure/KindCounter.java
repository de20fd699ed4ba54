// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.measure;

import io.quorate.core.model.NodeId;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import java.util.Map;
import java.util.TreeMap;

/** Counts the messages that nodes send each other, by kind, and the entries. */
public final class KindCounter implements ClusterObserver {
    private final Map<String, Long> counts = new TreeMap<>();
    private int entries;

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        if (!from.equals(to)) {
            packet.contents().forEach(content -> counts.merge(content.message().kind(), 1L, Long::sum));
        }
    }

    @Override
    public void granted(NodeClaim claim) {
        entries++;
    }

    /** Resets the counters. */
    public void beginAgain() {
        counts.clear();
    }

    public long of(String kind) {
        return counts.getOrDefault(kind, 0L);
    }

    public Map<String, Long> byKind() {
        return counts;
    }

    public long all() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    int entries() {
        return entries;
    }
}
