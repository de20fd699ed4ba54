package io.quorate.node.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class LobbyTest {
    private final Lobby lobby = new Lobby(2);

    private boolean enter(String from) throws UnknownHostException {
        return lobby.enter(InetAddress.getByName(from), Lobby.Place.OTHER);
    }

    @Test
    void theManyAddressesOfOneHostShareItsPlaces() throws Exception {
        for (int host = 1; host <= Lobby.ONE_ADDRESS_MAX; host++) {
            assertThat(enter("2001:db8::" + host)).isTrue();
        }
        assertThat(enter("2001:db8::ffff")).as("the same network").isFalse();
        assertThat(enter("2001:db8:0:1::1")).as("another network").isTrue();
        lobby.leave(InetAddress.getByName("2001:db8::7"), Lobby.Place.OTHER);
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
    void aFloodFromTheAddressOfOneMemberLeavesPlacesForTheOthers() throws Exception {
        InetAddress flooding = InetAddress.getByName("192.0.2.1");
        int taken = 0;
        while (lobby.enter(flooding, Lobby.Place.KNOWN)) {
            taken++;
        }
        assertThat(taken).isGreaterThan(Lobby.ONE_ADDRESS_MAX);
        InetAddress other = InetAddress.getByName("192.0.2.2");
        assertThat(lobby.enter(other, Lobby.Place.KNOWN)).isTrue();
        lobby.leave(other, Lobby.Place.KNOWN);
        for (; taken > 0; taken--) {
            lobby.leave(flooding, Lobby.Place.KNOWN);
        }
        assertThat(lobby.enter(flooding, Lobby.Place.KNOWN)).isTrue();
    }
}
