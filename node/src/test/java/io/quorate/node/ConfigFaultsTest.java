package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.InvalidConfigException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.OverlayPlace;
import io.quorate.core.catalog.Protocols;
import io.quorate.core.protocol.Protocol;
import io.quorate.node.net.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A node refuses a configuration once, with all that is wrong with it. */
class ConfigFaultsTest {
    @TempDir
    Path directory;

    @Test
    void theFaultsThatOnlyANodeFindsStandBesideTheOthers() {
        LocksConfig config = LocksConfig.of("a=localhost:1", "b=localhost:1")
                .nodeId("c")
                .protocol("quorumlok")
                .lease(Duration.ZERO);
        assertThatThrownBy(() -> Locks.join(config))
                .isInstanceOfSatisfying(InvalidConfigException.class, refusal -> assertThat(refusal.faults())
                        .hasSize(4)
                        .anyMatch(fault -> fault.contains("No member is called \"c\""))
                        .anyMatch(fault -> fault.contains("lease"))
                        .anyMatch(fault -> fault.contains("Did you mean \"quorumlock\"?"))
                        .anyMatch(fault -> fault.contains("both have the address localhost:1")));
    }

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

    static Stream<String> unsafeProtocols() {
        return Protocols.all().stream()
                .flatMap(protocol -> protocol.ruleSets().stream())
                .filter(rules -> rules.knownFault().isPresent())
                .map(Protocol::fullName);
    }

    @Test
    void theRulesOfThePapersWithTheirErrorsAreKnownToFail() {
        assertThat(unsafeProtocols())
                .containsExactlyInAnyOrder(
                        "maekawa:as-printed",
                        "thiare-fall:as-printed",
                        "tree:as-printed",
                        "ricart-agrawala:as-printed",
                        "endtoend:as-printed",
                        "nonendtoend:as-printed");
        assertThat(Protocols.named("ricart-agrawala:modulo+as-printed").knownFault()).isPresent();
    }

    @ParameterizedTest
    @MethodSource("unsafeProtocols")
    void rulesThatAreKnownToFailAreRefusedInWords(String protocol) {
        LocksConfig config = Protocols.named(protocol).needsOverlay()
                ? LocksConfig.of(OverlayPlace.first())
                : LocksConfig.of("a=localhost:1");
        assertThatThrownBy(() -> Locks.join(config.protocol(protocol)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(protocol + " is unsafe")
                .hasMessageContaining("two nodes may hold a lock at once")
                .hasMessageContaining("or quorumlock")
                .hasMessageContaining("--unsafe");
    }

    @Test
    void whoeverWantsToSeeThemFailCanRunThem() throws IOException {
        LocksConfig config = LocksConfig.of(
                        "a=" + FreePorts.roster("any", 1).members().get(0).address())
                .protocol("maekawa:as-printed");
        try (ClusterNode node = ClusterNode.openUnsafe(config, UnaryOperator.identity(), text -> {})) {
            assertThat(node.protocol().knownFault()).isPresent();
        }
    }

    @Test
    void aRefusedConfigurationLeavesNothingBehind() {
        Path data = directory.resolve("data");
        LocksConfig config =
                LocksConfig.of("a=localhost:1").dataDirectory(data).protocol("unknown");
        assertThatThrownBy(() -> Locks.join(config)).isInstanceOf(InvalidConfigException.class);
        assertThat(Files.exists(data)).isFalse();
    }
}
