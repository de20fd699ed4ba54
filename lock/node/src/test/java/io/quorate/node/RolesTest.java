// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockRefusedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.core.model.LockName;
import io.quorate.node.admin.AdminClient;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.certs.LocalAuthority;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.embedded.EmbeddedLocks;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.HeardLog;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.roles.Permissions;
import io.quorate.node.net.roles.RoleGrant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what over TLS, by the roles in certificates or in a file. One member, over real sockets. */
@Tag("slow")
@Tag("threads")
class RolesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static Path certificates = Path.of(".");

    @TempDir
    private Path directory;

    private LocksConfig cluster = LocksConfig.of("unset=localhost:1");
    private final List<Locks> opened = new ArrayList<>();

    @BeforeAll
    static void certify() throws IOException {
        certificates = TestCertificates.newDirectory();
        Map<String, List<RoleGrant>> roles = new LinkedHashMap<>();
        roles.put("a", List.of());
        roles.put("ci-bot", List.of());
        roles.put("operator", List.of(grant("operator")));
        roles.put("biller", List.of(grant("operator", "billing/")));
        roles.put("grafana", List.of(grant("observer")));
        roles.put("batch", List.of(grant("holder", "billing/")));
        new LocalAuthority(certificates).certify(roles, Duration.ofDays(2), false);
    }

    private static RoleGrant grant(String... words) {
        return RoleGrant.ofWords(List.of(words));
    }

    @BeforeEach
    void makeCluster() throws IOException {
        cluster = LocksConfig.of(
                        "a=" + FreePorts.roster("any", 1).members().get(0).address())
                .cluster("roles")
                .joinTimeout(TIMEOUT);
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Locks::close);
    }

    private LocksConfig as(String name) {
        return cluster.tls(TestCertificates.of(name, certificates));
    }

    private EmbeddedLocks member(LocksConfig config) {
        return opened(FirstStart.join(config.nodeId("a")));
    }

    private EmbeddedLocks opened(Locks locks) {
        opened.add(locks);
        return (EmbeddedLocks) locks;
    }

    private AdminClient client(String name) {
        return new AdminClient(as(name), name, "anna@desk", TIMEOUT);
    }

    private static void assertRefused(Runnable request, String... words) {
        assertThatThrownBy(request::run)
                .isInstanceOf(AdminClient.RefusedException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void anOperatorMayRevokeAndThatLeavesAnAuditLine() throws Exception {
        Hold hold = member(as("a")).lock("billing/1").acquire(TIMEOUT);
        try (HeardLog log = new HeardLog(Permissions.class)) {
            assertThat(client("operator").describe("billing/1").holders()).hasSize(1);
            assertThat(client("operator").revoke("billing/1", hold.fence()).actedAt())
                    .containsEntry("a", 1);
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains(
                            "AUDIT: allowed: operator (anna@desk) from 127.0.0.1",
                            "revoking \"billing/1\" with fence " + hold.fence());
        }
        assertThat(hold.isValid()).isFalse();
    }

    @Test
    void withoutRolesWhoIsNoMemberIsHolderAndObserverAndNeverOperator() throws Exception {
        Hold hold = member(as("a")).lock("x").acquire(TIMEOUT);
        try (HeardLog log = new HeardLog(Permissions.class)) {
            assertThat(client("ci-bot").list("", 10).locks()).hasSize(1);
            for (int attempt = 0; attempt < 3; attempt++) {
                assertRefused(
                        () -> client("ci-bot").revoke("x", 0),
                        "revoking \"x\" needs the role operator",
                        "the certificate of \"ci-bot\" has holder, observer",
                        "quorate certs --role");
            }
            assertThat(log.lines())
                    .as("every refusal is logged, but the same one not every time")
                    .filteredOn(line -> line.startsWith("AUDIT: refused: ci-bot (anna@desk) from 127.0.0.1"))
                    .hasSize(1);
            assertRefused(() -> client("ci-bot").askRelease("x"), "the release of \"x\" needs the role operator");
        }
        assertThat(hold.isValid()).isTrue();
        try (Hold other =
                opened(Locks.join(as("ci-bot").guest("ci-bot"))).lock("y").acquire(TIMEOUT)) {
            assertThat(other.isValid()).isTrue();
        }
    }

    @Test
    void aMemberIsNoOperatorEither() throws Exception {
        member(as("a"));
        assertThat(client("a").describe("x").isFree()).isTrue();
        assertRefused(() -> client("a").revoke("x", 0), "needs the role operator", "\"a\" has member");
    }

    @Test
    void anObserverMayListButNeitherRevokeNorTakeLocks() throws Exception {
        member(as("a"));
        assertThat(client("grafana").list("", 10).locks()).isEmpty();
        assertRefused(() -> client("grafana").revoke("x", 0), "needs the role operator", "has observer:");
        LocksConfig hasty = as("grafana").guest("grafana").joinTimeout(Duration.ofSeconds(2));
        assertThatThrownBy(() -> opened(Locks.join(hasty)))
                .isInstanceOf(LockFailedException.class)
                .hasMessageContaining("taking locks needs the role holder")
                .hasMessageContaining("\"grafana\" has observer");
    }

    @Test
    void anOperatorOfAPrefixMayRevokeThereOnly() throws Exception {
        EmbeddedLocks member = member(as("a"));
        Hold bill = member.lock("billing/1").acquire(TIMEOUT);
        Hold order = member.lock("orders/1").acquire(TIMEOUT);
        assertRefused(
                () -> client("biller").revoke("orders/1", 0),
                "needs the role operator for \"orders/1\"",
                "has operator of \"billing/\"");
        assertRefused(() -> client("biller").list("", 10), "listing \"\" needs the role observer");
        assertThat(client("biller").list("billing/", 10).locks()).hasSize(1);
        assertThat(client("biller").revoke("billing/1", 0).actedAt()).containsEntry("a", 1);
        assertThat(bill.isValid()).isFalse();
        assertThat(order.isValid()).isTrue();
    }

    @Test
    void aGuestGetsNoLockOutsideOfItsPrefixAndIsToldWhy() throws Exception {
        EmbeddedLocks member = member(as("a"));
        EmbeddedLocks guest = opened(Locks.join(as("batch").guest("batch")));
        try (HeardLog log = new HeardLog(Permissions.class);
                Hold bill = guest.lock("billing/1").acquire(TIMEOUT)) {
            assertThatThrownBy(() -> guest.lock("orders/1").acquire(TIMEOUT))
                    .isInstanceOf(LockRefusedException.class)
                    .hasMessageContaining("Refused by a: taking \"orders/1\" needs the role holder for \"orders/1\"")
                    .hasMessageContaining("the certificate of \"batch\" has holder of \"billing/\"");
            log.await("AUDIT: refused: guest batch asks for taking \"orders/1\".*");
            assertThat(bill.isValid()).as("what it may have, it keeps").isTrue();
            assertThat(member.lock("orders/1").describe().votes())
                    .as("its request was not even heard")
                    .isEmpty();
            assertThat(member.node().counters().messagesNotPermitted()).isPositive();
            assertThat(guest.lock("billing/2").acquire(TIMEOUT).isValid()).isTrue();
            guest.close();
            assertThat(log.lines())
                    .as("it leaves as others do, although it may not describe locks")
                    .noneMatch(line -> line.contains("describing"));
        }
    }

    @Test
    void aGuestCannotRevokeByPassingItselfOffAsAMemberThatPassesARequestOn() throws Exception {
        EmbeddedLocks member = member(as("a"));
        Hold hold = member.lock("x").acquire(TIMEOUT);
        EmbeddedLocks guest = opened(Locks.join(as("ci-bot").guest("ci-bot")));
        try (HeardLog log = new HeardLog(Permissions.class)) {
            AdminRequest request = new AdminRequest(AdminRequest.Kind.REVOKE, "x", 1, 0, "operator");
            assertThat(guest.node()
                            .clusterQuery()
                            .descriptions(request)
                            .describe(LockName.of("x"))
                            .unanswered())
                    .containsExactly("a");
            log.await("AUDIT: refused: guest ci-bot asks for revoking \"x\".*");
        }
        assertThat(hold.isValid()).isTrue();
    }

    @Test
    void anUnknownRoleInACertificateIsRefusedClearly() throws Exception {
        LocksConfig wrong = cluster.tls(TestCertificates.with("a", certificates, "quorate:opertor"));
        assertThatThrownBy(() -> member(wrong))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("there is no role \"opertor\"")
                .hasMessageContaining("member, holder, observer, operator");
        member(as("a"));
        SSLContext unread = TestCertificates.contextWith("ci-bot", certificates, "quorate:opertor");
        assertThatThrownBy(() -> new AdminClient(cluster.tls(unread), "ci-bot", "anna", TIMEOUT).list("", 10))
                .as("a context is not read before, so the member finds it out")
                .hasMessageContaining("the roles in the certificate of \"ci-bot\" cannot be read")
                .hasMessageContaining("there is no role \"opertor\"");
    }

    @Test
    void aFileOfRolesComesFirstAndIsReadAgainWhenItChanges() throws Exception {
        Path file = Files.writeString(directory.resolve("roles"), """
                # who may do what
                ci-bot operator
                operator none      # has left us
                batch holder orders/ mail/
                """);
        EmbeddedLocks member = member(as("a").roles(file));
        assertThat(client("ci-bot").revoke("x", 0).actedAt()).isEmpty();
        assertRefused(() -> client("operator").list("", 10), "needs the role observer", "has no role");
        EmbeddedLocks guest = opened(Locks.join(as("batch").guest("batch")));
        guest.lock("orders/1").acquire(TIMEOUT).close();
        assertThatThrownBy(() -> guest.lock("billing/1").acquire(TIMEOUT)).isInstanceOf(LockRefusedException.class);

        Files.writeString(file, "ci-bot observer\nbatch holder\n");
        assertRefused(() -> client("ci-bot").revoke("x", 0), "needs the role operator", "has observer:");
        assertThat(client("operator").revoke("x", 0).actedAt())
                .as("by its certificate")
                .isEmpty();
        guest.lock("billing/1").acquire(TIMEOUT).close();

        Files.writeString(file, "ci-bot operater and more");
        assertRefused(() -> client("ci-bot").revoke("x", 0), "needs the role operator", "has observer:");
        assertThat(member.node().counters().messagesNotPermitted()).isPositive();
    }

    @Test
    void aFileOfRolesThatCannotBeUsedIsToldAtTheStart() throws Exception {
        Path file = Files.writeString(directory.resolve("roles"), "a member\nci-bot\n");
        assertThatThrownBy(() -> member(as("a").roles(file)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("line 2 of the file of roles")
                .hasMessageContaining("ci-bot holder billing/");
        assertThat(cluster.roles(file).faults()).singleElement().asString().contains("Roles need TLS");
    }
}
