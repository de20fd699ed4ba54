// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.InMemoryCluster;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Running nodes by the tree algorithm. */
@Tag("threads")
@Timeout(120)
class TreeInUseTest {
    private static final int NODES = 7;

    private static InMemoryCluster cluster() {
        LocksConfig config = LocksConfig.of("a=x:1").protocol("tree");
        return new InMemoryCluster(
                NodeBuilder.of(InMemoryCluster.roster(NODES), config.protocol(), "tree", NodeSettings.of(config)));
    }

    private static List<EmbeddedLocks> nodes(InMemoryCluster cluster) {
        return IntStream.range(0, NODES).mapToObj(cluster::node).toList();
    }

    @Test
    void keepsContendersApart() throws InterruptedException {
        try (InMemoryCluster cluster = cluster();
                Contenders contenders = new Contenders(1, nodes(cluster), 2)) {
            contenders.awaitHolds(100);
            contenders.endAndCheck();
        }
    }

    @Test
    void goesAroundADeadSite() throws InterruptedException {
        try (InMemoryCluster cluster = cluster()) {
            cluster.cutOff(0);
            for (int lock = 0; lock < 50; lock++) {
                cluster.node(1 + lock % (NODES - 1))
                        .lock("lock " + lock)
                        .acquire(Contenders.SOON)
                        .close();
            }
        }
    }
}
