// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.core.wire.Messages;
import java.util.List;

/** The messages that sections 6.1 to 6.3 add. */
public sealed interface MediaMessage extends RicartAgrawalaMessage {
    /** As bytes: the code, then what the message says; a broadcast holds another message whole. */
    Messages<MediaMessage> TABLE = Messages.<MediaMessage>of("message of the sections 6.1 to 6.3")
            .message(0, Deferred.class, in -> new Deferred(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(1, Broadcast.class, Broadcast::read)
            .write((m, to) -> RicartAgrawalaMessage.TABLE.write(m.content, to))
            .message(2, ReplyList.class, in -> new ReplyList(in.readList(ByteSource::readStamp)))
            .write((m, to) -> to.writeList(m.stamps, ByteSink::writeStamp))
            .message(3, MediumRequest.class, in -> new MediumRequest(), (m, to) -> {})
            .message(4, MediumReply.class, in -> new MediumReply(), (m, to) -> {})
            .message(5, RingRequest.class, in -> new RingRequest(in.readStamp(), in.readNodes()))
            .write((m, to) -> to.writeStamp(m.stamp).writeNodes(m.deferredBy));

    /** DEFERRED: section 6.1; the REPLY to the request with this stamp will come later. */
    record Deferred(Stamp stamp) implements MediaMessage {
        @Override
        public String toString() {
            return "Deferred " + stamp;
        }
    }

    /** Section 6.2: one transmission that all other nodes hear. */
    record Broadcast(RicartAgrawalaMessage content) implements MediaMessage {
        public Broadcast {
            if (content.isBroadcast()) {
                throw new IllegalArgumentException("a broadcast is not broadcast again: " + content);
            }
        }

        private static Broadcast read(ByteSource in) {
            RicartAgrawalaMessage content = RicartAgrawalaMessage.TABLE.read(in);
            if (content.isBroadcast()) {
                throw new MalformedFrameException("a broadcast is broadcast again");
            }
            return new Broadcast(content);
        }

        @Override
        public String kind() {
            return content.kind();
        }

        @Override
        public boolean isBroadcast() {
            return true;
        }

        @Override
        public String toString() {
            return content + " (broadcast)";
        }
    }

    /** Section 6.2.2: one REPLY for several, with the list of those it is for, each with the number of its request. */
    record ReplyList(List<Stamp> stamps) implements MediaMessage {
        public ReplyList {
            stamps = List.copyOf(stamps);
        }

        @Override
        public String kind() {
            return "Reply";
        }

        @Override
        public String toString() {
            return "Reply " + stamps;
        }
    }

    /** Section 6.2.1: a REQUEST without a number; its place on the medium is its number. */
    record MediumRequest() implements MediaMessage {
        @Override
        public String kind() {
            return "Request";
        }

        @Override
        public boolean isBroadcast() {
            return true;
        }

        @Override
        public String toString() {
            return "Request (broadcast)";
        }
    }

    /** Section 6.2.1: the REPLY to everybody whose REQUEST came later than the sender's own, which is over. */
    record MediumReply() implements MediaMessage {
        @Override
        public String kind() {
            return "Reply";
        }

        @Override
        public boolean isBroadcast() {
            return true;
        }

        @Override
        public String toString() {
            return "Reply (broadcast)";
        }
    }

    /** Section 6.3: a REQUEST that goes from node to node, with the notes "DEFERRED by node j" that it has collected. */
    record RingRequest(Stamp stamp, NodeSet deferredBy) implements MediaMessage {
        public RingRequest notedBy(NodeId node) {
            return new RingRequest(stamp, deferredBy.with(node));
        }

        @Override
        public String kind() {
            return "Request";
        }

        @Override
        public String toString() {
            return "Request " + stamp + (deferredBy.isEmpty() ? "" : " deferred by " + deferredBy);
        }
    }
}
