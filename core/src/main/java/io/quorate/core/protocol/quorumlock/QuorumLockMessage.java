package io.quorate.core.protocol.quorumlock;

import io.quorate.core.model.Mode;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Fence;
import io.quorate.core.protocol.Message;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Messages;

/** The eight messages. Everything quotes the stamp of its request, and what is about one grant its number as well. */
public sealed interface QuorumLockMessage extends Message {
    /** The code says kind and flags; then the stamp, the grant's number where there is one, a fence or a floor. */
    Messages<QuorumLockMessage> TABLE = Messages.<QuorumLockMessage>of("message of the quorum lock")
            .message(Request.class, Request::read, 0, 1, 2, 3)
            .write((m, to) ->
                    to.writeCode(m.holding ? 2 : 0, m.mode == Mode.SHARED).writeStamp(m.stamp))
            .message(4, Release.class, in -> new Release(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(8, Relinquish.class, in -> new Relinquish(in.readStamp(), in.readLong()))
            .write((m, to) -> to.writeStamp(m.stamp).writeLong(m.number))
            .message(12, Announce.class, in -> new Announce(in.readStamp(), in.readLong(), Fence.read(in)))
            .write((m, to) -> to.writeStamp(m.stamp).writeLong(m.number).writeLong(m.fence))
            .message(
                    Grant.class,
                    (in, code) -> new Grant(in.readStamp(), in.readLong(), code == 17, Fence.read(in)),
                    16,
                    17)
            .write((m, to) -> to.writeCode(16, m.contended)
                    .writeStamp(m.stamp)
                    .writeLong(m.number)
                    .writeLong(m.floor))
            .message(20, Queued.class, in -> new Queued(in.readStamp()), (m, to) -> to.writeStamp(m.stamp))
            .message(
                    Inquire.class,
                    (in, code) -> new Inquire(in.readStamp(), in.readLong(), code == 25, Fence.read(in)),
                    24,
                    25)
            .write((m, to) -> to.writeCode(24, m.yield)
                    .writeStamp(m.stamp)
                    .writeLong(m.number)
                    .writeLong(m.floor))
            .message(28, Noted.class, in -> new Noted(in.readStamp(), Fence.read(in)))
            .write((m, to) -> to.writeStamp(m.stamp).writeLong(m.fence));

    /** The request that this is about. */
    Stamp stamp();

    private static String above(long floor) {
        return floor == 0 ? "" : " above " + Fence.text(floor);
    }

    /** To an arbiter: I want the lock; with {@code holding}, I have it by the votes of others, and want yours to keep it. */
    record Request(Stamp stamp, Mode mode, boolean holding) implements QuorumLockMessage {
        private static Request read(ByteSource in, int code) {
            return new Request(in.readStamp(), Mode.sharedIf((code & 1) != 0), (code & 2) != 0);
        }

        @Override
        public String toString() {
            return "Request " + stamp + (mode == Mode.SHARED ? " shared" : "") + (holding ? " holding" : "");
        }
    }

    /** To an arbiter: that request is over, granted or not. */
    record Release(Stamp stamp) implements QuorumLockMessage {
        @Override
        public String toString() {
            return "Release " + stamp;
        }
    }

    /** To an arbiter: I give this grant back, and wait on. */
    record Relinquish(Stamp stamp, long number) implements QuorumLockMessage {
        @Override
        public String toString() {
            return "Relinquish " + stamp + " #" + number;
        }
    }

    /** To an arbiter: the hold under this grant will have this fence; vouch for it. */
    record Announce(Stamp stamp, long number, long fence) implements QuorumLockMessage {
        @Override
        public String toString() {
            return "Announce " + stamp + " #" + number + " fence " + Fence.text(fence);
        }
    }

    /** To a requester: I vouch for this fence from now on. */
    record Noted(Stamp stamp, long fence) implements QuorumLockMessage {
        @Override
        public String toString() {
            return "Noted " + stamp + " fence " + Fence.text(fence);
        }
    }

    /**
     * To a requester: you have my vote; with {@code contended}, others wait already. No hold that I vouched for had a fence
     * above the floor.
     */
    record Grant(Stamp stamp, long number, boolean contended, long floor) implements QuorumLockMessage {
        @Override
        public String toString() {
            return "Grant " + stamp + " #" + number + (contended ? " contended" : "") + above(floor);
        }
    }

    /** To a requester: I know your request; it waits. */
    record Queued(Stamp stamp) implements QuorumLockMessage {
        @Override
        public String toString() {
            return "Queued " + stamp;
        }
    }

    /** To a requester: others wait for the vote that you have; with {@code yield}, one that goes before you does. */
    record Inquire(Stamp stamp, long number, boolean yield, long floor) implements QuorumLockMessage {
        @Override
        public String toString() {
            return "Inquire " + stamp + " #" + number + (yield ? " yield" : "") + above(floor);
        }
    }
}
