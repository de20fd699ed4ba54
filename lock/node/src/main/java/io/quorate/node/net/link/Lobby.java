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

    /** A member has one connection; after a break both sides may call, and more than once. */
    private static final int KNOWN_MIN = 64;

    private static final int KNOWN_FOR_EACH = 4;

    /** From where a caller may be, and whose place it takes. */
    enum Place {
        KNOWN,
        OTHER
    }

    private final int knownMax;
    private int known;
    private int others;

    /** By {@link #network}. */
    private final Map<Object, Integer> othersAt = new HashMap<>();

    Lobby(int members) {
        this.knownMax = KNOWN_MIN + KNOWN_FOR_EACH * members;
    }

    /** Takes a place for a caller; false if there is none. */
    synchronized boolean enter(InetAddress from, Place place) {
        if (place == Place.KNOWN) {
            boolean free = known < knownMax;
            known += free ? 1 : 0;
            return free;
        }
        Object network = network(from);
        int fromThere = othersAt.getOrDefault(network, 0);
        if (others == OTHERS_MAX || fromThere == ONE_ADDRESS_MAX) {
            return false;
        }
        others++;
        othersAt.put(network, fromThere + 1);
        return true;
    }

    /** The caller has said who it is, or has gone. */
    synchronized void leave(InetAddress from, Place place) {
        if (place == Place.KNOWN) {
            known--;
        } else {
            others--;
            othersAt.computeIfPresent(network(from), (network, count) -> count == 1 ? null : count - 1);
        }
    }

    /** One host has one address of IPv4, but 2^64 of IPv6, which share their first half. */
    private static Object network(InetAddress address) {
        return address instanceof Inet6Address
                ? ByteBuffer.wrap(address.getAddress(), 0, Long.BYTES).getLong()
                : address;
    }
}
