package io.quorate.node;

import io.quorate.api.LocksConfig;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Running nodes with the protocols of the papers. */
@Timeout(120)
class ProtocolsInUseTest {
    private static final int NODES = 7;

    @ParameterizedTest
    @CsvSource({"maekawa, plane", "maekawa, grid"})
    void keepsContendersApart(String protocol, String quorums) throws InterruptedException {
        NodeSettings settings = NodeSettings.of(LocksConfig.of("a=x:1"));
        NodeBuilder builder = NodeBuilder.of(InMemoryCluster.roster(NODES), protocol, quorums, settings)
                .withClock(new ManualClock());
        try (InMemoryCluster cluster = new InMemoryCluster(builder);
                Contenders contenders = new Contenders(
                        1, IntStream.range(0, NODES).mapToObj(cluster::node).toList(), 1)) {
            contenders.awaitHolds(50);
            contenders.endAndCheck();
        }
    }
}
