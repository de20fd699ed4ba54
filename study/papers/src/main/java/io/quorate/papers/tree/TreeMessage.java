// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.tree;

import io.quorate.core.lock.Message;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.Messages;

/**
 * The paper's six messages. As printed only Request and FAIL say more than their kind; here everything quotes the stamp of its
 * request, and what is about one grant its number as well. The machine that goes by the printed rules does not look at them.
 */
public sealed interface TreeMessage extends Message {
    /** As bytes: the code, then the stamp and the number of the grant, where there are such; after FAIL, the site. */
    Messages<TreeMessage> TABLE = Messages.<TreeMessage>of("message of the tree algorithm")
            .message(Request.class, (in, code) -> new Request(in.readStamp(), in.readLong(), code == 1), 0, 1)
            .write((m, to) -> to.writeCode(0, m.alive).writeStamp(m.stamp).writeLong(m.seen))
            .message(2, Reply.class, in -> new Reply(in.readStamp(), in.readLong()))
            .write((m, to) -> to.writeStamp(m.stamp).writeLong(m.number))
            .message(3, Inquire.class, in -> new Inquire(in.readStamp(), in.readLong()))
            .write((m, to) -> to.writeStamp(m.stamp).writeLong(m.number))
            .message(4, Yield.class, in -> new Yield(in.readStamp(), in.readLong()))
            .write((m, to) -> to.writeStamp(m.stamp).writeLong(m.number))
            .message(5, Relinq.class, in -> new Relinq(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(6, Fail.class, in -> new Fail(in.readNode()), (m, to) -> to.writeNode(m.site));

    /** A grant as text; without its number where there is none. */
    private static String grant(Stamp stamp, long number) {
        return number == 0 ? stamp.toString() : stamp + " #" + number;
    }

    /**
     * To a site of the quorum: I want to enter.
     *
     * @param seen the number of the last grant that I had from you, from which you count on if you have forgotten this request
     * @param alive this answers a FAIL of myself: I live, and my request still waits
     */
    record Request(Stamp stamp, long seen, boolean alive) implements TreeMessage {
        @Override
        public String toString() {
            return "Request " + stamp + (seen == 0 ? "" : " after #" + seen) + (alive ? " alive" : "");
        }
    }

    /** To a requester: you have my permission. */
    record Reply(Stamp stamp, long number) implements TreeMessage {
        @Override
        public String toString() {
            return "Reply " + grant(stamp, number);
        }
    }

    /** To a requester: an older request waits for the permission that you have. */
    record Inquire(Stamp stamp, long number) implements TreeMessage {
        @Override
        public String toString() {
            return "Inquire " + grant(stamp, number);
        }
    }

    /** To a site of the quorum: I give this permission back, and wait on. */
    record Yield(Stamp stamp, long number) implements TreeMessage {
        @Override
        public String toString() {
            return "Yield " + grant(stamp, number);
        }
    }

    /** To a site of the quorum: that request is over. */
    record Relinq(Stamp stamp) implements TreeMessage {
        @Override
        public String toString() {
            return "Relinq " + stamp;
        }
    }

    /** To all: this site has failed. To that very site: I have dropped your request, because you are said to have failed. */
    record Fail(NodeId site) implements TreeMessage {
        @Override
        public String toString() {
            return "Fail " + site;
        }
    }
}
