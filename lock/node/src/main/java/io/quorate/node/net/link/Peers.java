// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.Membership;
import io.quorate.node.net.TransportMeter;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The peers of a node and how links to them begin: with all members of a roster, or with the nodes that it needs. */
public interface Peers {
    /** Makes them for a transport that opens. */
    interface Maker {
        Peers make(GuardedReceiver receiver, TransportMeter meter);
    }

    /** Sends a frame, now or as soon as there is a connection; false if it was dropped. */
    boolean offer(NodeId to, byte[] frame, int length);

    /** Those that this node may have to call. */
    Iterable<? extends Link> called();

    /** How many calls are made before the node counts as open. */
    int firstCalls();

    /** Those whose addresses are known from a roster. */
    default Iterable<? extends Link> listed() {
        return List.of();
    }

    /** Whether a member of the roster may call from this address. */
    default boolean isMemberAddress(InetAddress address) {
        return false;
    }

    /** Why this node does not talk with the one that says this; null if it does. */
    @Nullable
    String objectionTo(PeerConnection connection, Hello theirs, Hello mine);

    /** Takes the connection into use, or says why not. */
    @Nullable
    Refusal establish(PeerConnection connection, Hello theirs, Hello mine, long staleNanos);

    /** The members are others from now on, or elsewhere. */
    default void follow(Membership next) {
        throw new UnsupportedOperationException("these peers come from no roster, so none can change");
    }

    /** The key of the data directory of this member, as it has shown it; empty if it has shown none. */
    default String keyOf(NodeId member) {
        return "";
    }

    /** A connection of this link is over. */
    default void ended(Link link, PeerConnection connection) {
        link.ended(connection);
    }

    /** Called now and then by the thread that keeps time. */
    default void look(long now) {}

    /** Run this to be called soon. */
    default void wakeBy(Runnable action) {}

    /** Another node says that a process with the number or id of this one is there already. */
    default void ownIdIsTaken(Link saidBy, String why) {}
}
