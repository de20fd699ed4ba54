// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.TlsFiles;
import io.quorate.node.certs.LocalAuthority;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.HeardLog;
import io.quorate.node.net.link.Handshakes;
import io.quorate.node.net.tcp.AdminConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connected members and guests that lose their roles, over real sockets. */
@Tag("slow")
@Tag("threads")
class LostRolesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static Path certificates = Path.of(".");

    @TempDir
    private Path directory;

    private Path roles = Path.of(".");
    private LocksConfig cluster = LocksConfig.of("unset=localhost:1");
    private final List<Locks> opened = new ArrayList<>();

    @BeforeAll
    static void certify() throws IOException {
        certificates = TestCertificates.newDirectory();
        new LocalAuthority(certificates).certify(List.of("a", "b", "ci-bot", "batch"), Duration.ofDays(2), false);
    }

    @BeforeEach
    void makeCluster() throws IOException {
        cluster = LocksConfig.of(
                        "a=" + FreePorts.roster("any", 1).members().get(0).address())
                .cluster("roles")
                .lease(Duration.ofSeconds(3))
                .joinTimeout(TIMEOUT);
        roles = Files.writeString(directory.resolve("roles"), "");
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Locks::close);
    }

    private Locks member() {
        Locks member = FirstStart.join(
                cluster.tls(TestCertificates.of("a", certificates)).nodeId("a").roles(roles));
        opened.add(member);
        return member;
    }

    private Locks guest(String name, TlsFiles files) {
        Locks guest = Locks.join(cluster.tls(files).guest(name));
        opened.add(guest);
        return guest;
    }

    private Locks guest(String name) {
        return guest(name, TestCertificates.of(name, certificates));
    }

    private static CountDownLatch lossOf(Hold hold) {
        CountDownLatch lost = new CountDownLatch(1);
        hold.onLost(reason -> lost.countDown());
        return lost;
    }

    /** Somebody else gets the lock, and by then the former holder knows that it has lost it. */
    private static void assertGoesTo(Locks other, String lock, Hold before, CountDownLatch lost) throws Exception {
        Hold hold = other.lock(lock).acquire(TIMEOUT);
        assertThat(before.isValid()).as("two holders at once").isFalse();
        assertThat(hold.isValid()).isTrue();
        assertThat(lost.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as("the former guest is told")
                .isTrue();
    }

    @Test
    void aGuestThatLosesItsRoleIsCutOffAndItsLockGoesToSomebodyElse() throws Exception {
        member();
        Locks guest = guest("ci-bot");
        Hold hold = guest.lock("x").acquire(TIMEOUT);
        CountDownLatch lost = lossOf(hold);
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            Files.writeString(roles, "ci-bot none\n");
            log.await(
                    "AUDIT: cut off: the guest ci-bot from 127\\.0\\.0\\.1:\\d+: taking locks needs the role holder;.*");
            log.await("guest \\d+ ci-bot was refused by the node at .*taking locks needs the role holder.*");
            assertGoesTo(guest("batch"), "x", hold, lost);
            log.await("a refused the node at .*taking locks needs the role holder.*");
        }
        assertThat(guest.lock("y").tryAcquire(Duration.ZERO)).isEmpty();
        Files.writeString(roles, "ci-bot holder\n");
        assertThat(guest.lock("y").acquire(TIMEOUT).isValid())
                .as("it comes back with its role")
                .isTrue();
    }

    @Test
    void aGuestThatLosesAPrefixKeepsNothingThatItHeldThere() throws Exception {
        Files.writeString(roles, "ci-bot holder orders/ billing/\n");
        Locks member = member();
        Locks guest = guest("ci-bot");
        Hold hold = guest.lock("billing/1").acquire(TIMEOUT);
        CountDownLatch lost = lossOf(hold);
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            Files.writeString(roles, "ci-bot holder orders/ billing/ mail/\n");
            assertThat(guest.lock("mail/1").acquire(TIMEOUT).isValid()).isTrue();
            assertThat(log.lines()).as("more roles cut nobody off").isEmpty();
            Files.writeString(roles, "ci-bot holder orders/\n");
            log.await("AUDIT: cut off: the guest ci-bot from .*a role or prefix for taking locks was taken from it.*");
            assertGoesTo(member, "billing/1", hold, lost);
        }
    }

    @Test
    void aGuestWhoseNewCertificateHasNoRoleLosesItsLock() throws Exception {
        Locks member = member();
        TlsFiles.Pem first = (TlsFiles.Pem) TestCertificates.of("ci-bot", certificates);
        Path certificate = Files.copy(first.certificate(), directory.resolve("ci-bot.pem"));
        Path key = Files.copy(first.key(), directory.resolve("ci-bot-key.pem"));
        Hold hold = guest("ci-bot", TlsFiles.pem(certificate, key, first.authorities()))
                .lock("x")
                .acquire(TIMEOUT);
        CountDownLatch lost = lossOf(hold);
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            TlsFiles.Pem next = (TlsFiles.Pem) TestCertificates.with("ci-bot", certificates, "quorate:observer");
            Files.copy(next.key(), key, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(next.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
            log.await("a refused the node at .*taking locks needs the role holder.*has observer:.*");
            assertGoesTo(member, "x", hold, lost);
        }
    }

    @Test
    void aMemberThatLosesItsRoleIsCutOffAndNeitherVotesNorHoldsUntilItHasTheRoleAgain() throws Exception {
        String[] pair = FreePorts.roster("any", 2).members().stream()
                .map(each -> each.id() + "=" + each.address())
                .toArray(String[]::new);
        LocksConfig both = LocksConfig.of(pair)
                .cluster("roles")
                .lease(Duration.ofSeconds(3))
                .joinTimeout(TIMEOUT);
        CompletableFuture<Locks> joiningB = CompletableFuture.supplyAsync(() ->
                Locks.join(both.tls(TestCertificates.of("b", certificates)).nodeId("b")));
        opened.add(FirstStart.join(
                both.tls(TestCertificates.of("a", certificates)).nodeId("a").roles(roles)));
        Locks b = joiningB.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        opened.add(b);
        Hold hold = b.lock("x").acquire(TIMEOUT);
        CountDownLatch lost = lossOf(hold);
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            Files.writeString(roles, "b observer\n");
            log.await("AUDIT: cut off: the member b from 127\\.0\\.0\\.1:\\d+: voting needs the role member;.*");
            assertThat(lost.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .as("no quorum without the other member")
                    .isTrue();
            assertThat(b.lock("y").tryAcquire()).isEmpty();
        }
        Files.writeString(roles, "");
        assertThat(b.lock("y").acquire(TIMEOUT).isValid()).isTrue();
    }

    @Test
    void anAdminClientThatLosesItsRolesIsCutOff() throws Exception {
        Files.writeString(roles, "ci-bot operator\n");
        member();
        LocksConfig.Member at = cluster.members().get(0);
        try (HeardLog log = new HeardLog(Handshakes.class);
                AdminConnection line = AdminConnection.call(
                        new InetSocketAddress(at.host(), at.port()),
                        "roles",
                        "ci-bot",
                        "anna",
                        TestCertificates.of("ci-bot", certificates),
                        TIMEOUT)) {
            assertThat(line.memberId()).isEqualTo("a");
            Files.writeString(roles, "ci-bot none\n");
            await().atMost(TIMEOUT)
                    .until(
                            () -> log.lines().stream()
                                    .anyMatch(
                                            text -> text.matches(
                                                    "AUDIT: cut off: the admin client ci-bot from .*needs the role observer.*has no role.*")));
        }
    }
}
