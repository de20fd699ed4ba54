// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.tcp.TcpTransport;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** T1: a member tells that it hears from another process of a member than this node does. */
@Tag("threads")
@Timeout(120)
class TwinsTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);
    private static final NodeId C = NodeId.of(2);
    private static final LinkSettings QUICK =
            LinkSettings.usual().withTimes(Duration.ofMillis(200), Duration.ofSeconds(3));

    private final Twice atA = new Twice();
    private final Twice atB = new Twice();

    /** Keeps what it is told about twins as well. */
    private static final class Twice extends RecordingReceiver {
        final List<NodeId> twins = new CopyOnWriteArrayList<>();
        final List<String> taken = new CopyOnWriteArrayList<>();

        @Override
        public void twinSeen(NodeId peer) {
            twins.add(peer);
        }

        @Override
        public void idTaken(String why) {
            taken.add(why);
        }
    }

    private static void tellStart(Socket socket, NodeId member, long instance) throws Exception {
        ByteSink content = new ByteSink();
        content.writeInt(1);
        content.writeNode(member);
        content.writeFixedLong(instance);
        byte[] where = "elsewhere:1".getBytes(StandardCharsets.UTF_8);
        content.writeInt(where.length);
        content.writeBytes(where);
        Packet packet = new Packet();
        packet.write(Packet.Kind.STARTS, 0, 0, content.buffer(), content.length());
        RawPeer.write(socket, packet);
    }

    @Test
    void twoProcessesOfOneMemberCountForNothingAndAreToldToEnd() throws Exception {
        Roster roster = FreePorts.roster("twins", 3);
        try (Transport a = new TcpTransport(roster, A, 1, "quorum-lock", QUICK);
                Transport b = new TcpTransport(roster, B, 1, "quorum-lock", QUICK)) {
            a.open(atA);
            b.open(atB);
            atB.awaitTrust(A);
            try (Socket c = new Socket(
                    InetAddress.getLoopbackAddress(), roster.member(B).port())) {
                RawPeer.sendHello(c, roster, "c", 2);
                assertThat(RawPeer.readWord(c)).isEqualTo("HELLO");
                atB.awaitTrust(C);
                await().atMost(RecordingReceiver.DEADLINE).until(() -> {
                    tellStart(c, A, 99);
                    return !atA.taken.isEmpty();
                });
                assertThat(atB.twins)
                        .as("told before the process was told to end")
                        .contains(A);
                assertThat(atA.taken.get(0))
                        .contains("two processes have the id \"a\"")
                        .contains("elsewhere:1")
                        .contains("start one of them again, and only one");
            }
        }
    }

    @Test
    void oneProcessThatAllHearFromIsNoTwin() throws Exception {
        Roster roster = FreePorts.roster("one", 3);
        Twice atC = new Twice();
        try (Transport a = new TcpTransport(roster, A, 1, "quorum-lock", QUICK);
                Transport b = new TcpTransport(roster, B, 1, "quorum-lock", QUICK);
                Transport c = new TcpTransport(roster, C, 1, "quorum-lock", QUICK)) {
            a.open(atA);
            b.open(atB);
            c.open(atC);
            atB.awaitTrust(A);
            atC.awaitTrust(B);
            byte[] frame = {1};
            for (int beat = 0; beat < 5; beat++) { // a frame behind each heartbeat: what was told before has been read
                long before = b.counters().framesReceived();
                await().atMost(RecordingReceiver.DEADLINE).until(() -> {
                    a.offer(B, frame, 1);
                    return b.counters().framesReceived() > before;
                });
            }
            assertThat(atA.twins).isEmpty();
            assertThat(atB.twins).isEmpty();
            assertThat(atC.twins).isEmpty();
        }
    }
}
