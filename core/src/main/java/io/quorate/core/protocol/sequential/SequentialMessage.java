package io.quorate.core.protocol.sequential;

import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Message;

/** The paper's three messages that are left in section 10, and one for after a link reset. Departure: all quote the stamp. */
public sealed interface SequentialMessage extends Message {
    /** The request that this is about. */
    Stamp stamp();

    /** To a member: lock yourself for this request, as soon as those before it are over. */
    record Request(Stamp stamp) implements SequentialMessage {
        @Override
        public String toString() {
            return "Request " + stamp;
        }
    }

    /** To the origin: I am locked for you; in the cyclic variant, so are all members before me. */
    record Locked(Stamp stamp) implements SequentialMessage {
        @Override
        public String toString() {
            return "Locked " + stamp;
        }
    }

    /** To a member: that request is over, locked or not. */
    record Release(Stamp stamp) implements SequentialMessage {
        @Override
        public String toString() {
            return "Release " + stamp;
        }
    }

    /** To the origin, cyclic variant only: a link was reset; tell me by Release if that request is over. */
    record Inquire(Stamp stamp) implements SequentialMessage {
        @Override
        public String toString() {
            return "Inquire " + stamp;
        }
    }
}
