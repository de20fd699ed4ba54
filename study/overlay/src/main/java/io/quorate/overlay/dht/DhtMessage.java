// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.Message;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.core.wire.Messages;
import org.jspecify.annotations.Nullable;

/** The messages of all protocols on a distributed hash table, by the names that the papers give them. Each quotes the stamp of a request. */
public sealed interface DhtMessage extends Message
        permits DhtMessage.Request,
                DhtMessage.Response,
                DhtMessage.Away,
                DhtMessage.Yield,
                DhtMessage.Release,
                DhtMessage.Transfer,
                PathMessage,
                TokenMessage {
    /** No lock has more replicas. */
    int REPLICAS_MAX = 128;

    /** As bytes: the code, the stamp, the replica where there is one, then what the message adds. */
    Messages<DhtMessage> TABLE = Messages.<DhtMessage>of("message of a lock on a distributed hash table")
            .message(0, Request.class, in -> new Request(in.readStamp(), readReplica(in), readFlag(in)))
            .write((m, to) -> to.writeStamp(m.stamp).writeByte(m.replica).writeByte(m.unstoppable ? 1 : 0))
            .message(Response.class, (in, code) -> code == 1 ? Response.readVote(in) : Response.readNoVote(in), 1, 2)
            .write(Response::write)
            .message(3, Away.class, in -> new Away(in.readStamp(), readReplica(in)))
            .write((m, to) -> to.writeStamp(m.stamp).writeByte(m.replica))
            .message(4, Yield.class, in -> new Yield(in.readStamp(), readReplica(in), in.readLong()))
            .write((m, to) -> to.writeStamp(m.stamp).writeByte(m.replica).writeLong(m.number))
            .message(5, Release.class, in -> new Release(in.readStamp(), readReplica(in)))
            .write((m, to) -> to.writeStamp(m.stamp).writeByte(m.replica))
            .message(6, Transfer.class, Transfer::read)
            .write((m, to) -> to.writeStamp(m.stamp).writeByte(m.replica).writeStamp(m.before))
            .all(PathMessage.TABLE)
            .behind(11, TokenMessage.TABLE);

    /** The request that this is about. */
    Stamp stamp();

    /** Reads the number of a replica. */
    static int readReplica(ByteSource in) {
        return in.readChoice(REPLICAS_MAX, "replica");
    }

    private static boolean readFlag(ByteSource in) {
        return in.readChoice(2, "yes or no") == 1;
    }

    /** As it is shown. */
    static String at(int replica) {
        return " at r" + (replica + 1);
    }

    /** To a replica, wherever it is: I want your vote. On the way nobody stops it that is unstoppable. */
    record Request(Stamp stamp, int replica, boolean unstoppable) implements DhtMessage {
        @Override
        public String toString() {
            return "Request " + stamp + at(replica);
        }
    }

    /**
     * From the replica itself: the request that it has voted for, which may be the receiver's.
     *
     * @param owner the request that has the vote; null if none has
     * @param number of a vote for this request: so often it has got one
     * @param known whether the request is taken into account; if not, it must be said again, in a session
     * @param place the number of others that get the vote before
     * @param older an older request that waits for this vote, and will get it first; null if none does, or nobody needs to know
     * @param floor of a vote for this request: no hold that this replica has voted for had a fence above it
     */
    record Response(
            Stamp stamp,
            int replica,
            @Nullable Stamp owner,
            long number,
            boolean known,
            int place,
            @Nullable Stamp older,
            long floor)
            implements DhtMessage {
        private static final int OWNED = 1;
        private static final int KNOWN = 2;
        private static final int OLDER = 4;

        /** The request has the vote. */
        public static Response vote(Stamp stamp, int replica, long number, @Nullable Stamp older, long floor) {
            return new Response(stamp, replica, stamp, number, true, 0, older, floor);
        }

        /** Another has it, or nobody. */
        public static Response noVote(
                Stamp stamp, int replica, @Nullable Stamp owner, boolean known, int place, @Nullable Stamp older) {
            return new Response(stamp, replica, owner, 0, known, place, older, 0);
        }

        public boolean isVote() {
            return stamp.equals(owner);
        }

        private static void write(Response response, ByteSink to) {
            boolean vote = response.isVote();
            Stamp owner = vote ? null : response.owner;
            Stamp older = response.older;
            to.writeByte(vote ? 1 : 2).writeStamp(response.stamp).writeByte(response.replica);
            if (vote) {
                to.writeLong(response.number).writeLong(response.floor).writeByte(older == null ? 0 : 1);
            } else {
                to.writeByte((owner == null ? 0 : OWNED) | (response.known ? KNOWN : 0) | (older == null ? 0 : OLDER));
            }
            if (owner != null) {
                to.writeStamp(owner);
            }
            if (older != null) {
                to.writeStamp(older);
            }
            if (!vote) {
                to.writeInt(response.place);
            }
        }

        private static Response readVote(ByteSource in) {
            Stamp stamp = in.readStamp();
            int replica = readReplica(in);
            long number = in.readLong();
            long floor = in.readLong();
            if (floor > Fence.MAX) {
                throw new MalformedFrameException("no fence has reached " + floor);
            }
            return vote(stamp, replica, number, readFlag(in) ? in.readStamp() : null, floor);
        }

        private static Response readNoVote(ByteSource in) {
            Stamp stamp = in.readStamp();
            int replica = readReplica(in);
            int flags = in.readChoice((OWNED | KNOWN | OLDER) + 1, "set of flags");
            Stamp owner = (flags & OWNED) == 0 ? null : in.readStamp();
            if (stamp.equals(owner)) {
                throw new MalformedFrameException("a vote for " + stamp + " that is none");
            }
            Stamp older = (flags & OLDER) == 0 ? null : in.readStamp();
            return noVote(stamp, replica, owner, (flags & KNOWN) != 0, in.readInt(), older);
        }

        @Override
        public String toString() {
            String vote = isVote()
                    ? " vote #" + number
                    : (owner == null ? " no vote" : " owner " + owner) + (known ? "" : " stranger");
            return "Response " + stamp + vote + (older == null ? "" : " wanted by " + older) + at(replica);
        }
    }

    /** From a node that is not, or not any more, where the replica is. */
    record Away(Stamp stamp, int replica) implements DhtMessage {
        @Override
        public String toString() {
            return "Away " + stamp + at(replica);
        }
    }

    /** To a replica: I give this vote back, and want it later. One message, so that nothing comes in between. */
    record Yield(Stamp stamp, int replica, long number) implements DhtMessage {
        @Override
        public String toString() {
            return "Yield " + stamp + " #" + number + at(replica);
        }
    }

    /** To a replica: that request is over. */
    record Release(Stamp stamp, int replica) implements DhtMessage {
        @Override
        public String toString() {
            return "Release " + stamp + at(replica);
        }
    }

    /** To a replica: the request that had the vote is over, and this one has it instead. */
    record Transfer(Stamp stamp, Stamp before, int replica) implements DhtMessage {
        private static Transfer read(ByteSource in) {
            Stamp stamp = in.readStamp();
            int replica = readReplica(in);
            return new Transfer(stamp, in.readStamp(), replica);
        }

        @Override
        public String toString() {
            return "Transfer " + before + " to " + stamp + at(replica);
        }
    }
}
