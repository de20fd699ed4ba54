// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.InvalidConfigException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.Protocols;
import io.quorate.node.ClusterNode;
import io.quorate.node.NodeBuilder;
import io.quorate.node.net.FreePorts;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.InMemoryCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A node refuses rules of the papers that are not safe on a real network, and what a protocol of the papers cannot do. */
@Tag("threads")
class UnsafeRulesTest {
    @TempDir
    Path directory;

    @Test
    void quorumsAndProtocolAreCheckedTogether() {
        LocksConfig config = LocksConfig.of("a=localhost:1", "b=localhost:2")
                .guest("g")
                .protocol("maekawa")
                .quorums("file:" + directory.resolve("nowhere"));
        assertThatThrownBy(() -> Locks.join(config))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("2 faults")
                .hasMessageContaining("knows no guests")
                .hasMessageContaining("there is no such file");
    }

    /** The papers are there, and yet this one is in another module. */
    @Test
    void aProtocolThatNoModuleHereHasIsRefusedWithTheDependency() {
        assertThatThrownBy(() -> Locks.join(alone("sigma")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("There is no protocol \"sigma\"")
                .hasMessageContaining("needs its dependency, such as io.quorate:quorate-papers")
                .hasMessageContaining("docs/README.md");
        assertThatThrownBy(() -> Locks.join(alone("maekwa")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("Did you mean \"maekawa\"?")
                .hasMessageNotContaining("dependency");
    }

    private static Stream<Protocol<?>> allRuleSets() {
        return Protocols.all().stream().flatMap(protocol -> protocol.ruleSets().stream());
    }

    static Stream<String> knownToFail() {
        return allRuleSets().filter(rules -> rules.knownFault().isPresent()).map(Protocol::fullName);
    }

    static Stream<String> restingOnRightDetection() {
        return allRuleSets()
                .filter(rules -> rules.traits().crashes() == Crashes.ALL_IF_DETECTED_RIGHTLY)
                .map(Protocol::fullName);
    }

    @Test
    void theRulesOfThePapersWithTheirErrorsAreKnownToFail() {
        assertThat(knownToFail())
                .containsExactlyInAnyOrder(
                        "maekawa:as-printed",
                        "thiare-fall:as-printed",
                        "tree:as-printed",
                        "tree:printed-quorums",
                        "ricart-agrawala:as-printed");
        assertThat(Protocols.named("ricart-agrawala:modulo+as-printed").knownFault())
                .isPresent();
    }

    @ParameterizedTest
    @MethodSource("knownToFail")
    void rulesThatAreKnownToFailAreRefusedInWords(String protocol) {
        assertThatThrownBy(() -> Locks.join(alone(protocol)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining(protocol + " is unsafe")
                .hasMessageContaining("two nodes may hold a lock at once")
                .hasMessageContaining("or quorumlock")
                .hasMessageContaining("--unsafe");
    }

    @Test
    void takeOverAndPracticalNetworksRestOnRightDetection() {
        assertThat(restingOnRightDetection())
                .containsExactlyInAnyOrder(
                        "maekawa:take-over",
                        "ricart-agrawala:practical",
                        "ricart-agrawala:practical+insert-by-broadcast",
                        "ricart-agrawala:practical+learn-from-each",
                        "ricart-agrawala:practical+learn-from-growth",
                        "ricart-agrawala:practical+learn-from-one",
                        "ricart-agrawala:practical+learn-by-waiting");
    }

    /** On sockets every member counts as suspected until it is connected, however well it is. */
    @ParameterizedTest
    @MethodSource("restingOnRightDetection")
    void rulesThatRestOnRightDetectionAreRefusedInWords(String protocol) {
        String name = Protocols.named(protocol).name();
        assertThatThrownBy(() -> Locks.join(alone(protocol)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining(protocol + " is unsafe, and no node runs it")
                .hasMessageContaining("it is safe only if crashes are detected rightly")
                .hasMessageContaining("a real network cannot promise that: otherwise two nodes may hold a lock at once")
                .hasMessageContaining("Take " + name + " without")
                .hasMessageContaining("or quorumlock")
                .hasMessageContaining("quorate node --unsafe");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ricart-agrawala:implicit-reply", "ricart-agrawala:implicit-reply+broadcast"})
    void rulesThatTakeSilenceForPermissionAreRefusedInWords(String protocol) {
        assertThatThrownBy(() -> Locks.join(alone(protocol)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining(protocol + " is unsafe, and no node runs it")
                .hasMessageContaining("it is safe only if no message is lost or takes longer than 20 ms")
                .hasMessageContaining("quorate node --unsafe");
    }

    @Test
    void aNetworkThatIsGivenMakesNoDifference() {
        LocksConfig config = alone("maekawa:take-over");
        assertThatThrownBy(() ->
                        NodeBuilder.of(InMemoryCluster.roster(3), config.protocol(), null, NodeSettings.of(config)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("it is safe only if crashes are detected rightly");
    }

    @ParameterizedTest
    @ValueSource(strings = {"maekawa:as-printed", "maekawa:take-over", "ricart-agrawala:practical"})
    void whoeverWantsToSeeThemFailCanRunThem(String protocol) throws IOException {
        LocksConfig config = LocksConfig.of(
                        "a=" + FreePorts.roster("any", 1).members().get(0).address())
                .protocol(protocol);
        try (ClusterNode node = ClusterNode.openUnsafe(config, UnaryOperator.identity())) {
            assertThat(node.protocol().whyUnsafe()).isPresent();
        }
    }

    private static LocksConfig alone(String protocol) {
        return LocksConfig.of("a=localhost:1").protocol(protocol);
    }
}
