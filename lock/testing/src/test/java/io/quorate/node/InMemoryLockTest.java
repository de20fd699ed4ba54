// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.testing.InMemoryCluster;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("threads")
class InMemoryLockTest extends LockContract {
    @Override
    protected List<EmbeddedLocks> start() {
        InMemoryCluster cluster = InMemoryCluster.usual(3);
        return cluster.nodes().stream().map(EmbeddedLocks.class::cast).toList();
    }
}
