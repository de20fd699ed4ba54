// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.Message;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Messages;
import org.jspecify.annotations.Nullable;

/**
 * The six messages of section 4, and three for a take-over (section 9). In the paper only REQUEST carries a number. Here everything quotes the stamp of the request
 * that it is about, and what is about one LOCKED its number; rules as printed do not look at either.
 */
public sealed interface MaekawaMessage extends Message {
    /** As bytes: the code, the stamp, then the number where there is one; a role that was taken over comes first. */
    Messages<MaekawaMessage> TABLE = Messages.<MaekawaMessage>of("message of Maekawa's algorithm")
            .all(OfRequest.TABLE)
            .message(6, ForRole.class, in -> new ForRole(in.readNode(), OfRequest.TABLE.read(in)))
            .write((m, to) -> OfRequest.TABLE.write(m.said, to.writeNode(m.role)))
            .message(7, TakeOver.class, in -> new TakeOver(in.readNode()), (m, to) -> to.writeNode(m.role))
            .message(State.class, State::read, State.NONE, State.WAITS, State.LOCKED)
            .write(State::write);

    /** The six messages of section 4. */
    sealed interface OfRequest extends MaekawaMessage {
        Messages<OfRequest> TABLE = Messages.<OfRequest>of("message of Maekawa's algorithm")
                .message(0, Request.class, in -> new Request(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
                .message(1, Locked.class, in -> new Locked(in.readStamp(), in.readLong()))
                .write((m, to) -> to.writeStamp(m.stamp).writeLong(m.number))
                .message(2, Failed.class, in -> new Failed(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
                .message(3, Inquire.class, in -> new Inquire(in.readStamp(), in.readLong()))
                .write((m, to) -> to.writeStamp(m.stamp).writeLong(m.number))
                .message(4, Relinquish.class, in -> new Relinquish(in.readStamp(), in.readLong()))
                .write((m, to) -> to.writeStamp(m.stamp).writeLong(m.number))
                .message(5, Release.class, in -> new Release(in.readStamp()), (m, to) -> to.writeStamp(m.stamp));

        /** The request that this is about. */
        Stamp stamp();
    }

    /** To a member of the own set: I want to lock you. */
    record Request(Stamp stamp) implements OfRequest {
        @Override
        public String toString() {
            return "Request " + stamp;
        }
    }

    /** To a requester: I am locked for you. */
    record Locked(Stamp stamp, long number) implements OfRequest {
        @Override
        public String toString() {
            return "Locked " + stamp + " #" + number;
        }
    }

    /** To a requester: an older request is before you. */
    record Failed(Stamp stamp) implements OfRequest {
        @Override
        public String toString() {
            return "Failed " + stamp;
        }
    }

    /** To whom a member is locked for: an older request waits; will you succeed? */
    record Inquire(Stamp stamp, long number) implements OfRequest {
        @Override
        public String toString() {
            return "Inquire " + stamp + " #" + number;
        }
    }

    /** To a member: I give that lock back, and wait on. */
    record Relinquish(Stamp stamp, long number) implements OfRequest {
        @Override
        public String toString() {
            return "Relinquish " + stamp + " #" + number;
        }
    }

    /** To a member: that request is over. */
    record Release(Stamp stamp) implements OfRequest {
        @Override
        public String toString() {
            return "Release " + stamp;
        }
    }

    /**
     * One of the six, to or from the node that has taken over the role of a failed one. Messages about the own role only are not wrapped.
     */
    record ForRole(NodeId role, OfRequest said) implements MaekawaMessage {
        @Override
        public String kind() {
            return said.kind();
        }

        @Override
        public String toString() {
            return said + " as " + role;
        }
    }

    /** To who has the failed node in its set: I take over its role; what do you have from it? */
    record TakeOver(NodeId role) implements MaekawaMessage {
        @Override
        public String toString() {
            return "TakeOver " + role;
        }
    }

    /**
     * To who takes over: from now on only what you say for that role counts with me.
     *
     * @param stamp of the request that I have with it, if there is one
     * @param locked whether the failed node was locked for that request
     * @param seen the highest number of a LOCKED that I know of
     */
    record State(NodeId role, @Nullable Stamp stamp, boolean locked, long seen) implements MaekawaMessage {
        private static final int NONE = 8;
        private static final int WAITS = 9;
        private static final int LOCKED = 10;

        private static State read(ByteSource in, int code) {
            NodeId role = in.readNode();
            return code == NONE
                    ? new State(role, null, false, 0)
                    : new State(role, in.readStamp(), code == LOCKED, in.readLong());
        }

        private void write(ByteSink to) {
            if (stamp == null) {
                to.writeByte(NONE).writeNode(role);
            } else {
                to.writeByte(locked ? LOCKED : WAITS)
                        .writeNode(role)
                        .writeStamp(stamp)
                        .writeLong(seen);
            }
        }

        @Override
        public String toString() {
            return "State " + (stamp == null ? "none" : stamp + (locked ? " locked #" : " waits #") + seen) + " as "
                    + role;
        }
    }
}
