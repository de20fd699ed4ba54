// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.sequential;

import io.quorate.core.lock.Message;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.Messages;

/** The paper's three messages that are left in section 10, and one for after a link reset. Departure: all quote the stamp. */
public sealed interface SequentialMessage extends Message {
    /** As bytes: the code, then the stamp. */
    Messages<SequentialMessage> TABLE = Messages.<SequentialMessage>of("message of the sequential lock")
            .message(0, Request.class, in -> new Request(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(1, Locked.class, in -> new Locked(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(2, Release.class, in -> new Release(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(3, Inquire.class, in -> new Inquire(in.readStamp()), (m, to) -> to.writeStamp(m.stamp));

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
