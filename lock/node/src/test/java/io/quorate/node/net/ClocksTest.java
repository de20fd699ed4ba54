// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.node.net.RecordingReceiver.What;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.tcp.TcpTransport;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer whose clock runs off, as its heartbeats tell. */
@Tag("slow")
@Tag("threads")
@Timeout(120)
class ClocksTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);

    /** In a window that is short, only what is off by much can be told from delays. */
    private static final LinkSettings CLOCKS = LinkSettings.usual()
            .withTimes(Duration.ofMillis(100), Duration.ofSeconds(20))
            .withClocks(Duration.ofSeconds(1), 400);

    private final RecordingReceiver atA = new RecordingReceiver();

    private static void beat(Socket socket, long time) throws Exception {
        ByteSink content = new ByteSink();
        content.writeFixedLong(time);
        Packet packet = new Packet();
        packet.write(Packet.Kind.BEAT, 0, 0, content.buffer(), content.length());
        RawPeer.write(socket, packet);
    }

    /** Beats until A trusts the peer, or does not any more. */
    private void beatUntil(boolean trusted, Socket socket, LongSupplier clock) {
        await().atMost(RecordingReceiver.DEADLINE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    beat(socket, clock.getAsLong());
                    return atA.trusts(B) == trusted;
                });
    }

    @Test
    void aPeerWhoseClockRunsThreeTimesAsFastIsNotCountedUntilItIsRight() throws Exception {
        Roster roster = FreePorts.roster("clocks", 2);
        try (Transport a = new TcpTransport(roster, A, 1, "quorum-lock", CLOCKS)) {
            a.open(atA);
            try (Socket b = new Socket(
                    InetAddress.getLoopbackAddress(), roster.member(A).port())) {
                RawPeer.sendHello(b, roster, "b", 2);
                assertThat(RawPeer.readWord(b)).isEqualTo("HELLO");
                atA.awaitTrust(B);
                long start = System.nanoTime();
                beatUntil(false, b, () -> 3 * (System.nanoTime() - start));
                RawPeer.send(b, Packet.Kind.FRAME, 1, "not heard");
                long jump = 2 * (System.nanoTime() - start);
                beatUntil(true, b, () -> System.nanoTime() - start + jump);
                RawPeer.send(b, Packet.Kind.FRAME, 2, "heard");
                atA.await("a frame", each -> each.framesFrom(B).contains("heard"));
                assertThat(atA.framesFrom(B)).containsExactly("heard");
                assertThat(atA.count(What.RESET, B)).isGreaterThan(1);
            }
        }
    }
}
