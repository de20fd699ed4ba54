// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.RecordingReceiver.What;
import io.quorate.node.net.tcp.TcpTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Members and strangers that mean ill, or are broken: each meets a limit. */
@Tag("threads")
class HostilePeersTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);
    /** Nobody is silent for so long only because the machine is busy. */
    private static final LinkSettings PATIENT =
            LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofSeconds(20));

    private final RecordingReceiver atB = new RecordingReceiver();
    private Roster roster;
    private Transport b;

    @BeforeEach
    void open() throws IOException {
        roster = FreePorts.roster("hostile", 3);
        b = new TcpTransport(roster, B, 1, "quorum-lock", PATIENT);
        b.open(atB);
    }

    @AfterEach
    void close() {
        b.close();
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), roster.member(B).port());
    }

    @Test
    void aMemberThatConnectsAgainAndAgainIsSlowedDown() throws Exception {
        String answer = "HELLO";
        for (int count = 0; answer.equals("HELLO"); count++) {
            assertThat(count).isLessThan(1000);
            assertThat(atB.count(What.RESET, A)).isEqualTo(count);
            try (Socket again = connect()) {
                again.setSoTimeout((int) RecordingReceiver.DEADLINE.toMillis());
                RawPeer.sendHello(again, roster, "a", 1);
                answer = RawPeer.readWord(again);
                long resets = answer.equals("HELLO") ? count + 1 : count;
                atB.await("the reset", each -> each.count(What.RESET, A) == resets);
            }
        }
        assertThat(answer).contains("connections a second", "look for what breaks them");
    }

    @Test
    void aMemberThatIsInNoRosterIsRefusedInWords() throws Exception {
        try (Socket nobody = connect()) {
            RawPeer.sendHello(nobody, roster, "x", 1);
            assertThat(RawPeer.readWord(nobody)).contains("\"x\" is not in its own roster");
        }
        Awaitility.await()
                .atMost(RecordingReceiver.DEADLINE)
                .until(() -> b.counters().peersRefused() == 1);
    }

    @Test
    void strangersBeyondTheLimitAreHungUpOnAndCounted() throws Exception {
        List<Socket> strangers = new ArrayList<>();
        try {
            while (b.counters().strangersTurnedAway() == 0) {
                assertThat(strangers).hasSizeLessThan(1000);
                strangers.add(connect());
            }
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }
}
