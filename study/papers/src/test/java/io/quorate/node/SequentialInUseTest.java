// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Running nodes by the two variations of Maekawa's section 10, on the plane of seven. */
@Tag("threads")
@Timeout(120)
class SequentialInUseTest {
    private static final int NODES = 7;

    private static InMemoryCluster cluster(String protocol) {
        LocksConfig config = LocksConfig.of("a=x:1").protocol(protocol);
        assertThat(config.protocol()).isEqualTo(protocol);
        return new InMemoryCluster(NodeBuilder.of(
                InMemoryCluster.roster(NODES), config.protocol(), config.quorums(), NodeSettings.of(config)));
    }

    private static List<EmbeddedLocks> nodes(InMemoryCluster cluster) {
        return IntStream.range(0, NODES).mapToObj(cluster::node).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "cyclic"})
    void keepsContendersApart(String protocol) throws InterruptedException {
        try (InMemoryCluster cluster = cluster(protocol);
                Contenders contenders = new Contenders(1, nodes(cluster), 2)) {
            contenders.awaitHolds(200);
            contenders.endAndCheck();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "cyclic"})
    void goesOnAfterANodeWasCutOffAndCameBack(String protocol) throws InterruptedException {
        try (InMemoryCluster cluster = cluster(protocol);
                Contenders contenders = new Contenders(2, nodes(cluster), 1)) {
            contenders.awaitHolds(50);
            for (int number = 0; number < NODES; number++) {
                cluster.cutOff(number);
                cluster.reconnect(number);
                contenders.awaitHolds(60 + 10L * number);
            }
            contenders.endAndCheck();
        }
    }
}
