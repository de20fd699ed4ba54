// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.TlsContext;
import io.quorate.api.TlsFiles;
import io.quorate.api.TlsMaterial;
import io.quorate.core.model.NodeId;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.net.link.Handshakes;
import io.quorate.node.net.link.Link;
import io.quorate.node.net.roles.Roles;
import io.quorate.node.net.tcp.TcpTransport;
import io.quorate.node.net.tls.TlsIdentity;
import io.quorate.node.net.tls.TlsKey;
import io.quorate.node.net.tls.TlsSession;
import io.quorate.node.store.Incarnations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in over TLS, who is not, and what both are told. */
@Tag("slow")
@Tag("threads")
class TlsFaultsTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);
    private static final NodeId C = NodeId.of(2);
    /** No handshake takes so long only because the machine is busy. */
    private static final LinkSettings PATIENT =
            LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofSeconds(20));

    /** For those who wait for what silence leads to. */
    private static final LinkSettings QUICK =
            LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofMillis(1000));

    private final List<Transport> opened = new ArrayList<>();
    private Roster roster;

    @BeforeEach
    void makeRoster() throws IOException {
        roster = FreePorts.roster("tls", 3);
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Transport::close);
    }

    private Transport open(NodeId self, @Nullable TlsMaterial files, RecordingReceiver receiver) {
        return open(roster, self, files, receiver);
    }

    private Transport open(Roster with, NodeId self, @Nullable TlsMaterial files, RecordingReceiver receiver) {
        return open(with, self, files == null ? PATIENT : PATIENT.withTls(files), receiver);
    }

    private Transport open(Roster with, NodeId self, LinkSettings settings, RecordingReceiver receiver) {
        return open(with, self, 1, settings, receiver);
    }

    private Transport open(
            Roster with, NodeId self, long incarnation, LinkSettings settings, RecordingReceiver receiver) {
        TcpTransport transport = new TcpTransport(with, self, incarnation, "quorum-lock", settings);
        opened.add(transport);
        transport.open(receiver);
        return transport;
    }

    private void assertBothRefuse(TlsMaterial atA, @Nullable TlsMaterial atB, String saidAtA, String saidAtB) {
        RecordingReceiver toA = new RecordingReceiver();
        RecordingReceiver toB = new RecordingReceiver();
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            Transport a = open(A, atA, toA);
            Transport b = open(B, atB, toB);
            log.await("a .*" + saidAtA);
            log.await("b .*" + saidAtB);
            toA.await("a refusal", each -> each.refusals.stream().anyMatch(text -> text.matches(".*" + saidAtA)));
            toB.await("a refusal", each -> each.refusals.stream().anyMatch(text -> text.matches(".*" + saidAtB)));
            assertThat(a.counters().peersRefused()).isPositive();
            assertThat(b.counters().peersRefused()).isPositive();
        }
        assertThat(toA.told).isEmpty();
        assertThat(toB.told).isEmpty();
    }

    @Test
    void aMemberThatLosesItsRoleIsCutOffAndNotLetInAgain(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("roles"), "");
        RecordingReceiver toA = new RecordingReceiver();
        RecordingReceiver toB = new RecordingReceiver();
        open(roster, A, PATIENT.withTls(TestCertificates.of("a")).withRoles(new Roles(roster::lists, file)), toA);
        open(B, TestCertificates.of("b"), toB);
        toA.awaitTrust(B);
        toB.awaitTrust(A);
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            Files.writeString(file, "b none\n");
            log.await(
                    "AUDIT: cut off: the member b from 127\\.0\\.0\\.1:\\d+: voting needs the role member.*has no role.*");
            toA.awaitSuspicion(B);
            toB.awaitSuspicion(A);
            log.await("a refused the node at .*voting needs the role member.*");
            toB.await("a reason", each -> each.refusals.stream().anyMatch(text -> text.contains("the role member")));
            Files.writeString(file, "b member\n");
            toA.awaitTrust(B);
        }
    }

    @Test
    void aMemberWhoseAuthorityIsNotTrustedAnyMoreIsCutOff(@TempDir Path directory) throws Exception {
        TlsFiles.Pem ours = (TlsFiles.Pem) TestCertificates.of("a");
        TlsFiles.Pem foreign = (TlsFiles.Pem) TestCertificates.foreign("b");
        String both = Files.readString(ours.authorities()) + Files.readString(foreign.authorities());
        Path authorities = Files.writeString(directory.resolve("ca.pem"), both);
        RecordingReceiver toA = new RecordingReceiver();
        open(A, TlsFiles.pem(ours.certificate(), ours.key(), authorities), toA);
        Path alsoBoth = Files.writeString(directory.resolve("ca-of-b.pem"), both);
        open(B, TlsFiles.pem(foreign.certificate(), foreign.key(), alsoBoth), new RecordingReceiver());
        RecordingReceiver toC = new RecordingReceiver();
        open(C, TestCertificates.of("c"), toC);
        toA.awaitTrust(B);
        toA.awaitTrust(C);
        long resets = toA.count(RecordingReceiver.What.RESET, C);
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            Files.writeString(authorities, Files.readString(ours.authorities()));
            log.await(
                    "AUDIT: cut off: the member b from .*other authorities now, and they do not sign its certificate.*");
            toA.awaitSuspicion(B);
        }
        assertThat(toA.trusts(C)).isTrue();
        assertThat(toA.count(RecordingReceiver.What.RESET, C))
                .as("others are left alone")
                .isEqualTo(resets);
    }

    @Test
    void aNodeOfAnotherAuthorityIsRefusedAndBothSayWhy() {
        assertBothRefuse(
                TestCertificates.of("a"),
                TestCertificates.foreign("b"),
                "certificate.* authority.*",
                "certificate.* authority.*");
    }

    @Test
    void aNodeWithoutTlsAndOneWithItRefuseEachOtherAndBothSayWhy() {
        String saidWithoutTls =
                "(it speaks TLS, this node plain text only|one node speaks plain text, the other TLS only).*";
        assertBothRefuse(
                TestCertificates.of("a"),
                null,
                "it speaks plain text, this node TLS only: start both.*",
                saidWithoutTls);
    }

    @Test
    void aNodeOfAnotherClusterIsRefusedAlthoughItsCertificateIsGood() {
        RecordingReceiver toA = new RecordingReceiver();
        RecordingReceiver toB = new RecordingReceiver();
        open(A, TestCertificates.of("a"), toA);
        open(new Roster("billing", roster.members()), B, TestCertificates.of("b"), toB);
        toB.await(
                "a refusal",
                each -> each.refusals.stream().anyMatch(text -> text.contains("differ in the cluster name")));
        assertThat(toA.told).isEmpty();
        assertThat(toB.told).isEmpty();
    }

    @Test
    void theCertificateInAContextMustNameTheNodeToo() throws Exception {
        RecordingReceiver toA = new RecordingReceiver();
        RecordingReceiver toB = new RecordingReceiver();
        open(A, TestCertificates.of("a"), toA);
        open(B, new TlsContext(TestCertificates.contextOf("c")), toB);
        toB.await(
                "a refusal",
                each -> each.refusals.stream().anyMatch(text -> text.contains("names \"c\", but this node is \"b\"")));
        assertThat(toA.told).isEmpty();
        assertThat(toB.told).isEmpty();
    }

    @Test
    void aMemberCannotPretendToBeAnotherWhenItCalls() throws Exception {
        RecordingReceiver toB = new RecordingReceiver();
        Transport b = open(B, TestCertificates.of("b"), toB);
        try (HeardLog log = new HeardLog(Handshakes.class);
                Socket impostor = secured(connectTo(B), contextOf(TestCertificates.of("c"), "c"))) {
            RawPeer.sendHello(impostor, roster, "a", 1);
            log.await("b refused .* the certificate of the node that says it is \"a\" names \"c\": give each node .*");
            assertThat(RawPeer.readWord(impostor)).contains("names \"c\"");
        }
        assertThat(b.counters().peersRefused()).isEqualTo(1);
        assertThat(toB.told).isEmpty();
    }

    @Test
    void aMemberCannotPretendToBeAnotherWhenItIsCalled() throws Exception {
        RecordingReceiver toA = new RecordingReceiver();
        Thread impostor;
        try (ServerSocket atPlaceOfB = new ServerSocket(roster.member(B).port(), 50, InetAddress.getLoopbackAddress());
                HeardLog log = new HeardLog(Handshakes.class)) {
            impostor = new Thread(() -> answerAsB(atPlaceOfB));
            impostor.start();
            open(A, TestCertificates.of("a"), toA);
            log.await("a refused .* the certificate of the node that says it is \"b\" names \"c\": give each node .*");
        }
        impostor.join();
        assertThat(toA.told).isEmpty();
    }

    private void answerAsB(ServerSocket listening) {
        SSLContext context = contextOf(TestCertificates.of("c"), "c");
        while (!listening.isClosed()) {
            try (SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(listening.accept(), null, true)) {
                RawPeer.sendHello(socket, roster, "b", 1);
                RawPeer.readWord(socket);
            } catch (IOException hungUp) {
                // it calls again
            }
        }
    }

    @Test
    void aStrangerWithoutACertificateIsRefused() throws Exception {
        SSLContext nothingToShow = SSLContext.getInstance(TlsSession.PROTOCOL);
        nothingToShow.init(null, new TrustManager[] {new Credulous()}, new SecureRandom());
        assertRefused(nothingToShow, "b cannot talk with .*: it shows no certificate: start it with .*");
    }

    @Test
    void anExpiredCertificateIsRefused() throws Exception {
        assertRefused(
                unchecked(TestCertificates.expiredOfA()),
                "b cannot talk with .*: its certificate has expired .*: make a new one for it");
    }

    @Test
    void aNodeThatIsNotTrustedIsToldSo() {
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            open(A, TestCertificates.of("a"), new RecordingReceiver());
            open(B, TestCertificates.foreign("b"), new RecordingReceiver());
            log.await("a .*: it does not accept the certificate of this node, and says .*: look into its log; .*");
            log.await("b .*: it does not accept the certificate of this node, and says .*: look into its log; .*");
        }
    }

    @Test
    void nothingOlderThanTls13IsSpoken() throws Exception {
        open(B, TestCertificates.of("b"), new RecordingReceiver());
        SSLContext context = contextOf(TestCertificates.of("a"), "a");
        try (HeardLog log = new HeardLog(Handshakes.class);
                SSLSocket old = (SSLSocket) secured(connectTo(B), context)) {
            old.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThatThrownBy(old::startHandshake).isInstanceOf(SSLException.class);
            log.await("b cannot talk with .*: it does not speak TLSv1.3, and nothing else is spoken here .*");
        }
    }

    private void assertRefused(SSLContext stranger, String saidAtB) throws Exception {
        RecordingReceiver toB = new RecordingReceiver();
        Transport b = open(B, TestCertificates.of("b"), toB);
        try (HeardLog log = new HeardLog(Handshakes.class);
                Socket socket = secured(connectTo(B), stranger)) {
            assertThatThrownBy(() -> {
                        RawPeer.sendHello(socket, roster, "a", 1);
                        RawPeer.readWord(socket);
                    })
                    .isInstanceOf(IOException.class);
            log.await(saidAtB);
        }
        assertThat(b.counters().peersRefused()).isEqualTo(1);
        assertThat(toB.told).isEmpty();
        assertThat(toB.refusals)
                .as("what a stranger does is no reason not to join")
                .isEmpty();
    }

    /** Its data directory is from a time when its clock was an hour ahead; then somebody removes it. */
    @Test
    void aMemberWhoseNumberIsFarAheadIsLetInByItsCertificateAndAgainWhenItsClockIsRight() {
        LinkSettings ofB = PATIENT.withTls(TestCertificates.of("b"));
        long hour = Incarnations.in(Duration.ofHours(1));
        RecordingReceiver toA = new RecordingReceiver();
        open(roster, A, PATIENT.withTls(TestCertificates.of("a")), toA);
        long early = Incarnations.byTheClock();
        Transport wrong;
        try (HeardLog log = new HeardLog(Link.class)) {
            wrong = open(roster, B, early + hour, ofB, new RecordingReceiver());
            toA.awaitTrust(B);
            log.await("Accepted, because its certificate proves its identity: .*");
        }
        wrong.close();
        toA.awaitSuspicion(B);
        RecordingReceiver toOld = new RecordingReceiver();
        Transport old = open(roster, B, early - hour, ofB, toOld);
        toOld.await("a refusal", each -> !each.refusals.isEmpty());
        assertThat(toOld.refusals.get(0)).contains("each start needs a higher one", "120 minutes");
        old.close();
        assertThat(toA.trusts(B)).as("an older process is not let in").isFalse();
        open(roster, B, Incarnations.byTheClock() + 10, ofB, new RecordingReceiver());
        toA.awaitTrust(B);
    }

    @Test
    void strangersThatShakeHandsSlowlyOrNeverHoldUpNobodyAndAreDropped() throws Exception {
        RecordingReceiver toA = new RecordingReceiver();
        RecordingReceiver toB = new RecordingReceiver();
        Transport b = open(roster, B, QUICK.withTls(TestCertificates.of("b")), toB);
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int count = 0; count < 30; count++) {
                Socket stranger = connectTo(B);
                stranger.getOutputStream().write(count % 2 == 0 ? new byte[0] : new byte[] {0x16, 3, 1, 0});
                strangers.add(stranger);
            }
            open(roster, A, QUICK.withTls(TestCertificates.of("a")), toA);
            toA.awaitTrust(B);
            toB.awaitTrust(A);
            assertThat(Thread.getAllStackTraces().keySet())
                    .as("no thread waits for a caller")
                    .filteredOn(thread -> thread.getName().startsWith("quorate-net-b-"))
                    .hasSizeLessThan(strangers.size() / 2);
            for (Socket stranger : strangers) {
                stranger.setSoTimeout((int) RecordingReceiver.DEADLINE.toMillis());
                assertThat(stranger.getInputStream().read()).isEqualTo(-1);
            }
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
        // Where handshakes are slow, one of the member may be given up too, and tried again.
        assertThat(b.counters().framesMalformed()).isGreaterThanOrEqualTo(30);
    }

    /** More of them than threads that call: each takes its connection, and says nothing. */
    @Test
    void peersThatAcceptButNeverShakeHandsDoNotHoldUpCallsToOthers() throws Exception {
        List<ServerSocket> silent = new ArrayList<>();
        List<Roster.Member> members = new ArrayList<>(List.of(roster.member(A)));
        try {
            for (int count = 0; count < 8; count++) {
                ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                silent.add(socket);
                members.add(new Roster.Member("b" + count, "127.0.0.1", socket.getLocalPort()));
            }
            members.add(new Roster.Member("c", "127.0.0.1", roster.member(C).port()));
            Roster large = new Roster("tls", members);
            RecordingReceiver toA = new RecordingReceiver();
            open(large, A, QUICK.withTls(TestCertificates.of("a")), toA);
            open(large, large.node("c"), TestCertificates.of("c"), new RecordingReceiver());
            toA.awaitTrust(large.node("c"));
            assertThat(toA.told).noneMatch(each -> !each.peer().equals(large.node("c")));
        } finally {
            for (ServerSocket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void aCertificateIsRenewedWithoutARestart(@TempDir Path directory) throws Exception {
        TlsFiles.Pem good = (TlsFiles.Pem) TestCertificates.of("b");
        TlsFiles.Pem foreign = (TlsFiles.Pem) TestCertificates.foreign("b");
        TlsFiles.Pem used = new TlsFiles.Pem(
                directory.resolve("b.pem"), directory.resolve("b-key.pem"), directory.resolve("ca.pem"));
        copy(foreign, used, 1);
        RecordingReceiver toA = new RecordingReceiver();
        RecordingReceiver toB = new RecordingReceiver();
        open(A, TestCertificates.of("a"), toA);
        open(B, used, toB);
        toB.await("a refusal", each -> !each.refusals.isEmpty());
        Files.writeString(used.certificate(), "half written");
        copy(good, used, 2);
        toA.awaitTrust(B);
        toB.awaitTrust(A);
    }

    private static void copy(TlsFiles.Pem from, TlsFiles.Pem to, int seconds) throws IOException {
        Files.copy(from.authorities(), to.authorities(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(from.key(), to.key(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(from.certificate(), to.certificate(), StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(to.certificate(), FileTime.fromMillis(seconds * 1000L));
    }

    private Socket connectTo(NodeId node) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), roster.member(node).port());
    }

    private static Socket secured(Socket plain, SSLContext context) throws IOException {
        return context.getSocketFactory().createSocket(plain, "b", plain.getPort(), true);
    }

    private static SSLContext contextOf(TlsFiles files, String id) {
        return TlsIdentity.read(files, id).context();
    }

    /** As a program does it that looks at nothing. */
    private static SSLContext unchecked(TlsFiles files) throws Exception {
        return TlsIdentity.contextOf(TlsKey.read(files), new Credulous());
    }

    private static final class Credulous implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
