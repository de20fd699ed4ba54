// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.laws;

import io.quorate.api.Locks;
import io.quorate.testing.LockCluster;
import java.time.Duration;

/** Where the threads of a law are. */
enum LawPlace {
    /** The cluster is this one node. */
    ONE_NODE(1, 1),

    /** All threads are at one node of three. */
    THREE_NODES(3, 1),

    /** Each thread is at the next node of three. */
    SPREAD(3, 3);

    private final int nodes;
    private final int used;

    LawPlace(int nodes, int used) {
        this.nodes = nodes;
        this.used = used;
    }

    /** With time for the answers of other nodes, so that no law depends on how busy the machine is. */
    LockCluster start() {
        return LockCluster.inMemory(
                nodes,
                config -> config.attemptTimeout(Duration.ofSeconds(20)).unavailableAfter(Duration.ofSeconds(30)));
    }

    /** The node of the thread with this number, from 0. */
    Locks of(LockCluster cluster, int thread) {
        return cluster.node(thread % used);
    }

    /** Whether these two threads are at the same node. */
    boolean areTogether(int one, int other) {
        return one % used == other % used;
    }
}
