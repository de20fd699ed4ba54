// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.HeardLog;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.RawPeer;
import io.quorate.node.net.RecordingReceiver;
import io.quorate.node.net.Roster;
import io.quorate.node.net.tcp.TcpTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node tells its operator that two levels run in the cluster, and that all are alike again. */
@Tag("threads")
class ClusterLevelTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);

    @Test
    void anUpgradeIsToldOnceAndItsEndToo() throws Exception {
        Roster roster = FreePorts.roster("levels", 2);
        LinkSettings settings = LinkSettings.usual().withTimes(Duration.ofMillis(100), Duration.ofSeconds(20));
        RecordingReceiver atB = new RecordingReceiver();
        try (HeardLog log = new HeardLog(ClusterLevel.class);
                TcpTransport b = new TcpTransport(roster, B, 1, "quorum-lock", settings)) {
            b.open(atB);
            sayHello(roster, atB, 1, 1);
            assertThat(log.ids()).as("all speak one level").isEmpty();
            sayHello(roster, atB, 2, 2);
            sayHello(roster, atB, 3, 2);
            assertThat(log.ids()).containsExactly(LogEvent.LEVELS_DIFFER.id());
            assertThat(log.lines().get(0))
                    .startsWith("Member a speaks level 2 of the protocol between nodes, this node speaks level 1");
            sayHello(roster, atB, 4, 1);
            assertThat(log.ids()).containsExactly(LogEvent.LEVELS_DIFFER.id(), LogEvent.LEVELS_ALIKE.id());
        }
    }

    /** Another start of the member a, of a release of this level, connects and goes away. */
    private static void sayHello(Roster roster, RecordingReceiver atB, long start, int level) throws IOException {
        long before = atB.count(RecordingReceiver.What.RESET, A);
        try (Socket peer =
                new Socket(InetAddress.getLoopbackAddress(), roster.member(B).port())) {
            RawPeer.sendHello(peer, roster, "a", start, level);
            atB.await("a's hello", each -> each.count(RecordingReceiver.What.RESET, A) > before);
        }
        Awaitility.await("that a is gone").atMost(RecordingReceiver.DEADLINE).until(() -> !atB.trusts(A));
    }
}
