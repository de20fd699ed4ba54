// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.core.wire.Messages;
import java.util.ArrayList;
import java.util.List;

/** The messages between nodes where requests wait on their way, in partial queues. */
public sealed interface PathMessage extends DhtMessage {
    /** As bytes: the code, which also says the errand, the stamp, the replica, then the holder or the requests. */
    Messages<PathMessage> TABLE = Messages.<PathMessage>of("message to a queue on the way")
            .message(7, GrantReq.class, in -> new GrantReq(in.readStamp(), DhtMessage.readReplica(in), in.readStamp()))
            .write((m, to) -> to.writeStamp(m.stamp).writeByte(m.replica).writeStamp(m.holder))
            .message(Gather.class, Gather::read, 8, 9, 10)
            .write((m, to) -> {
                to.writeByte(8 + Errand.CODES.indexOf(m.errand))
                        .writeStamp(m.stamp)
                        .writeByte(m.replica);
                to.writeByte(m.requests.size());
                m.requests.forEach(to::writeStamp);
            });

    /** Which vote it is about. */
    int replica();

    /**
     * To a requester, from a node on the way of its Request or, as the paper has it, also from the replica: whose the vote is.
     *
     * @param holder the request that the sender takes for the one that has the vote
     */
    record GrantReq(Stamp stamp, int replica, Stamp holder) implements PathMessage {
        @Override
        public String toString() {
            return "GrantReq " + stamp + " holder " + holder + DhtMessage.at(replica);
        }
    }

    /** Why partial queues are emptied. */
    enum Errand {
        /** Somebody need not, or cannot, be waited for any more; the vote is given back by word of its owner itself. */
        GATHER("Gather"),
        /** As the paper has it: the request is over, and its vote is free. */
        RELEASE("Release"),
        /** As the paper has it: the request goes back into the queue of the replica. */
        YIELD("Yield");

        /** In the order of their codes on the wire. */
        private static final List<Errand> CODES = List.of(GATHER, RELEASE, YIELD);

        private final String text;

        Errand(String text) {
            this.text = text;
        }
    }

    /**
     * Along the way of a request towards the replica: takes the requests along that wait there.
     *
     * @param stamp of the request that is over; if it is among those that are taken along, it is not
     * @param requests the oldest first; each is as if it were still on its way
     */
    record Gather(Stamp stamp, int replica, Errand errand, List<Stamp> requests) implements PathMessage {
        /** Maximum number in one message. */
        public static final int REQUESTS_MAX = 255;

        public Gather {
            requests = List.copyOf(requests);
        }

        /** The requests are sorted, so that none is there twice. */
        private static Gather read(ByteSource in, int code) {
            Stamp stamp = in.readStamp();
            int replica = DhtMessage.readReplica(in);
            int count = in.readChoice(REQUESTS_MAX + 1, "number of requests");
            List<Stamp> requests = new ArrayList<>();
            for (int place = 0; place < count; place++) {
                Stamp next = in.readStamp();
                if (place > 0 && !requests.get(place - 1).isBefore(next)) {
                    throw new MalformedFrameException(
                            "requests that are not sorted: " + next + " is not after " + requests.get(place - 1));
                }
                requests.add(next);
            }
            return new Gather(stamp, replica, Errand.CODES.get(code - 8), requests);
        }

        /** Whether the request whose way it goes is over. */
        public boolean isOver() {
            return !requests.contains(stamp);
        }

        @Override
        public String kind() {
            return errand.text;
        }

        @Override
        public String toString() {
            return errand.text + " " + stamp + " with " + requests + DhtMessage.at(replica);
        }
    }
}
