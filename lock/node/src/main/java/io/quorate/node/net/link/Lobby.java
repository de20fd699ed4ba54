package io.quorate.node.net.link;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the callers that have not yet said who they are. Callers from the addresses of members have places of their own, and
 * no other address may take all the rest: a flood from one host keeps neither members nor guests out.
 */
final class Lobby {
    /** Maximum number of pending handshakes with callers from unknown addresses. */
    static final int OTHERS_MAX = 64;

    /** Maximum number of those from one address, or from one network of IPv6. */
    static final int ONE_ADDRESS_MAX = 16;

    /** A member has one connection; after a break both sides may call, and more than once. Half of them for one address. */
    private static final int KNOWN_MIN = 64;

    private static final int KNOWN_FOR_EACH = 4;

    /** From where a caller may be, and whose place it takes. */
    enum Place {
        KNOWN,
        OTHER
    }

    /** Places of one kind, of which no address may take all. */
    private static final class Room {
        private final int max;
        private final int oneAddressMax;
        private int taken;

        /** By {@link #origin}. */
        private final Map<Object, Integer> takenFrom = new HashMap<>();

        Room(int max, int oneAddressMax) {
            this.max = max;
            this.oneAddressMax = oneAddressMax;
        }

        boolean enter(Object origin) {
            int fromThere = takenFrom.getOrDefault(origin, 0);
            if (taken == max || fromThere == oneAddressMax) {
                return false;
            }
            taken++;
            takenFrom.put(origin, fromThere + 1);
            return true;
        }

        void leave(Object origin) {
            taken--;
            takenFrom.computeIfPresent(origin, (each, count) -> count == 1 ? null : count - 1);
        }
    }

    private final Room known;
    private final Room others = new Room(OTHERS_MAX, ONE_ADDRESS_MAX);

    Lobby(int members) {
        int places = KNOWN_MIN + KNOWN_FOR_EACH * members;
        this.known = new Room(places, places / 2);
    }

    private Room room(Place place) {
        return place == Place.KNOWN ? known : others;
    }

    /** Takes a place for a caller; false if there is none. */
    synchronized boolean enter(InetAddress from, Place place) {
        return room(place).enter(origin(from, place));
    }

    /** The caller has said who it is, or has gone. */
    synchronized void leave(InetAddress from, Place place) {
        room(place).leave(origin(from, place));
    }

    /** One host has one address of IPv4, but 2^64 of IPv6, which share their first half; those of members are listed. */
    private static Object origin(InetAddress address, Place place) {
        return address instanceof Inet6Address && place == Place.OTHER
                ? ByteBuffer.wrap(address.getAddress(), 0, Long.BYTES).getLong()
                : address;
    }
}
