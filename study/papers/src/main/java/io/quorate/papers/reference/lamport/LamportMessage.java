// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.lamport;

import io.quorate.core.lock.Message;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.Messages;

/**
 * The three messages of the paper, and one for after a link reset. In the paper each message carries the time at which it was
 * sent. Departure: each quotes the request that it is about.
 */
public sealed interface LamportMessage extends Message {
    /** As bytes: the code, then the stamp; where links may have been reset, how often. */
    Messages<LamportMessage> TABLE = Messages.<LamportMessage>of("message of Lamport's algorithm")
            .message(0, Request.class, in -> new Request(in.readStamp(), in.readInt()))
            .write((m, to) -> to.writeStamp(m.stamp).writeInt(m.again))
            .message(1, Acknowledge.class, in -> new Acknowledge(in.readStamp(), in.readInt()))
            .write((m, to) -> to.writeStamp(m.stamp).writeInt(m.again))
            .message(2, Release.class, in -> new Release(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(3, Inquire.class, in -> new Inquire(in.readStamp()), (m, to) -> to.writeStamp(m.stamp));

    /** Rule 1, "Tm:Pi requests resource"; {@code again} says how often the link was reset since it was sent first. */
    record Request(Stamp stamp, int again) implements LamportMessage {
        @Override
        public String toString() {
            return "Request " + stamp + (again == 0 ? "" : " again " + again);
        }
    }

    /** Rule 2, the acknowledgement of the request that it quotes: sent later than that. */
    record Acknowledge(Stamp stamp, int again) implements LamportMessage {
        @Override
        public String toString() {
            return "Acknowledge " + stamp + (again == 0 ? "" : " again " + again);
        }
    }

    /** Rule 3, "Pi releases resource": that request is over, granted or not. */
    record Release(Stamp stamp) implements LamportMessage {
        @Override
        public String toString() {
            return "Release " + stamp;
        }
    }

    /** A link was reset: tell me by Release if that request of yours is over. */
    record Inquire(Stamp stamp) implements LamportMessage {
        @Override
        public String toString() {
            return "Inquire " + stamp;
        }
    }
}
