// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/** The elections of one node, for its end: a leadership that is given up passes on when its listener has returned, not before. */
public final class Elections {
    /** How long the end of a node waits for the listeners of leaderships that were given up, all together. */
    public static final Duration LEAVING_MAX = Duration.ofSeconds(5);

    /** An election that the application forgets and that has nothing is forgotten here too. */
    private final Set<Election> all = Collections.newSetFromMap(new WeakHashMap<>());

    public Election add(Election election) {
        synchronized (all) {
            all.add(election);
        }
        return election;
    }

    /** Waits for candidates that give up, but not for that whose listener calls this. An interrupt ends the wait, and stays. */
    public void awaitLeaving(Duration atMost) {
        List<Election> present;
        synchronized (all) {
            present = List.copyOf(all);
        }
        Deadline deadline = Deadline.in(atMost);
        try {
            for (Election each : present) {
                each.awaitLeaving(deadline);
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }
}
