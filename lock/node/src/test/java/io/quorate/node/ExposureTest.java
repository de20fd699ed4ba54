// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.InvalidConfigException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.admin.AdminClient;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.HeardLog;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without TLS a node talks only with its own machine, unless its configuration says otherwise. */
@Tag("threads")
class ExposureTest {
    private static final String ELSEWHERE = "b=192.0.2.7:7400";

    private static String here() throws Exception {
        return "a=" + FreePorts.roster("any", 1).members().get(0).address();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "127.9.8.7", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"})
    void loopbackAddressesNeedNoTls(String host) {
        assertThat(Exposure.whyBeyond(host)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7", "10.0.0.1", "::", "0.0.0.0", "2001:db8::1", "nowhere.invalid"})
    void allOthersDoAndSoDoNamesThatAreUnknownNow(String host) {
        assertThat(Exposure.whyBeyond(host)).isNotNull();
    }

    @Test
    void aRosterWithAnotherHostIsRefusedBesideTheOtherFaultsAndSaysWhatToDo() throws Exception {
        LocksConfig config = LocksConfig.of(here(), ELSEWHERE).nodeId("a").lease(Duration.ZERO);
        assertThatThrownBy(() -> Locks.join(config))
                .isInstanceOfSatisfying(
                        InvalidConfigException.class,
                        refusal -> assertThat(refusal.faults())
                                .hasSize(2)
                                .anyMatch(fault -> fault.contains("lease"))
                                .anyMatch(fault -> fault.contains("192.0.2.7:7400")
                                        && fault.contains("quorate certs")
                                        && fault.contains("insecure()")));
    }

    @Test
    void aGuestAndAListenAddressAndANameThatDoesNotResolveAreRefusedToo() throws Exception {
        LocksConfig alone = LocksConfig.of(here());
        assertThatThrownBy(() -> Locks.join(LocksConfig.of(here(), ELSEWHERE).guest("batch")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("192.0.2.7");
        assertThatThrownBy(() -> Locks.join(alone.listenAddress("0.0.0.0:7400")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("0.0.0.0:7400 (every network)");
        assertThatThrownBy(() -> Locks.join(LocksConfig.of("a=nowhere.invalid:7400")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("nowhere.invalid:7400 (does not resolve)");
    }

    @Test
    void aClientDoesNotCallAnotherHostWithoutTls() {
        assertThatThrownBy(() -> new AdminClient(LocksConfig.of(ELSEWHERE), "operator", "anna", Duration.ofSeconds(1)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("192.0.2.7");
    }

    @Test
    void withTlsOrInsecureAnyAddressWillDoButNotWithBoth() {
        LocksConfig far = LocksConfig.of(ELSEWHERE);
        assertThat(Exposure.of(far).isPermitted()).isFalse();
        assertThat(Exposure.of(far.insecure()).isPermitted()).isTrue();
        assertThat(Exposure.of(far.tls(TestCertificates.of("b"))).isPermitted()).isTrue();
        assertThat(far.insecure().tls(TestCertificates.of("b")).faults())
                .singleElement()
                .asString()
                .contains("omit insecure()");
        assertThat(Exposure.of(LocksConfig.withoutMembers(), List.of("[2001:db8::1]:7400"))
                        .isPermitted())
                .isFalse();
    }

    @Test
    void anInsecureStartIsLoggedOnceAndLoudly() throws Exception {
        LocksConfig open = LocksConfig.of(here(), ELSEWHERE)
                .nodeId("a")
                .insecure()
                .joinTimeout(Duration.ofMillis(50))
                .suspectAfter(Duration.ofMillis(100));
        try (HeardLog log = new HeardLog(Exposure.class)) {
            ClusterNode.open(open, transport -> transport).close();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("INSECURE", "192.0.2.7:7400", "revoke every hold", "quorate certs");
        }
    }
}
