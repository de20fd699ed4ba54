package io.quorate.node.net.link;

import org.jspecify.annotations.Nullable;

/** The way to the other end of one {@link PeerConnection}: a socket, or a part of something that many share. */
public interface Wire {
    /** From now on what comes is told to the {@link LinkSupervisor}, with this connection. */
    void startReading(PeerConnection connection);

    /** Sends these bytes as one packet; an exception if the wire is broken. Copies what it needs later. */
    void send(byte[] bytes, int offset, int length) throws Exception;

    /** Ends the wire; {@link LinkSupervisor#closed} follows on another thread. A second call does nothing. */
    void close();

    /** Why the other side cannot be this member; null if it can, or if this wire does not tell who is there. */
    default @Nullable String objectionTo(String memberId) {
        return null;
    }

    /** Where it leads, for people. */
    String remote();
}
