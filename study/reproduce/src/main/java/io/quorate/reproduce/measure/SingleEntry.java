// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.measure;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.List;

/** One node asks, enters and leaves, while nobody else does anything. */
public final class SingleEntry {
    private SingleEntry() {}

    /** The messages of it, counted. */
    public static KindCounter of(Setup setup, NodeId node) {
        KindCounter counts = new KindCounter();
        Cluster cluster = Cluster.of(setup, counts);
        cluster.apply(new Choice.Acquire(node, Choice.USUAL_LOCK, Mode.EXCLUSIVE));
        Limits nothingMore = Limits.contenders(0, 0);
        List<Choice> possible = cluster.enabled(nothingMore);
        while (!possible.isEmpty()) {
            cluster.apply(possible.get(0));
            possible = cluster.enabled(nothingMore);
        }
        if (counts.entries() != 1) {
            throw new IllegalStateException(node + " did not enter, though nobody else wanted to.");
        }
        return counts;
    }
}
