// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** H5: how far away voters are, by the time that their answers take: 0 for near, each step twice as far. */
public final class Distance {
    /** Voters whose answers take no longer are all as near as each other. */
    private static final long NEAR_NANOS = Duration.ofMillis(1).toNanos();

    private Distance() {}

    /** The distance of a voter whose answers take this long on average. A little more or less than before changes nothing. */
    public static int of(long answerNanos, int before) {
        double steps = answerNanos <= NEAR_NANOS ? 0 : 1 + Math.log((double) answerNanos / NEAR_NANOS) / Math.log(2);
        return steps > before + 1.3 || steps < before - 0.3 ? (int) steps : before;
    }

    /** The voters farther away than others, the farthest first, each set with those before. */
    public static List<NodeSet> farthestFirst(Map<NodeId, Integer> distances) {
        List<NodeSet> far = new ArrayList<>();
        NodeSet cumulated = NodeSet.EMPTY;
        int farthest = distances.values().stream().mapToInt(each -> each).max().orElse(0);
        for (int distance = farthest; distance > 0; distance--) {
            NodeSet before = cumulated;
            for (Map.Entry<NodeId, Integer> each : distances.entrySet()) {
                cumulated = each.getValue() == distance ? cumulated.with(each.getKey()) : cumulated;
            }
            if (!cumulated.equals(before)) {
                far.add(cumulated);
            }
        }
        return far;
    }
}
