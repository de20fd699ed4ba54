package io.quorate.node.net;

import org.jspecify.annotations.Nullable;

/** What happens to wires. About one session one call at a time, but for {@link #closed}. */
interface WireEvents {
    /** A session for a wire that somebody else began; its hello has to come first. Null to hang up. */
    @Nullable
    Session accepted(Wire wire);

    /** A packet has come. */
    void received(Session session, Packet packet);

    /** What has come from there is not ours; it is cut off. */
    void malformed(String remote, Exception what);

    /** Who is there could not be made sure of, so nothing was said and nothing heard; the wire ends. */
    void notTrusted(Session session, String why);

    /** The wire is no more. */
    void closed(Session session);
}
