package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.RecordingReceiver.What;
import io.quorate.node.net.tcp.JChannelTransport;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Version;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What strangers and wrongly configured nodes do to a {@link JChannelTransport}. */
@Tag("long")
@Tag("threads")
class JChannelFaultsTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);
    private static final LinkSettings QUICK =
            LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofMillis(1000));

    private final List<Transport> opened = new ArrayList<>();
    private final RecordingReceiver atA = new RecordingReceiver();
    private final RecordingReceiver atB = new RecordingReceiver();
    private Roster roster;

    @BeforeEach
    void makeRoster() throws IOException {
        roster = FreePorts.roster("faults", 3);
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Transport::close);
    }

    private Transport open(Roster with, NodeId self, int incarnation, LinkSettings settings, Transport.Receiver to) {
        Transport transport = new JChannelTransport(with, self, incarnation, "quorum-lock", settings);
        opened.add(transport);
        transport.open(to);
        return transport;
    }

    private Transport openAandB() {
        Transport a = open(roster, A, 1, QUICK, atA);
        open(roster, B, 1, QUICK, atB);
        atA.awaitTrust(B);
        atB.awaitTrust(A);
        return a;
    }

    /** A stranger that knows the word with which JGroups nodes greet each other. */
    private Socket strangerAtB() throws IOException {
        Socket stranger =
                new Socket(InetAddress.getLoopbackAddress(), roster.member(B).port());
        DataOutputStream out = new DataOutputStream(stranger.getOutputStream());
        IpAddress claimed = new IpAddress(InetAddress.getLoopbackAddress(), 1);
        out.write(Connection.cookie);
        out.writeShort(Version.version);
        out.writeShort(claimed.serializedSize());
        claimed.writeTo(out);
        return stranger;
    }

    private static byte[] onTheWire(Message message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(Version.version);
        out.writeByte(2); // for all
        out.writeShort(message.getType());
        message.writeTo(out);
        return bytes.toByteArray();
    }

    private static void isCutOff(Socket stranger) throws IOException {
        try {
            stranger.setSoTimeout((int) RecordingReceiver.DEADLINE.toMillis());
            while (stranger.getInputStream().read() >= 0) {
                // whatever it says before it hangs up
            }
        } catch (SocketException reset) {
            assertThat(reset).hasMessageMatching("(?i).*(reset|broken pipe|closed).*");
        }
    }

    private void frameStillPasses(Transport a) {
        assertThat(TransportContract.offer(a, B, "still here")).isTrue();
        atB.await("the frame", each -> each.framesFrom(A).contains("still here"));
        assertThat(atB.count(What.SUSPECTED, A)).isZero();
    }

    @Test
    void rubbishIsCutOffAndTheNodeWorksOn() throws Exception {
        Transport a = openAandB();
        byte[] rubbish = new byte[1 << 20];
        new Random(42).nextBytes(rubbish);
        try (Socket stranger =
                new Socket(InetAddress.getLoopbackAddress(), roster.member(B).port())) {
            stranger.getOutputStream().write(rubbish);
            isCutOff(stranger);
        } catch (SocketException cutOffWhileWriting) {
            assertThat(cutOffWhileWriting).hasMessageMatching("(?i).*(reset|broken pipe|closed).*");
        }
        frameStillPasses(a);
    }

    @Test
    void lengthsBeyondTheLimitOutsideAndInsideAMessageAreCutOffAndCounted() throws Exception {
        Transport a = openAandB();
        try (Socket stranger = strangerAtB()) {
            new DataOutputStream(stranger.getOutputStream()).writeInt(Integer.MAX_VALUE);
            isCutOff(stranger);
        }
        byte[] lying = onTheWire(new BytesMessage(null, new byte[4]));
        lying[lying.length - 8] = 0x7F; // the length of the payload: two gigabytes instead of four bytes
        try (Socket stranger = strangerAtB()) {
            DataOutputStream out = new DataOutputStream(stranger.getOutputStream());
            out.writeInt(lying.length);
            out.write(lying);
            isCutOff(stranger);
        }
        Awaitility.await()
                .atMost(RecordingReceiver.DEADLINE)
                .until(() -> opened.get(1).counters().framesMalformed() == 2);
        frameStillPasses(a);
    }

    /** Counts how often it is deserialised. */
    static final class Trap implements Serializable {
        private static final long serialVersionUID = 1L;
        static final AtomicInteger SPRUNG = new AtomicInteger();

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            SPRUNG.incrementAndGet();
        }
    }

    @Test
    void aStrangerCannotMakeItDeserialiseAnObject() throws Exception {
        Transport a = openAandB();
        byte[] trap = onTheWire(new ObjectMessage(null, new Trap()));
        try (Socket stranger = strangerAtB()) {
            DataOutputStream out = new DataOutputStream(stranger.getOutputStream());
            out.writeInt(trap.length);
            out.write(trap);
            isCutOff(stranger);
        }
        assertThat(Trap.SPRUNG).hasValue(0);
        assertThat(opened.get(1).counters().framesMalformed()).isEqualTo(1);
        frameStillPasses(a);
    }

    @Test
    void nodesOfAnotherClusterOrProtocolRefuseEachOther() throws Exception {
        Transport a = open(roster, A, 1, QUICK, atA);
        open(new Roster("another", roster.members()), B, 1, QUICK, atB);
        Awaitility.await()
                .atMost(RecordingReceiver.DEADLINE)
                .until(() -> a.counters().peersRefused() > 0
                        && opened.get(1).counters().peersRefused() > 0);
        assertThat(atA.told).isEmpty();
        assertThat(atB.told).isEmpty();
    }

    @Test
    void aSecondProcessWithTheSameIdIsToldSo() throws Exception {
        openAandB();
        assertThatThrownBy(() ->
                        open(roster, B, 2, QUICK.listeningAt("127.0.0.1", FreePorts.one()), new RecordingReceiver()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("a node with id \"b\" is already running");
        frameStillPasses(opened.get(0));
    }

    @Test
    void aPortInUseIsExplained() throws Exception {
        open(roster, A, 1, QUICK, atA);
        assertThatThrownBy(() -> open(roster, A, 2, QUICK, new RecordingReceiver()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("is in use: stop the program that has it or choose another port");
    }
}
