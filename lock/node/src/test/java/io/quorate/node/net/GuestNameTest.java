// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.net.tcp.TcpTransport;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("threads")
class GuestNameTest {
    @Test
    void whatIsSaidIsUnderstood() {
        GuestName name = new GuestName(NodeId.INDEX_MAX, "batch");
        assertThat(GuestName.read(name.toMemberId())).isEqualTo(name);
    }

    @Test
    void whatIsNoGuestIsNone() {
        for (String other : new String[] {
            "a",
            "guest",
            "guest 7",
            "guest 7 ",
            "guest 00 a",
            "guest 1048576 a",
            "guest x a",
            "guest 7 a b",
            "guest 99999999 a"
        }) {
            assertThat(GuestName.read(other)).as(other).isNull();
        }
    }

    @Test
    @Timeout(60)
    void twoGuestsOfOneIndexAreNotLetIn() throws Exception {
        Roster roster = FreePorts.roster("inn", 1);
        NodeId index = NodeId.of(4711);
        CountDownLatch came = new CountDownLatch(1);
        Transport first = guest(roster, index, 5);
        try (Transport member = new TcpTransport(roster, NodeId.of(0), 1, "p", LinkSettings.usual())) {
            member.open(new RecordingReceiver() {
                @Override
                public void guestCame(NodeId guest, String name, PeerRights rights) {
                    came.countDown();
                }
            });
            first.open(new RecordingReceiver());
            assertThat(came.await(20, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> openAndClose(guest(roster, index, 3))).isInstanceOf(IdTakenException.class);
            first.close();
            openAndClose(guest(roster, index, 3)); // the index is free again
        } finally {
            first.close();
        }
    }

    private static void openAndClose(Transport transport) {
        try (transport) {
            transport.open(new RecordingReceiver());
        }
    }

    private static Transport guest(Roster roster, NodeId index, long incarnation) {
        return new TcpTransport(roster, index, "g" + incarnation, incarnation, "p", LinkSettings.usual());
    }
}
