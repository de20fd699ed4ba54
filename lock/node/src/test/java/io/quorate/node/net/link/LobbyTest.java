// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.net.TransportMeter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
class LobbyTest {
    private final Lobby lobby = new Lobby(2);
    private final TransportMeter meter = new TransportMeter();

    /** A socket of a caller that has said nothing yet. */
    private record SilentWire(InetAddress address) implements Wire {
        @Override
        public void startReading(PeerConnection connection) {}

        @Override
        public void send(Packet packet) {}

        @Override
        public void close() {}

        @Override
        public String remote() {
            return address.getHostAddress();
        }
    }

    private Lobby.Entry call(String from) throws UnknownHostException {
        InetAddress address = InetAddress.getByName(from);
        Lobby.Entry entry = lobby.enter(address, Lobby.Place.OTHER);
        if (entry.admitted()) {
            lobby.seat(new PeerConnection(new SilentWire(address), null, Lobby.Place.OTHER, meter));
        }
        return entry;
    }

    private boolean enter(String from) throws UnknownHostException {
        return call(from).admitted();
    }

    /** Who lost its place to a caller from there. */
    private String evictedBy(String from) throws UnknownHostException {
        Lobby.Entry entry = call(from);
        assertThat(entry.admitted()).as("a place for " + from).isTrue();
        return entry.evicted() == null ? "nobody" : entry.evicted().remote();
    }

    @Test
    void theManyAddressesOfOneHostShareItsPlaces() throws Exception {
        for (int host = 1; host <= Lobby.ONE_ADDRESS_MAX; host++) {
            assertThat(enter("2001:db8::" + host)).isTrue();
        }
        assertThat(enter("2001:db8::ffff")).as("the same network").isFalse();
        assertThat(enter("2001:db8:0:1::1")).as("another network").isTrue();
        lobby.leave(InetAddress.getByName("2001:db8::7"), Lobby.Place.OTHER, null);
        assertThat(enter("2001:db8::ffff")).isTrue();
    }

    @Test
    void addressesOfTheOldKindAreOneHostEach() throws Exception {
        for (int count = 0; count < Lobby.ONE_ADDRESS_MAX; count++) {
            assertThat(enter("192.0.2.1")).isTrue();
        }
        assertThat(enter("192.0.2.1")).isFalse();
        assertThat(enter("192.0.2.2")).isTrue();
    }

    @Test
    void fourHostsThatTakeAllPlacesLoseThemToNewAddresses() throws Exception {
        for (int count = 0; count < Lobby.ONE_ADDRESS_MAX; count++) {
            for (int host = 1; host <= 4; host++) {
                assertThat(evictedBy("192.0.2." + host)).isEqualTo("nobody");
            }
        }
        for (int newcomer = 1; newcomer <= 16; newcomer++) {
            assertThat(evictedBy("198.51.100." + newcomer)).startsWith("192.0.2.");
        }
        for (int again = 0; again < 100; again++) { // the flood goes on, and only takes places from itself
            for (int host = 1; host <= 4; host++) {
                Lobby.Entry entry = call("192.0.2." + host);
                assertThat(entry.evicted() == null || entry.evicted().remote().startsWith("192.0.2."))
                        .isTrue();
            }
        }
    }

    @Test
    void neighboursOfAHostThatFloodsKeepTheirPlaces() throws Exception {
        assertThat(evictedBy("192.0.2.99")).isEqualTo("nobody");
        for (int count = 0; count < Lobby.ONE_ADDRESS_MAX; count++) {
            for (int host = 1; host <= 3; host++) {
                assertThat(evictedBy("192.0.2." + host)).isEqualTo("nobody");
            }
        }
        for (int host = 1; host < Lobby.ONE_ADDRESS_MAX; host++) {
            assertThat(evictedBy("198.51.100." + host)).isEqualTo("nobody");
        }
        for (int newcomer = 1; newcomer <= 10; newcomer++) {
            assertThat(evictedBy("203.0.113." + newcomer))
                    .as("in the largest network, of the host with most places")
                    .isIn("192.0.2.1", "192.0.2.2", "192.0.2.3");
        }
    }

    @Test
    void whereEveryNetworkHasOnePlaceTheOldestGoes() throws Exception {
        for (int network = 1; network <= Lobby.OTHERS_MAX; network++) {
            assertThat(evictedBy("10.0." + network + ".1")).isEqualTo("nobody");
        }
        assertThat(evictedBy("10.1.0.1")).isEqualTo("10.0.1.1");
        assertThat(evictedBy("2001:db8::1")).isEqualTo("10.0.2.1");
        assertThat(evictedBy("10.1.0.2")).as("its own network has most by then").isEqualTo("10.1.0.1");
    }

    @Test
    void aFloodFromTheAddressOfOneMemberLeavesPlacesForTheOthers() throws Exception {
        InetAddress flooding = InetAddress.getByName("192.0.2.1");
        int taken = 0;
        while (lobby.enter(flooding, Lobby.Place.KNOWN).admitted()) {
            taken++;
        }
        assertThat(taken).isGreaterThan(Lobby.ONE_ADDRESS_MAX);
        InetAddress other = InetAddress.getByName("192.0.2.2");
        assertThat(lobby.enter(other, Lobby.Place.KNOWN).admitted()).isTrue();
        lobby.leave(other, Lobby.Place.KNOWN, null);
        for (; taken > 0; taken--) {
            lobby.leave(flooding, Lobby.Place.KNOWN, null);
        }
        assertThat(lobby.enter(flooding, Lobby.Place.KNOWN).admitted()).isTrue();
    }
}
