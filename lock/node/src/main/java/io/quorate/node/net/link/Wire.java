// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.node.net.roles.PeerRights;
import java.io.IOException;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** The way to the other end of one {@link PeerConnection}: a socket, with or without TLS. */
public interface Wire {
    /** From now on what comes is told to the {@link LinkSupervisor}, with this connection. */
    void startReading(PeerConnection connection);

    /** Sends a packet, now or as soon as the socket takes it; an exception if the wire is broken. Never waits. */
    void send(Packet packet) throws IOException;

    /** The other side has said who it is: a member is served apart from guests and admin clients. */
    default void settle(boolean member) {}

    /** Sends what is left to send and hangs up, so that the other side can still read it. {@link #close} must follow. */
    default void end() {
        close();
    }

    /** Ends the wire; {@link LinkSupervisor#closed} follows on another thread. A second call does nothing. */
    void close();

    /** Why the other side cannot be this member; null if it can, or if this wire does not tell who is there. */
    default @Nullable String objectionTo(String memberId) {
        return null;
    }

    /**
     * Why the certificate of the other side, which was good once, is good no more; null if it is, or if there is none.
     *
     * @param untilItEnds whether it counts no longer than it says
     */
    default @Nullable String objectionNow(boolean untilItEnds) {
        return null;
    }

    /** Whether this node has a newer certificate than the one that the other side has seen. */
    default boolean isOutdated() {
        return false;
    }

    /** Whether a certificate proves who is there. */
    default boolean isAuthenticated() {
        return false;
    }

    /** From where the other side talks; null if that is unknown. */
    default @Nullable InetAddress address() {
        return null;
    }

    /** The rights of the peer; all rights, if this connection does not authenticate it. */
    default PeerRights rights() {
        return PeerRights.OF_ANYBODY;
    }

    /** Where it leads, for people. */
    String remote();
}
