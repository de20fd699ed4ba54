// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.suzukikasami;

import io.quorate.core.lock.Message;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Messages;
import java.util.List;
import java.util.StringJoiner;

/** The two messages of the paper. */
public sealed interface SuzukiKasamiMessage extends Message {
    /** As bytes: the code; then a number, or the token: passes, LN up to the last that is not 0, Q. */
    Messages<SuzukiKasamiMessage> TABLE = Messages.<SuzukiKasamiMessage>of("message of Suzuki and Kasami's algorithm")
            .message(0, Request.class, in -> new Request(in.readLong()), (m, to) -> to.writeLong(m.number))
            .message(
                    1,
                    Privilege.class,
                    in -> new Privilege(in.readLong(), Numbers.read(in), in.readList(ByteSource::readNode)))
            .write((m, to) -> m.served.write(to.writeLong(m.passes)).writeList(m.queue, ByteSink::writeNode));

    /** REQUEST(j, n): the sender, j, asks for the n-th time. */
    record Request(long number) implements SuzukiKasamiMessage {
        @Override
        public String toString() {
            return "Request " + number;
        }
    }

    /**
     * PRIVILEGE(Q, LN): the token.
     *
     * @param passes Departure: how often it was passed on, so that a token that was taken already is recognised
     * @param served LN: the number of the request of each node that was served last
     * @param queue Q: who gets it next, in this order
     */
    record Privilege(long passes, Numbers served, List<NodeId> queue) implements SuzukiKasamiMessage {
        public Privilege {
            queue = List.copyOf(queue);
        }

        @Override
        public String toString() {
            StringJoiner waiting = new StringJoiner(",");
            queue.forEach(node -> waiting.add(node.toString()));
            return "Privilege " + passes
                    + (served.isZero() ? "" : " LN " + served)
                    + (queue.isEmpty() ? "" : " Q " + waiting);
        }
    }
}
