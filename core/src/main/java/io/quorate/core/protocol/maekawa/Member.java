package io.quorate.core.protocol.maekawa;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.StateWriter;

/** What a requester knows of one member of its set. */
final class Member {
    final NodeId node;

    /** It is locked for us, as far as we know. */
    boolean locked;

    /** The highest number of a LOCKED that it has sent for this request. */
    long number;

    /** It has told us that an older request is before ours, or we know because we made room for that one. */
    boolean failed;

    /** It has inquired, and we have not answered. */
    boolean inquired;

    Member(NodeId node) {
        this.node = node;
    }

    Member copy() {
        Member copy = new Member(node);
        copy.locked = locked;
        copy.number = number;
        copy.failed = failed;
        copy.inquired = inquired;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.begin("member");
        writer.node("of", node);
        writer.flag("granted", locked);
        writer.number("seen", number);
        writer.flag("failed", failed);
        writer.flag("inquired", inquired);
        writer.end();
    }
}
