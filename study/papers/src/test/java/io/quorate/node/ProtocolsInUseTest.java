// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LocksConfig;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.Protocols;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.turn.Availability;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.InMemoryCluster;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Running nodes with the protocols of the papers. */
@Tag("slow")
@Tag("threads")
@Timeout(120)
class ProtocolsInUseTest {
    private static final int NODES = 7;

    /** Every protocol by every set of its rules that nodes run, but for those that need more than links give. */
    static Stream<String> protocols() {
        return Protocols.all().stream()
                .flatMap(protocol -> protocol.ruleSets().stream())
                .filter(protocol -> protocol.whyUnsafe().isEmpty())
                .filter(protocol -> protocol.traits().needs() != ProtocolTraits.Delivery.SEQUENCED)
                .map(Protocol::fullName);
    }

    @ParameterizedTest
    @MethodSource("protocols")
    void keepsContendersApartOverTcp(String protocol) throws Exception {
        List<EmbeddedLocks> nodes = TcpLockTest.joinAll(LocksConfig.of(TcpLockTest.members(3))
                .cluster("in-use")
                .protocol(protocol)
                .joinTimeout(Duration.ofSeconds(30)));
        try (Contenders contenders = new Contenders(1, nodes, 2)) {
            contenders.awaitHolds(50);
            contenders.endAndCheck(protocol);
        } finally {
            nodes.forEach(EmbeddedLocks::close);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "maekawa, plane",
        "maekawa, grid",
        "thiare-fall, intersection-only",
        "raymond, tree",
        "raymond, tree:6",
        "naimi-trehel, tree"
    })
    void keepsContendersApart(String protocol, String quorums) throws InterruptedException {
        NodeSettings settings = NodeSettings.of(LocksConfig.of("a=x:1"));
        NodeBuilder builder = NodeBuilder.of(InMemoryCluster.roster(NODES), protocol, quorums, settings)
                .withClock(new ManualClock());
        try (InMemoryCluster cluster = new InMemoryCluster(builder);
                Contenders contenders = new Contenders(
                        1, IntStream.range(0, NODES).mapToObj(cluster::node).toList(), 1)) {
            contenders.awaitHolds(50);
            contenders.endAndCheck(protocol);
        }
    }

    /** Its quorums alone, paths in a tree, could do without this leaf. */
    @ParameterizedTest
    @ValueSource(strings = {"raymond", "naimi-trehel"})
    void whereATokenMayBeAnywhereEverybodyIsNeeded(String protocol) {
        NodeSettings settings = NodeSettings.of(LocksConfig.of("a=x:1"));
        NodeBuilder builder = NodeBuilder.of(InMemoryCluster.roster(NODES), protocol, null, settings);
        try (InMemoryCluster cluster = new InMemoryCluster(builder)) {
            Availability availability = cluster.node(0).node().availability;
            await().atMost(Contenders.SOON).until(availability::isAvailable);
            cluster.cutOff(NODES - 1);
            await().atMost(Contenders.SOON).until(() -> !availability.isAvailable());
        }
    }

    @Test
    void protocolsWithoutFencesSaySo() throws Exception {
        try (InMemoryCluster central = new InMemoryCluster(
                NodeBuilder.of(InMemoryCluster.roster(2), "central", null, NodeSettings.of(LocksConfig.of("a=x:1"))))) {
            Hold hold = central.node(1).lock("x").acquire();
            assertThatThrownBy(hold::fence)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("quorumlock");
            assertThat(hold.isValid()).isTrue();
            assertThat(hold.validFor()).isGreaterThan(Duration.ofDays(365));
        }
    }
}
