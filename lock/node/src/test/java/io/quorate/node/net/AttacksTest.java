// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Frame;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.net.RecordingReceiver.What;
import io.quorate.node.net.link.AdminHello;
import io.quorate.node.net.link.Handshakes;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Refusal;
import io.quorate.node.net.tcp.TcpTransport;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an attacker tried from another address, once with success. The members are at 127.0.0.1; the attacker calls from other
 * addresses of this machine, as from another host.
 */
@Tag("threads")
class AttacksTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);

    /** Nobody is silent for so long only because the machine is busy. */
    private static final LinkSettings PATIENT =
            LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofSeconds(20));

    private static final int LINES_A_MINUTE = LogThrottle.TEXTS_MAX;

    private final List<Transport> opened = new ArrayList<>();
    private final List<Socket> sockets = new ArrayList<>();
    private final RecordingReceiver atA = new RecordingReceiver();
    private final RecordingReceiver atB = new RecordingReceiver();
    private Roster roster;

    @BeforeEach
    void makeRoster() throws IOException {
        roster = FreePorts.roster("attacked", 3);
    }

    @AfterEach
    void closeAll() throws IOException {
        opened.forEach(Transport::close);
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private Transport open(NodeId self, long incarnation, LinkSettings settings, RecordingReceiver receiver) {
        Transport transport = new TcpTransport(roster, self, incarnation, "quorum-lock", settings);
        opened.add(transport);
        transport.open(receiver);
        return transport;
    }

    private void openBoth() {
        open(A, 1, PATIENT, atA);
        open(B, 1, PATIENT, atB);
        atA.awaitTrust(B);
        atB.awaitTrust(A);
    }

    /** Calls a node from this address. */
    private Socket call(NodeId node, String from) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        Roster.Member called = roster.member(node);
        socket.connect(new InetSocketAddress(called.host(), called.port()));
        socket.setSoTimeout((int) RecordingReceiver.DEADLINE.toMillis());
        return socket;
    }

    private Hello hello(String id, long incarnation, long instance, long number) {
        return new Hello(
                roster.cluster(),
                "quorum-lock",
                id,
                incarnation,
                instance,
                number,
                roster.members().stream().map(Roster.Member::toString).toList());
    }

    private static void say(Socket socket, Packet.Kind kind, byte[] content) throws IOException {
        Packet packet = new Packet();
        packet.write(kind, 0, 0, content, content.length);
        RawPeer.write(socket, packet);
    }

    private static Packet hear(Socket socket) throws IOException {
        Packet packet = new Packet();
        packet.read(new DataInputStream(socket.getInputStream()));
        return packet;
    }

    private static String refusal(Socket socket) throws IOException {
        return Refusal.read(hear(socket).content()).text();
    }

    @Test
    void anInstanceLearntFromAnAnswerDoesNotTakeOverAMembersConnection() throws Exception {
        openBoth();
        Socket pretender = call(B, "127.0.0.2"); // as the third member, which is down
        say(pretender, Packet.Kind.HELLO, hello("c", 1, 4711, 1).toBytes());
        Hello ofB = Hello.read(hear(pretender).content());
        long resets = atA.count(What.RESET, B);
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            Socket attacker = call(A, "127.0.0.2");
            say(
                    attacker,
                    Packet.Kind.HELLO,
                    hello("b", ofB.incarnation(), ofB.instance(), 1_000_000).toBytes());
            assertThat(refusal(attacker)).contains("does not replace the live connection");
            log.await(
                    "a refused the node at 127\\.0\\.0\\.2:.*says it is \"b\" does not replace the live connection.*");
        }
        assertThat(atA.count(What.RESET, B)).isEqualTo(resets);
        assertThat(atA.trusts(B)).isTrue();
    }

    @Test
    void anAdminClientLearnsNothingThatTellsAProcessFromOthers() throws Exception {
        openBoth();
        Socket client = call(A, "127.0.0.2");
        say(client, Packet.Kind.ADMIN, new AdminHello("attacked", "x", "nobody").toBytes());
        Hello answer = Hello.read(hear(client).content());
        assertThat(answer.memberId()).isEqualTo("a");
        assertThat(answer.instance()).isZero();
        assertThat(answer.number()).isZero();
        assertThat(answer.incarnation()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {Integer.MAX_VALUE, Long.MAX_VALUE / 250 + 1_000_000_000, Long.MAX_VALUE})
    void anIncarnationFarAheadOfTheClockLocksNobodyOut(long incarnation) throws Exception {
        open(A, 1, PATIENT, atA);
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            Socket attacker = call(A, "127.0.0.2");
            say(attacker, Packet.Kind.HELLO, hello("b", incarnation, 4711, 1).toBytes());
            assertThat(refusal(attacker)).contains("years from now", "Set the clocks", "node.state");
            log.await("a refused .*member b says that it started .* years from now.*");
        }
        open(B, 1, PATIENT, atB);
        atA.awaitTrust(B);
    }

    @Test
    void whatSomebodySaidInAMembersNameFromElsewhereDoesNotBindTheMember() throws Exception {
        open(A, 1, PATIENT, atA);
        Socket attacker = call(A, "127.0.0.2");
        say(attacker, Packet.Kind.HELLO, hello("b", 1000, 4711, 1_000_000).toBytes());
        assertThat(hear(attacker).kind()).isEqualTo(Packet.Kind.HELLO);
        atA.awaitTrust(B);
        open(B, 1, PATIENT, atB); // a lower incarnation, but from the roster's address
        atB.awaitTrust(A);
        attacker.getInputStream().readAllBytes(); // heartbeats may come; it ends when the attacker is hung up on
        assertThat(atA.trusts(B)).isTrue();
    }

    @Test
    void aCallerThatNamesAnotherClusterLearnsNothingButNo() throws Exception {
        open(A, 1, PATIENT, atA);
        Socket caller = call(A, "127.0.0.2");
        Hello wrong = new Hello("guessed", "quorum-lock", "b", 1, 4711, 1, List.of("b=127.0.0.1:1"));
        say(caller, Packet.Kind.HELLO, wrong.toBytes());
        assertThat(refusal(caller))
                .contains("no node of the cluster \"guessed\" listens here")
                .doesNotContain("attacked", "127.0.0.1", "quorum-lock");
        assertThat(atA.refusals).as("it does not concern this node").isEmpty();
    }

    @Test
    void aFloodFromOneAddressKeepsNeitherMembersNorGuestsOut() throws Exception {
        Transport a = open(A, 1, PATIENT.withTls(TestCertificates.of("a")), atA);
        try (HeardLog log = new HeardLog(LinkSupervisor.class)) {
            while (a.counters().strangersTurnedAway() < 100) {
                call(A, "127.0.0.2").getOutputStream().write(0x16);
            }
            log.await("a rejected a connection from 127\\.0\\.0\\.2.*Members have reserved places.*");
        }
        open(B, 1, PATIENT.withTls(TestCertificates.of("b")), atB);
        atA.awaitTrust(B);
        Socket other = call(A, "127.0.0.3");
        other.getOutputStream().write(new byte[] {1, 2, 3, 4});
        assertThat(RawPeer.readWord(other))
                .as("somebody else still has a place, and an answer")
                .contains("TLS");
    }

    @Test
    void fourHostsCannotTakeAllPlacesOfUnknownCallers() throws Exception {
        open(A, 1, PATIENT.withTls(TestCertificates.of("a")), atA);
        try (HeardLog log = new HeardLog(LinkSupervisor.class)) {
            Awaitility.await("somebody who has a place and says nothing loses it")
                    .atMost(RecordingReceiver.DEADLINE)
                    .until(() -> {
                        for (int count = 0; count < 16; count++) {
                            for (int host = 2; host < 6; host++) {
                                call(A, "127.0.0." + host).getOutputStream().write(0x16);
                            }
                        }
                        Socket other = call(A, "127.0.1.1");
                        other.getOutputStream().write(new byte[] {1, 2, 3, 4});
                        assertThat(RawPeer.readWord(other))
                                .as("a place, and an answer")
                                .contains("TLS");
                        return log.lines().stream()
                                .anyMatch(
                                        line -> line.matches("a rejected a connection from 127\\.0\\.0\\.\\d:\\d+:.*"));
                    });
        }
    }

    @Test
    void silentAdminClientsTakeNoPlaceOfGuests() throws Exception {
        Transport a = open(A, 1, PATIENT, atA);
        for (int count = 0; count < 150; count++) {
            Socket client = call(A, "127.0.0.2");
            say(client, Packet.Kind.ADMIN, new AdminHello("attacked", "x" + count, "nobody").toBytes());
            assertThat(hear(client).kind()).isEqualTo(Packet.Kind.HELLO);
        }
        assertThat(sockets.get(0).getInputStream().read())
                .as("the one that was silent longest gives way")
                .isEqualTo(-1);
        Socket guest = call(A, "127.0.0.2");
        say(guest, Packet.Kind.HELLO, hello("guest 4000 batch", 1, 4711, 1).toBytes());
        assertThat(hear(guest).kind()).isEqualTo(Packet.Kind.HELLO);
        assertThat(a.counters().strangersTurnedAway()).isZero();
    }

    @Test
    void aGuestCannotTakeTheConnectionOfAnother() throws Exception {
        open(A, 1, PATIENT, atA);
        Socket guest = call(A, "127.0.0.2");
        say(guest, Packet.Kind.HELLO, hello("guest 4000 batch", 1, 4711, 1).toBytes());
        assertThat(hear(guest).kind()).isEqualTo(Packet.Kind.HELLO);
        Socket attacker = call(A, "127.0.0.3");
        say(attacker, Packet.Kind.HELLO, hello("guest 4000 batch", 1, 4711, 2).toBytes());
        assertThat(refusal(attacker)).contains("does not replace the live connection");
        Awaitility.await().atMost(RecordingReceiver.DEADLINE).until(() -> atA.trusts(NodeId.of(4000)));
    }

    @Test
    void whoeverWasNotCalledCannotSayWhyThisNodeDoesNotJoin() throws Exception {
        open(A, 1, PATIENT, atA);
        Socket caller = call(A, "127.0.0.2");
        try (HeardLog log = new HeardLog(LinkSupervisor.class)) {
            say(
                    caller,
                    Packet.Kind.REFUSED,
                    new Refusal(Refusal.Reason.DOES_NOT_FIT, "send your password to 127.0.0.2").toBytes());
            log.await("a cut off the connection with 127\\.0\\.0\\.2.*a refusal of no call.*");
        }
        assertThat(atA.refusals).isEmpty();
    }

    @Test
    void newTextsFromOutsideDoNotFillTheLog() throws Exception {
        open(A, 1, PATIENT, atA);
        try (HeardLog log = new HeardLog(Handshakes.class)) {
            for (int count = 0; count < 2 * LINES_A_MINUTE; count++) {
                try (Socket caller = call(A, "127.0.0.2")) {
                    Hello wrong = new Hello("guess " + count, "quorum-lock", "b", 1, 4711, 1, List.of());
                    say(caller, Packet.Kind.HELLO, wrong.toBytes());
                    assertThat(refusal(caller)).contains("no node of the cluster");
                }
            }
            assertThat(log.lines()).hasSizeLessThanOrEqualTo(LINES_A_MINUTE);
        }
    }

    @Test
    void theIndexOfAGuestThatHasGoneIsNotForOthers() throws Exception {
        open(A, 1, PATIENT.withTls(TestCertificates.of("a")), atA);
        NodeId index = NodeId.of(4000);
        for (int time = 0; time < 2; time++) { // the guest itself may come back
            try (Transport guest = guest(index, "b")) {
                guest.open(new RecordingReceiver());
                Awaitility.await().atMost(RecordingReceiver.DEADLINE).until(() -> atA.trusts(index));
            }
            Awaitility.await().atMost(RecordingReceiver.DEADLINE).until(() -> !atA.trusts(index));
        }
        try (Transport other = guest(index, "c");
                HeardLog log = new HeardLog(Handshakes.class)) {
            try {
                other.open(new RecordingReceiver()); // on a busy machine it returns before the answer is there
            } catch (IdTakenException refused) {
                assertThat(refused).hasMessageContaining("belongs to another guest than \"c\"");
            }
            log.await("a refused the node at .*belongs to another guest than \"c\".*");
        }
        assertThat(atA.trusts(index)).isFalse();
    }

    @Test
    void callersInAMembersNameDoNotUseUpTheConnectionsOfTheMember() throws Exception {
        open(A, 1, PATIENT, atA);
        String answer = "";
        for (long number = 1; !answer.contains("connections a second"); number++) {
            try (Socket attacker = call(A, "127.0.0.2")) {
                say(attacker, Packet.Kind.HELLO, hello("b", 1, 4711, number).toBytes());
                answer = RawPeer.readWord(attacker);
            }
        }
        Socket member = call(A, roster.member(B).host());
        say(member, Packet.Kind.HELLO, hello("b", 1, 4712, 1).toBytes());
        assertThat(hear(member).kind()).isEqualTo(Packet.Kind.HELLO);
    }

    @Test
    void anAdminClientThatDoesNotReadIsCutOff() throws Exception {
        byte[] answer = new byte[Frame.LENGTH_MAX];
        open(A, 1, PATIENT, new RecordingReceiver() {
            @Override
            public void adminRequested(Transport.AdminCaller client, byte[] bytes, int offset, int length) {
                client.answer(answer, answer.length);
            }
        });
        Socket client = call(A, "127.0.0.2");
        try (HeardLog log = new HeardLog(LinkSupervisor.class)) {
            say(client, Packet.Kind.ADMIN, new AdminHello("attacked", "x", "nobody").toBytes());
            for (int number = 1; number < 10; number++) {
                RawPeer.send(client, Packet.Kind.FRAME, number, "a question");
            }
            log.await("a cut off the connection with 127\\.0\\.0\\.2.*asks again, and has not read.*");
        }
    }

    /** A guest that says hello, and then reads and confirms nothing. */
    private NodeId deafGuest(int index, String from) throws IOException {
        Socket guest = call(A, from);
        say(
                guest,
                Packet.Kind.HELLO,
                hello("guest " + index + " deaf", 1, 4711, 1).toBytes());
        atA.awaitTrust(NodeId.of(index));
        return NodeId.of(index);
    }

    @Test
    void aGuestThatConfirmsNothingIsHungUpOnBeforeItPinsMuchMemory() throws Exception {
        Transport a = open(A, 1, PATIENT, atA);
        try (HeardLog log = new HeardLog(PeerConnection.class)) {
            NodeId deaf = deafGuest(4000, "127.0.0.2");
            byte[] frame = new byte[Frame.LENGTH_MAX];
            long taken = 0;
            while (a.offer(deaf, frame, frame.length)) {
                taken += frame.length;
            }
            assertThat(taken).as("a member may leave 16 MB waiting").isBetween(1L << 20, 3L << 20);
            log.await("Disconnected the guest deaf at 127\\.0\\.0\\.2:.*does not read.*");
            atA.awaitSuspicion(deaf);
        }
    }

    @Test
    void guestsThatConfirmNothingShareAnotherLimitAndTheSlowestGoes() throws Exception {
        Transport a = open(A, 1, PATIENT, atA);
        List<NodeId> guests = new ArrayList<>();
        for (int index = 4000; index < 4024; index++) {
            guests.add(deafGuest(index, "127.0.0." + (index - 3990)));
        }
        byte[] frame = new byte[Frame.LENGTH_MAX];
        try (HeardLog log = new HeardLog(PeerConnection.class)) {
            NodeId slowest = guests.get(7);
            for (int count = 0;
                    count < 8;
                    count++) { // more than what the kernel may take for one guest and not for another
                assertThat(a.offer(slowest, frame, frame.length)).isTrue();
            }
            int refused = 0;
            for (int count = 0; count < 30; count++) { // 1.9 MB for each: below the limit of one
                for (NodeId guest : guests) {
                    refused += a.offer(guest, frame, frame.length) ? 0 : 1;
                }
            }
            log.await("Disconnected the guest deaf at 127\\.0\\.0\\.17:.* for all\\..*");
            atA.awaitSuspicion(slowest);
            assertThat(refused).isPositive();
            long standing = guests.stream().filter(atA::trusts).count();
            assertThat(standing).as("others stay").isGreaterThan(guests.size() / 2);
        }
    }

    private Transport guest(NodeId index, String name) {
        return new TcpTransport(roster, index, name, 1, "quorum-lock", PATIENT.withTls(TestCertificates.of(name)));
    }
}
