// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.store.Incarnations;
import io.quorate.node.store.NodeMemory;
import java.util.function.UnaryOperator;

/** Joins a cluster of which it is known that none of its nodes ran before: so nobody waits until old promises have run out. */
final class FirstStart {
    private FirstStart() {}

    static Locks join(LocksConfig config) {
        ClusterNode node = open(config);
        node.awaitQuorum();
        return node.locks();
    }

    static ClusterNode open(LocksConfig config) {
        return ClusterNode.open(
                NodeBuilder.of(config, false),
                config,
                UnaryOperator.identity(),
                NodeMemory.first(Incarnations.next()),
                false);
    }
}
