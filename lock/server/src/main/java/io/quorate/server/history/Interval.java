// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.history;

import io.quorate.server.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** The events of one interval of time. The caller sees to it that one thread at a time is in it. */
final class Interval {
    /** Counted from when the history began. */
    final long number;

    private final LatencyCounts acquired = new LatencyCounts();
    private @Nullable LatencyCounts handedOver;
    private int failed;
    private int lost;

    Interval(long number) {
        this.number = number;
    }

    void acquired(long micros) {
        acquired.add(micros);
    }

    void handedOver(long micros) {
        LatencyCounts counts = handedOver;
        if (counts == null) {
            counts = new LatencyCounts();
            handedOver = counts;
        }
        counts.add(micros);
    }

    void failed() {
        failed++;
    }

    void lost() {
        lost++;
    }

    JsonWriter.Fields document(String time) {
        LatencyCounts passed = handedOver;
        return JsonWriter.object()
                .with("time", time)
                .with("acquired", acquired.total())
                .with("failed", failed)
                .with("lost", lost)
                .with("acquire", times(acquired))
                .with("handOver", passed == null ? null : times(passed));
    }

    private static JsonWriter.@Nullable Fields times(LatencyCounts counts) {
        return counts.total() == 0
                ? null
                : JsonWriter.object()
                        .with("count", counts.total())
                        .with("p50Micros", counts.percentileMicros(50))
                        .with("p99Micros", counts.percentileMicros(99))
                        .with("maxMicros", counts.maxMicros());
    }
}
