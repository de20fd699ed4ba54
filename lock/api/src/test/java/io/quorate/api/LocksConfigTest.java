// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.LocksConfig.Member;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
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
            assertThat(faultOf(LocksConfig.of(wrong))).as(wrong).contains("a=hostA:7400");
        }
        assertThat(faultOf(LocksConfig.of("a=host:0"))).contains("between 1 and 65535");
        assertThat(faultOf(LocksConfig.of("a=::1:7400"))).contains("brackets");
        assertThat(faultOf(LocksConfig.of("=host:1"))).contains("must not be empty");
        assertThat(faultOf(LocksConfig.of())).contains("at least one member");
        assertThat(faultOf(LocksConfig.of("a=x:1", "a=y:1"))).contains("Two members have the id \"a\"");
    }

    private static String faultOf(LocksConfig config) {
        assertThat(config.faults()).hasSize(1);
        return config.faults().get(0);
    }

    @Test
    void noNameInAnExceptionBeginsALineOfItsOwn() {
        String name = "x\n2026 AUDIT\u001b[2K\u202e";
        assertThat(new LockTimeoutException(name, Duration.ZERO)).hasMessageContaining("\"x?2026 AUDIT?[2K?\"");
        assertThat(new LockTimeoutException(name, Duration.ZERO).lockName()).isEqualTo(name);
        assertThat(new LockLostException(name, LossReason.REVOKED)).hasMessageContaining("\"x?2026 AUDIT?[2K?\"");
        assertThat(LocksClosedException.byOwner(name)).hasMessageContaining("\"x?2026 AUDIT?[2K?\"");
        assertThatThrownBy(LocksConfig.of("a=x:1").guest(name).cluster(" ")::validate)
                .hasMessageContaining("faults:\n- ")
                .hasMessageContaining("\"x?2026 AUDIT?[2K?\"");
    }

    @Test
    void theNodeMustBeAMember() {
        LocksConfig config = LocksConfig.of("a=x:1", "b=y:1");
        assertThat(config.nodeId("b").validate().nodeId()).isEqualTo("b");
        assertThat(faultOf(config.nodeId("c"))).contains("The members are: a, b");
        assertThat(faultOf(config)).contains("Set nodeId(...) to one of");
        assertThatThrownBy(config::nodeId).hasMessageContaining("Set nodeId(...) to one of");
        assertThat(LocksConfig.of("a=x:1").validate().nodeId()).isEqualTo("a");
    }

    @Test
    void allFaultsAreReportedInOneMessageEachOnALineOfItsOwn() {
        LocksConfig config = LocksConfig.of("a=x:1", "b=y:0", "c")
                .cluster(" ")
                .listenAddress("nowhere")
                .lease(Duration.ofMillis(1))
                .joinTimeout(Duration.ZERO)
                .spin(Duration.ofNanos(-1));
        assertThat(config.faults())
                .hasSize(7)
                .anyMatch(fault -> fault.contains("\"b=y:0\" has port 0"))
                .anyMatch(fault -> fault.contains("neither: \"c\""))
                .anyMatch(fault -> fault.contains("address to listen at") && fault.contains("nowhere"))
                .anyMatch(fault -> fault.contains("cluster name"))
                .anyMatch(fault -> fault.contains("lease must be between PT0.1S and PT1H"))
                .anyMatch(fault -> fault.contains("join timeout"))
                .anyMatch(fault -> fault.contains("spin time"));
        assertThatThrownBy(config::validate).isInstanceOfSatisfying(InvalidConfigException.class, refusal -> {
            assertThat(refusal.faults()).isEqualTo(config.faults());
            assertThat(refusal.getMessage().lines())
                    .hasSize(8)
                    .startsWith("The configuration has 7 faults:")
                    .containsAll(
                            config.faults().stream().map(fault -> "- " + fault).toList());
        });
    }

    @Test
    void aSettingThatIsCorrectedIsNoFaultAnyMore() {
        LocksConfig config = LocksConfig.of("a=x:1").cluster(" ").lease(Duration.ZERO);
        assertThat(config.cluster("c").lease(LocksConfig.LEASE_MIN).faults()).isEmpty();
    }

    @Test
    void aGuestKeepsNothing() {
        LocksConfig guest = LocksConfig.of("a=x:1", "b=y:1").guest("g");
        assertThat(guest.faults()).isEmpty();
        assertThat(guest.dataDirectory(Path.of("state")).faults()).hasSize(1);
        assertThat(faultOf(guest.guest("with blanks"))).contains("no blanks");
        assertThat(faultOf(guest.guest(""))).contains("no blanks");
    }

    @Test
    void everySettingIsKeptByEveryOther() {
        LocksConfig config = LocksConfig.of("a=x:1", "b=y:1")
                .nodeId("a")
                .cluster("c")
                .protocol("p")
                .quorums("q")
                .listenAddress("0.0.0.0:9")
                .insecure()
                .suspectAfter(Duration.ofSeconds(6))
                .joinTimeout(Duration.ofSeconds(1))
                .unavailableAfter(Duration.ofSeconds(2))
                .attemptTimeout(Duration.ofSeconds(3))
                .describeTimeout(Duration.ofSeconds(4))
                .spin(Duration.ofSeconds(5));
        assertThat(config).isEqualTo(config.nodeId("a").spin(Duration.ofSeconds(5)));
        assertThat(config.cluster()).isEqualTo("c");
        assertThat(config.protocol()).isEqualTo("p");
        assertThat(config.quorums()).isEqualTo("q");
        assertThat(config.listenAddress()).isEqualTo(new Member("0.0.0.0", "0.0.0.0", 9));
        assertThat(config.isInsecure()).isTrue();
        assertThat(config.suspectAfter()).isEqualTo(Duration.ofSeconds(6));
        assertThat(config.joinTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.unavailableAfter()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.attemptTimeout()).isEqualTo(Duration.ofSeconds(3));
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
        assertThat(plain.tls(files).faults()).isEmpty();
        assertThat(plain.tls(TlsFiles.pkcs12(Path.of("a.p12"), Path.of("a.password")))
                        .toString())
                .contains("a.p12");
    }

    @Test
    void aContextForTlsReplacesFiles() throws Exception {
        SSLContext context = SSLContext.getDefault();
        LocksConfig plain = LocksConfig.of("a=x:1");
        LocksConfig config = plain.tls(TlsFiles.pkcs12(Path.of("a.p12"), Path.of("a.password")))
                .tls(context);
        assertThat(config.tls()).isEqualTo(new TlsContext(context));
        assertThat(config).isEqualTo(plain.tls(context)).isNotEqualTo(plain);
        assertThat(config.toString()).contains("SSLContext(").doesNotContain("a.p12");
    }

    @Test
    void timesMustBeLongerThanNothing() {
        LocksConfig config = LocksConfig.of("a=x:1");
        assertThat(faultOf(config.joinTimeout(Duration.ZERO))).contains("above zero");
        assertThat(faultOf(config.spin(Duration.ofNanos(-1)))).contains("must not be negative");
        assertThat(faultOf(config.cluster(" "))).contains("cluster name");
    }

    @Test
    void aLeaseIsNeitherTooShortNorTooLong() {
        LocksConfig config = LocksConfig.of("a=x:1");
        assertThat(config.lease()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.standing()).isTrue();
        assertThat(config.dataDirectory()).isNull();
        Path directory = Path.of("state");
        LocksConfig other = config.lease(Duration.ofMillis(100)).standing(false).dataDirectory(directory);
        assertThat(other.lease()).isEqualTo(Duration.ofMillis(100));
        assertThat(other.standing()).isFalse();
        assertThat(other.dataDirectory()).isEqualTo(directory);
        assertThat(faultOf(config.lease(Duration.ofMillis(99)))).contains("not PT0.099S");
        assertThat(faultOf(config.lease(Duration.ofHours(1).plusNanos(1)))).contains("and PT1H");
    }

    @Test
    @SuppressWarnings("NullAway") // callers without a null checker exist
    void nullIsRefusedByName() {
        LocksConfig config = LocksConfig.of("a=x:1");
        assertThatThrownBy(() -> LocksConfig.of((String) null)).hasMessageContaining("A member must not be null");
        assertThatThrownBy(() -> config.cluster(null)).hasMessageContaining("cluster name must not be null");
        assertThatThrownBy(() -> config.joinTimeout(null)).hasMessageContaining("join timeout must not be null");
        assertThatThrownBy(() -> Locks.join(null)).hasMessageContaining("configuration must not be null");
    }

    @Test
    void withoutAProviderTheErrorNamesTheMissingDependency() {
        assertThatThrownBy(() -> Locks.join(LocksConfig.of("a=x:1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("io.quorate:quorate-node");
    }
}
