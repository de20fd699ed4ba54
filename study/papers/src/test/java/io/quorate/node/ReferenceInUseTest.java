// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.InMemoryCluster;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Running nodes by the algorithms that are there to compare with. */
@Tag("threads")
@Timeout(120)
class ReferenceInUseTest {
    private static final int NODES = 5;

    private static InMemoryCluster cluster(String protocol) {
        LocksConfig config = LocksConfig.of("a=x:1").protocol(protocol);
        return new InMemoryCluster(NodeBuilder.of(
                InMemoryCluster.roster(NODES), config.protocol(), config.quorums(), NodeSettings.of(config)));
    }

    private static List<EmbeddedLocks> nodes(InMemoryCluster cluster) {
        return IntStream.range(0, NODES).mapToObj(cluster::node).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lamport", "lamport:sparing", "suzuki-kasami"})
    void keepsContendersApart(String protocol) throws InterruptedException {
        try (InMemoryCluster cluster = cluster(protocol);
                Contenders contenders = new Contenders(1, nodes(cluster), 2)) {
            contenders.awaitHolds(200);
            contenders.endAndCheck(protocol);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lamport", "lamport:sparing", "suzuki-kasami"})
    void goesOnAfterANodeWasCutOffAndCameBack(String protocol) throws InterruptedException {
        try (InMemoryCluster cluster = cluster(protocol);
                Contenders contenders = new Contenders(2, nodes(cluster), 1)) {
            contenders.awaitHolds(50);
            for (int number = 0; number < NODES; number++) {
                cluster.cutOff(number);
                cluster.reconnect(number);
                contenders.awaitHolds(60 + 10L * number);
            }
            contenders.endAndCheck(protocol);
        }
    }
}
