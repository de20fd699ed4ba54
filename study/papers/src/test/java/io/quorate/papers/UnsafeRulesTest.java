package io.quorate.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.InvalidConfigException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.node.ClusterNode;
import io.quorate.node.net.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A node refuses rules of the papers that are known to let two in, and what a protocol of the papers cannot do. */
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
                        "ricart-agrawala:as-printed");
        assertThat(Protocols.named("ricart-agrawala:modulo+as-printed").knownFault())
                .isPresent();
    }

    @ParameterizedTest
    @MethodSource("unsafeProtocols")
    void rulesThatAreKnownToFailAreRefusedInWords(String protocol) {
        LocksConfig config = LocksConfig.of("a=localhost:1").protocol(protocol);
        assertThatThrownBy(() -> Locks.join(config))
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
        try (ClusterNode node = ClusterNode.openUnsafe(config, UnaryOperator.identity())) {
            assertThat(node.protocol().knownFault()).isPresent();
        }
    }
}
