// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Frame;
import io.quorate.node.net.RecordingReceiver.What;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.tcp.TcpTransport;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What sockets, strangers and wrongly configured nodes do to a {@link TcpTransport}. */
@Tag("slow")
@Tag("threads")
public class TcpFaultsTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);
    private static final NodeId C = NodeId.of(2);
    /** Nobody is silent for so long only because the machine is busy. */
    private static final LinkSettings PATIENT =
            LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofSeconds(20));

    /** For those who wait for what silence leads to. */
    private static final LinkSettings QUICK =
            LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofMillis(1000));

    private final List<Transport> opened = new ArrayList<>();
    private Roster roster;

    @BeforeEach
    void makeRoster() throws IOException {
        roster = FreePorts.roster("faults", 3);
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Transport::close);
    }

    private Transport open(Roster with, NodeId self, long incarnation, LinkSettings settings, Transport.Receiver to) {
        TcpTransport transport = new TcpTransport(with, self, incarnation, "quorum-lock", settings);
        opened.add(transport);
        transport.open(to);
        return transport;
    }

    private Transport open(NodeId self, Transport.Receiver receiver) {
        return open(roster, self, 1, PATIENT, receiver);
    }

    private Socket connectTo(NodeId node) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), roster.member(node).port());
    }

    private void connectAandB(RecordingReceiver atA, RecordingReceiver atB) {
        atA.awaitTrust(B);
        atB.awaitTrust(A);
    }

    @RepeatedTest(10)
    void threeNodesThatStartTogetherFindEachOtherByOneConnectionEach() throws Exception {
        List<RecordingReceiver> receivers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            RecordingReceiver receiver = new RecordingReceiver();
            TcpTransport transport = new TcpTransport(roster, NodeId.of(index), 1, "quorum-lock", LinkSettings.usual());
            receivers.add(receiver);
            opened.add(transport);
            threads.add(new Thread(() -> transport.open(receiver)));
        }
        threads.forEach(Thread::start);
        for (int index = 0; index < 3; index++) {
            threads.get(index).join();
            for (int peer = 0; peer < 3; peer++) {
                if (peer != index) {
                    receivers.get(index).awaitTrust(NodeId.of(peer));
                }
            }
        }
        for (RecordingReceiver receiver : receivers) { // although they called each other at the same time
            for (int peer = 0; peer < 3; peer++) {
                assertThat(receiver.count(What.RESET, NodeId.of(peer))).isLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    void rubbishIsCutOffAndCountedAndTheNodeWorksOn() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atB = new RecordingReceiver();
        Transport a = open(A, atA);
        open(B, atB);
        connectAandB(atA, atB);
        try (Socket stranger = connectTo(B)) {
            byte[] rubbish = new byte[1 << 20];
            new Random(42).nextBytes(rubbish);
            writeUntilCutOff(stranger, rubbish);
        }
        TransportContract.offer(a, B, "still here");
        atB.await("the frame", each -> each.framesFrom(A).size() == 1);
        assertThat(opened.get(1).counters().framesMalformed()).isEqualTo(1);
        assertThat(atB.count(What.SUSPECTED, A)).isZero();
    }

    private static void writeUntilCutOff(Socket socket, byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
            socket.setSoTimeout((int) RecordingReceiver.DEADLINE.toMillis());
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        } catch (SocketException reset) {
            assertThat(reset).hasMessageMatching("(?i).*(reset|broken pipe|closed).*");
        }
    }

    @Test
    void aHugeLengthAndAGoodPrefixWithRubbishBehindAreCutOff() throws Exception {
        RecordingReceiver atB = new RecordingReceiver();
        Transport b = open(B, atB);
        Packet packet = new Packet();
        packet.write(Packet.Kind.FRAME, 1, 0, new byte[10], 10);
        byte[][] openings = {
            {0x7F, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF}, // 2 GB
            {(byte) 0x80, 0, 0, 0}, // a negative length
            {0, 0, 0, 3, 1, 2, 3}, // shorter than any packet
        };
        for (byte[] opening : openings) {
            try (Socket stranger = connectTo(B)) {
                writeUntilCutOff(stranger, opening);
            }
        }
        try (Socket stranger = connectTo(B)) { // well formed, but before any hello
            RawPeer.write(stranger, packet);
            writeUntilCutOff(stranger, new byte[0]);
        }
        Awaitility.await()
                .atMost(RecordingReceiver.DEADLINE)
                .untilAsserted(() -> assertThat(b.counters().framesMalformed()).isEqualTo(4));
        assertThat(atB.told).isEmpty();
    }

    @Test
    void aStrangerThatSaysNothingIsHungUpOn() throws Exception {
        Transport b = open(roster, B, 1, QUICK, new RecordingReceiver());
        try (Socket stranger = connectTo(B)) {
            writeUntilCutOff(stranger, new byte[] {0, 0});
        }
        assertThat(b.counters().framesMalformed()).isEqualTo(1);
    }

    @Test
    void aPortInUseIsSaid() throws Exception {
        int port = roster.member(B).port();
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(other.isBound()).isTrue();
            assertThatThrownBy(() -> open(B, new RecordingReceiver()))
                    .isInstanceOf(TransportException.class)
                    .hasMessage("port " + port + " on 127.0.0.1 is in use: stop the program that has it or choose "
                            + "another port");
        }
    }

    @Test
    void aHostOfAnotherMachineOrUnknownIsSaid() {
        Roster elsewhere = new Roster("faults", List.of(new Roster.Member("a", "192.0.2.1", 7400)));
        assertThatThrownBy(() -> open(elsewhere, A, 1, QUICK, new RecordingReceiver()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("is not an address of this machine");
        Roster nowhere = new Roster("faults", List.of(new Roster.Member("a", "no-such-host.invalid", 7400)));
        assertThatThrownBy(() -> open(nowhere, A, 1, QUICK, new RecordingReceiver()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("is unknown here");
    }

    /** An address may be learnt, or a name may lead elsewhere, after the configuration was checked. */
    @Test
    void withoutTlsNoOtherMachineIsCalledUnlessThatIsWanted() throws Exception {
        Roster mixed = new Roster("faults", List.of(roster.member(A), new Roster.Member("b", "192.0.2.1", 7400)));
        try (HeardLog log = new HeardLog(LinkSupervisor.class)) {
            Transport a = open(mixed, A, 1, QUICK, new RecordingReceiver());
            log.await(
                    "a does not call b=192\\.0\\.2\\.1:7400: .* without TLS a node connects only to its own machine.*");
            a.close();
        }
        try (HeardLog log = new HeardLog(LinkSupervisor.class)) {
            open(mixed, A, 2, QUICK.withoutSecurity(), new RecordingReceiver());
            assertThat(log.lines()).noneMatch(line -> line.contains("does not call"));
        }
    }

    /** The system of its machine takes connections for a process that is stopped. */
    @Test
    void aMemberThatIsPausedIsNotCalledAStranger() throws Exception {
        int port = roster.member(B).port();
        try (HeardLog log = new HeardLog(LinkSupervisor.class);
                ServerSocket paused = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
            Transport a = open(A, new RecordingReceiver());
            log.await("Member b at .*" + paused.getLocalPort() + " takes connections but does not answer: .*");
            assertThat(log.lines()).noneMatch(line -> line.contains("keep it away"));
            assertThat(a.counters().framesMalformed()).isZero();
        }
    }

    @Test
    void peersWithUnknownHostsOrDeadAddressesStaySuspectedAndNothingElseHappens() throws Exception {
        Roster mixed = new Roster(
                "faults",
                List.of(
                        roster.member(A),
                        new Roster.Member("b", "no-such-host.invalid", 7400),
                        new Roster.Member("c", "192.0.2.1", 7400),
                        new Roster.Member("d", "127.0.0.1", roster.member(B).port())));
        RecordingReceiver atA = new RecordingReceiver();
        Transport a = open(mixed, A, 1, QUICK, atA);
        NodeId d = mixed.node("d");
        open(mixed, d, 1, QUICK, new RecordingReceiver());
        atA.awaitTrust(d);
        assertThat(atA.told)
                .noneMatch(each -> each.peer().equals(B) || each.peer().equals(C));
        assertThat(TransportContract.offer(a, C, "hello?")).isFalse();
    }

    @Test
    void nodesThatDoNotBelongTogetherRefuseEachOtherAndSayWhy() throws Exception {
        Transport a = open(A, new RecordingReceiver());
        Roster otherCluster = new Roster("billing", roster.members());
        Roster otherRoster = new Roster(
                "faults", List.of(roster.member(A), roster.member(B), new Roster.Member("c", "127.0.0.1", 1)));
        RecordingReceiver atB = new RecordingReceiver();
        for (Roster other : List.of(otherCluster, otherRoster)) {
            long refusedBefore = a.counters().peersRefused();
            Transport b = open(other, B, 1, QUICK, atB);
            Awaitility.await()
                    .atMost(RecordingReceiver.DEADLINE)
                    .until(() -> b.counters().peersRefused() > 0);
            assertThat(a.counters().peersRefused()).isGreaterThan(refusedBefore);
            b.close();
        }
        assertThat(atB.told).isEmpty();
    }

    @Test
    void twoProcessesWithOneIdCannotBothRun() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atB = new RecordingReceiver();
        open(A, atA);
        open(B, atB);
        connectAandB(atA, atB);
        LinkSettings elsewhere = QUICK.listeningAt("127.0.0.1", FreePorts.one());
        assertThatThrownBy(() -> open(roster, B, 2, elsewhere, new RecordingReceiver()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("a node with id \"b\" is already running at")
                .hasMessageContaining("stop it, or start this one with another id");
        assertThat(atA.count(What.SUSPECTED, B)).isZero();
    }

    @Test
    void aPeerThatStartsAgainWithAnOldIncarnationIsRefused() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        Transport a = open(A, atA);
        Transport b = open(roster, B, 5, QUICK, new RecordingReceiver());
        atA.awaitTrust(B);
        b.close();
        atA.awaitSuspicion(B);
        Transport again = open(roster, B, 5, QUICK, new RecordingReceiver());
        Awaitility.await()
                .atMost(RecordingReceiver.DEADLINE)
                .until(() -> a.counters().peersRefused() > 0);
        assertThat(atA.trusts(B)).isFalse();
        again.close();
        open(roster, B, 6, QUICK, new RecordingReceiver());
        atA.awaitTrust(B);
    }

    /** A stopped process: its system still takes in bytes, but nobody answers. */
    @ParameterizedTest
    @ValueSource(ints = {1, 64, Frame.LENGTH_MAX})
    void aPeerThatFallsSilentIsSuspectedAndTheSenderIsNeverBlocked(int length) throws Exception {
        RecordingReceiver atB = new RecordingReceiver();
        LinkSettings longEnough = QUICK.withTimes(Duration.ofMillis(100), Duration.ofSeconds(4)); // to fill the link
        Transport b = open(roster, B, 1, longEnough, atB);
        try (Socket silent = connectTo(B)) {
            RawPeer.sendHello(silent, roster, "a", 1);
            atB.awaitTrust(A);
            byte[] frame = new byte[length];
            while (b.offer(A, frame, length)) {
                assertThat(atB.trusts(A)).isTrue();
            }
            assertThat(b.counters().framesDropped()).isEqualTo(1);
            assertThat(atB.trusts(A))
                    .as("the link was full before it was given up")
                    .isTrue();
            atB.awaitSuspicion(A);
            assertThat(drain(silent)).isPositive();
        }
    }

    @Test
    void aGapInTheNumbersIsToldEvenIfItIsTheLastFrameThatIsMissing() throws Exception {
        RecordingReceiver atB = new RecordingReceiver();
        open(B, atB);
        try (Socket peer = connectTo(B)) {
            RawPeer.sendHello(peer, roster, "a", 1);
            atB.awaitTrust(A);
            long before = atB.count(What.RESET, A);
            RawPeer.send(peer, Packet.Kind.FRAME, 1, "one");
            RawPeer.send(peer, Packet.Kind.FRAME, 3, "three");
            RawPeer.send(peer, Packet.Kind.FRAME, 2, "late");
            atB.await("both", each -> each.framesFrom(A).size() == 2);
            assertThat(atB.framesFrom(A)).containsExactly("one", "three");
            assertThat(atB.count(What.RESET, A)).isEqualTo(before + 1);
            RawPeer.send(peer, Packet.Kind.BEAT, 4, "");
            atB.await("a reset", each -> each.count(What.RESET, A) == before + 2);
            RawPeer.send(peer, Packet.Kind.BEAT, 4, "");
            RawPeer.send(peer, Packet.Kind.FRAME, 5, "five");
            atB.await("the frame", each -> each.framesFrom(A).contains("five"));
            assertThat(atB.count(What.RESET, A)).isEqualTo(before + 2);
        }
    }

    @Test
    void aPacketThatANewerReleaseMayLeaveUnreadIsSkipped() throws Exception {
        RecordingReceiver atB = new RecordingReceiver();
        open(B, atB);
        try (Socket peer = connectTo(B)) {
            RawPeer.sendHello(peer, roster, "a", 1);
            atB.awaitTrust(A);
            RawPeer.send(peer, Packet.Kind.FRAME, 1, "one");
            RawPeer.send(peer, Packet.Kind.OPTIONAL, 1, "what only newer releases know");
            RawPeer.send(peer, Packet.Kind.FRAME, 2, "two");
            atB.await("both", each -> each.framesFrom(A).size() == 2);
            assertThat(atB.framesFrom(A)).containsExactly("one", "two");
            assertThat(atB.trusts(A)).isTrue();
        }
    }

    @Test
    void aPeerThatConfirmsMoreThanWasSentIsCutOff() throws Exception {
        RecordingReceiver atB = new RecordingReceiver();
        Transport b = open(B, atB);
        try (Socket peer = connectTo(B)) {
            RawPeer.sendHello(peer, roster, "a", 1);
            atB.awaitTrust(A);
            RawPeer.confirm(peer, 1_000_000);
            atB.awaitSuspicion(A);
            assertThat(b.counters().framesMalformed()).isEqualTo(1);
        }
    }

    /** It says that it has read all, so the window stays open, but the buffers of both systems are full. */
    @Test
    void aPeerThatConfirmsWhatItDoesNotReadIsCutOffAndHoldsUpNobody() throws Exception {
        RecordingReceiver atB = new RecordingReceiver();
        Transport b = open(B, atB);
        try (HeardLog log = new HeardLog(LinkSupervisor.class);
                Socket liar = connectTo(B)) {
            RawPeer.sendHello(liar, roster, "a", 1);
            atB.awaitTrust(A);
            byte[] frame = new byte[Frame.LENGTH_MAX];
            long sent = 0;
            while (b.counters().framesMalformed() == 0) {
                assertThat(sent).as("it is cut off before memory is full").isLessThan(1L << 30);
                if (b.offer(A, frame, frame.length)) {
                    sent += PeerConnection.cost(frame.length);
                    RawPeer.confirm(liar, sent);
                }
            }
            log.await("b cut off .* it confirms what it does not read.*");
            atB.awaitSuspicion(A);
        }
    }

    @Test
    void aBrokenConnectionIsReplacedAndBothSidesHearOfAReset() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atB = new RecordingReceiver();
        int portOfA = roster.member(A).port();
        int portOfB = roster.member(B).port();
        try (CuttableProxy toA = new CuttableProxy(portOfA);
                CuttableProxy toB = new CuttableProxy(portOfB)) {
            Roster throughProxies = new Roster(
                    "faults",
                    List.of(
                            new Roster.Member("a", "127.0.0.1", toA.port()),
                            new Roster.Member("b", "127.0.0.1", toB.port())));
            Transport a = open(throughProxies, A, 1, PATIENT.listeningAt("127.0.0.1", portOfA), atA);
            open(throughProxies, B, 1, PATIENT.listeningAt("127.0.0.1", portOfB), atB);
            connectAandB(atA, atB);
            toA.cutAll();
            toB.cutAll();
            atA.await("two resets", each -> each.count(What.RESET, B) >= 2 && each.trusts(B));
            atB.await("two resets", each -> each.count(What.RESET, A) >= 2 && each.trusts(A));
            Awaitility.await().atMost(RecordingReceiver.DEADLINE).until(() -> TransportContract.offer(a, B, "again"));
            atB.await("the frame", each -> each.framesFrom(A).contains("again"));
        }
    }

    private static long drain(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[1 << 16];
        long total = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            total += read;
        }
        return total;
    }
}
