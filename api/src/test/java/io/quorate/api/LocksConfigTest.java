package io.quorate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.LocksConfig.Member;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocksConfigTest {
    @Test
    void aMemberHasAnIdAHostAndAPort() {
        assertThat(LocksConfig.of("a=hostA:7400", "b=[::1]:7401").members())
                .containsExactly(new Member("a", "hostA", 7400), new Member("b", "::1", 7401));
    }

    @Test
    void withoutAnIdTheHostIsTheIdWhereThatIsUnique() {
        assertThat(LocksConfig.of("x:1", "y:1", "y:2").members())
                .extracting(Member::id)
                .containsExactly("x", "y:1", "y:2");
    }

    @Test
    void whatIsNoMemberIsRefusedWithAnExample() {
        for (String wrong :
                new String[] {"", "a", "a=", "a=host", "a=host:", "a=host:x", "a=:1", ":1", "a=host:99999999"}) {
            assertThatThrownBy(() -> LocksConfig.of(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a=hostA:7400");
        }
        assertThatThrownBy(() -> LocksConfig.of("a=host:0")).hasMessageContaining("between 1 and 65535");
        assertThatThrownBy(() -> LocksConfig.of("a=::1:7400")).hasMessageContaining("brackets");
        assertThatThrownBy(() -> LocksConfig.of("=host:1")).hasMessageContaining("must not be empty");
        assertThatThrownBy(() -> LocksConfig.of()).hasMessageContaining("at least one member");
        assertThatThrownBy(() -> LocksConfig.of("a=x:1", "a=y:1"))
                .hasMessageContaining("Two members have the id \"a\"");
    }

    @Test
    void theNodeMustBeAMember() {
        LocksConfig config = LocksConfig.of("a=x:1", "b=y:1");
        assertThat(config.nodeId("b").nodeId()).isEqualTo("b");
        assertThatThrownBy(() -> config.nodeId("c")).hasMessageContaining("The members are: a, b");
        assertThatThrownBy(config::nodeId).hasMessageContaining("Say so with nodeId");
        assertThat(LocksConfig.of("a=x:1").nodeId()).isEqualTo("a");
    }

    @Test
    void everySettingIsKeptByEveryOther() {
        LocksConfig config = LocksConfig.of("a=x:1", "b=y:1")
                .nodeId("a")
                .cluster("c")
                .protocol("p")
                .quorums("q")
                .listenAddress("0.0.0.0:9")
                .suspectAfter(Duration.ofSeconds(6))
                .joinTimeout(Duration.ofSeconds(1))
                .unavailableAfter(Duration.ofSeconds(2))
                .attemptPatience(Duration.ofSeconds(3))
                .describeTimeout(Duration.ofSeconds(4))
                .spin(Duration.ofSeconds(5));
        assertThat(config).isEqualTo(config.nodeId("a").spin(Duration.ofSeconds(5)));
        assertThat(config.cluster()).isEqualTo("c");
        assertThat(config.protocol()).isEqualTo("p");
        assertThat(config.quorums()).isEqualTo("q");
        assertThat(config.listenAddress()).isEqualTo(new Member("0.0.0.0", "0.0.0.0", 9));
        assertThat(config.suspectAfter()).isEqualTo(Duration.ofSeconds(6));
        assertThat(config.joinTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.unavailableAfter()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.attemptPatience()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.describeTimeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(config.spin()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void theFilesForTlsAreKept() {
        LocksConfig plain = LocksConfig.of("a=x:1");
        TlsFiles files = TlsFiles.pem(Path.of("a.pem"), Path.of("a-key.pem"), Path.of("ca.pem"));
        assertThat(plain.tls()).isNull();
        assertThat(plain.tls(files).tls()).isEqualTo(files);
        assertThat(plain.tls(files)).isNotEqualTo(plain);
        assertThat(plain.tls(TlsFiles.pkcs12(Path.of("a.p12"), Path.of("a.password")))
                        .toString())
                .contains("a.p12");
    }

    @Test
    void timesMustBeLongerThanNothing() {
        LocksConfig config = LocksConfig.of("a=x:1");
        assertThatThrownBy(() -> config.joinTimeout(Duration.ZERO)).hasMessageContaining("longer than nothing");
        assertThatThrownBy(() -> config.spin(Duration.ofNanos(-1))).hasMessageContaining("must not be negative");
        assertThatThrownBy(() -> config.cluster(" ")).hasMessageContaining("cluster name");
    }

    @Test
    @SuppressWarnings("NullAway") // callers without a null checker exist
    void nullIsRefusedByName() {
        LocksConfig config = LocksConfig.of("a=x:1");
        assertThatThrownBy(() -> LocksConfig.of((String) null)).hasMessageContaining("A member must not be null");
        assertThatThrownBy(() -> config.cluster(null)).hasMessageContaining("cluster name must not be null");
        assertThatThrownBy(() -> config.transport(null)).hasMessageContaining("transport must not be null");
        assertThatThrownBy(() -> config.joinTimeout(null)).hasMessageContaining("join timeout must not be null");
        assertThatThrownBy(() -> Locks.join(null)).hasMessageContaining("configuration must not be null");
    }

    @Test
    void withoutAProviderTheErrorNamesTheMissingDependency() {
        assertThatThrownBy(() -> Locks.inMemory(3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("io.quorate:quorate-node");
    }
}
