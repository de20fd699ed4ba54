// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Limits the callers that have not yet said who they are. Callers from the addresses of members have places of their own. The
 * other places are shared fairly: when all are taken, the network with most of them loses its oldest one to a new caller. So a
 * flood keeps out neither members nor callers from other addresses, however many hosts it comes from.
 */
final class Lobby {
    /** Maximum number of pending handshakes with callers from unknown addresses. */
    static final int OTHERS_MAX = 64;

    /** Maximum number of those from one host. */
    static final int ONE_ADDRESS_MAX = 16;

    /** A member has one connection; after a break both sides may call, and more than once. Half of them for one address. */
    private static final int KNOWN_MIN = 64;

    private static final int KNOWN_FOR_EACH = 4;

    /** From where a caller may be, and whose place it takes. */
    enum Place {
        KNOWN,
        OTHER
    }

    /**
     * The result for a caller that asked for a place.
     *
     * @param evicted has lost its place to the caller and is to be closed; null if nobody has
     */
    record Entry(boolean admitted, @Nullable PeerConnection evicted) {}

    /** Places of one kind, of which no host may take all. */
    private static final class Room {
        private final int max;
        private final int oneAddressMax;
        private int taken;

        /** By host. */
        private final Map<Object, Integer> takenFrom = new HashMap<>();

        Room(int max, int oneAddressMax) {
            this.max = max;
            this.oneAddressMax = oneAddressMax;
        }

        boolean isFull() {
            return taken >= max;
        }

        boolean mayHaveMore(Object host) {
            return takenFrom.getOrDefault(host, 0) < oneAddressMax;
        }

        void enter(Object host) {
            taken++;
            takenFrom.merge(host, 1, Integer::sum);
        }

        void leave(Object host) {
            taken--;
            takenFrom.computeIfPresent(host, (each, count) -> count == 1 ? null : count - 1);
        }
    }

    private final Room known;
    private final Room others = new Room(OTHERS_MAX, ONE_ADDRESS_MAX);

    /** Those from unknown addresses, oldest first. */
    private final Set<PeerConnection> seated = new LinkedHashSet<>();

    Lobby(int members) {
        int places = KNOWN_MIN + KNOWN_FOR_EACH * members;
        this.known = new Room(places, places / 2);
    }

    private Room room(Place place) {
        return place == Place.KNOWN ? known : others;
    }

    /** Takes a place for a caller, if there is one or somebody else must give up its own. */
    synchronized Entry enter(InetAddress from, Place place) {
        Room room = room(place);
        Object host = host(from, place);
        if (!room.mayHaveMore(host)) {
            return new Entry(false, null);
        }
        PeerConnection evicted = place == Place.OTHER && room.isFull() ? evictFor(from) : null;
        if (room.isFull()) {
            return new Entry(false, evicted);
        }
        room.enter(host);
        return new Entry(true, evicted);
    }

    /** The caller from an unknown address has a connection now. */
    synchronized void seat(PeerConnection connection) {
        seated.add(connection);
    }

    /** The caller has said who it is, or has gone. */
    synchronized void leave(InetAddress from, Place place, @Nullable PeerConnection connection) {
        room(place).leave(host(from, place));
        seated.remove(connection);
    }

    /** Frees the oldest place of the host with most places, in the network with most places. Null if all are leaving anyhow. */
    private @Nullable PeerConnection evictFor(InetAddress newcomer) {
        Object network = largest(Lobby::network, network(newcomer), null);
        Object host = largest(Lobby::host, host(newcomer), network);
        for (Iterator<PeerConnection> oldestFirst = seated.iterator(); oldestFirst.hasNext(); ) {
            PeerConnection each = oldestFirst.next();
            InetAddress from = each.address();
            if (from != null && host(from).equals(host) && each.leavesLobby() != null) {
                oldestFirst.remove();
                others.leave(host);
                return each;
            }
        }
        return null;
    }

    /** Which group has most places, with the one that the newcomer asks for; of several the one with the oldest place. */
    private Object largest(Function<InetAddress, Object> group, Object ofNewcomer, @Nullable Object within) {
        Map<Object, Integer> counts = new HashMap<>();
        for (PeerConnection each : seated) {
            InetAddress from = each.address();
            if (from != null && (within == null || network(from).equals(within))) {
                counts.merge(group.apply(from), 1, Integer::sum);
            }
        }
        counts.computeIfPresent(ofNewcomer, (each, count) -> count + 1);
        Object largest = ofNewcomer;
        for (PeerConnection each : seated) {
            InetAddress from = each.address();
            Object candidate = from == null ? ofNewcomer : group.apply(from);
            if (counts.getOrDefault(candidate, 0) > counts.getOrDefault(largest, 0)) {
                largest = candidate;
            }
        }
        return largest;
    }

    private static Object host(InetAddress address, Place place) {
        return place == Place.OTHER ? host(address) : address; // those of members are listed
    }

    /** One host has one address of IPv4, but 2^64 of IPv6, which share their first half. */
    private static Object host(InetAddress address) {
        return address instanceof Inet4Address ? address : bits(address, 64);
    }

    /** The network that one owner often has: a /24 of IPv4, a /48 of IPv6. */
    private static Object network(InetAddress address) {
        return bits(address, address instanceof Inet4Address ? 24 : 48);
    }

    private static Object bits(InetAddress address, int count) {
        return ByteBuffer.wrap(address.getAddress(), 0, count / Byte.SIZE);
    }
}
