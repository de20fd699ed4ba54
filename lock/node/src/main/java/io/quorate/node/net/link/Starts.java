package io.quorate.node.net.link;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.Printable;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * T1: which start of each member is alive. With every heartbeat a node tells the other members from which process of each it hears;
 * when two of them hear from two processes under one id, neither counts any more, and both are told to end.
 */
final class Starts {
    private static final System.Logger LOG = System.getLogger(Starts.class.getName());

    private static final int MEMBERS_MAX = 4096;
    private static final int WHERE_LENGTH_MAX = 200;

    private final String self;
    private final Peers peers;
    private final GuardedReceiver receiver;

    /** Who was not heard within this time is not told of. */
    private final long freshNanos;

    /** A peer that connected within this time may have started again: what is told of it may be of before. */
    private final long settledNanos;

    /** Two reports within this time are about the same two processes: one alone may be of one that has just ended. */
    private final long againNanos;

    private final long beatNanos;

    /** When a second process was last reported, by the number of the member. */
    private final Map<NodeId, Long> reported = new HashMap<>();

    Starts(String self, Peers peers, GuardedReceiver receiver, long beatNanos, long silenceNanos) {
        this.self = self;
        this.peers = peers;
        this.receiver = receiver;
        this.freshNanos = beatNanos + beatNanos / 2;
        this.beatNanos = beatNanos;
        this.settledNanos = silenceNanos;
        this.againNanos = 4 * beatNanos;
    }

    /** Whom this node hears from, for one of the members. */
    byte[] forMember(NodeId reader, long now) {
        List<Link> heard = new ArrayList<>();
        for (Link link : peers.listed()) {
            if (!link.peer().equals(reader) && link.isMember() && link.instanceHeard(now, freshNanos) != 0) {
                heard.add(link);
            }
        }
        ByteSink sink = new ByteSink();
        sink.writeInt(heard.size());
        for (Link link : heard) {
            sink.writeNode(link.peer());
            sink.writeFixedLong(link.instanceHeard(now, freshNanos));
            String heardAt = link.whereHeard();
            String cut = heardAt.length() > WHERE_LENGTH_MAX / 4 ? heardAt.substring(0, WHERE_LENGTH_MAX / 4) : heardAt;
            byte[] where = cut.getBytes(StandardCharsets.UTF_8);
            sink.writeInt(where.length);
            sink.writeBytes(where);
        }
        return sink.toByteArray();
    }

    /** A member has told from which process of each other it hears. */
    void told(Link by, byte[] content, long now) {
        ByteSource source = new ByteSource(content);
        int count = source.readInt();
        if (count > MEMBERS_MAX) {
            throw new MalformedFrameException("a heartbeat tells of " + count + " members");
        }
        for (int left = count; left > 0; left--) {
            NodeId member = source.readNode();
            long instance = source.readFixedLong();
            int length = source.readInt();
            if (length > WHERE_LENGTH_MAX) {
                throw new MalformedFrameException("a heartbeat tells of an address of " + length + " bytes");
            }
            String where = Printable.of(new String(source.readBytes(length), StandardCharsets.UTF_8));
            compare(by, member, instance, where, now);
        }
    }

    private void compare(Link by, NodeId member, long instance, String where, long now) {
        for (Link link : peers.listed()) {
            long known = link.peer().equals(member) ? link.instanceHeard(now, freshNanos) : 0;
            // A report about a peer that has just connected may be of the process before it, and on its way for long.
            boolean isSettled = known != 0 && link.connectedFor(now) > settledNanos;
            if (isSettled && known != instance) {
                twins(
                        link,
                        "one at " + link.whereHeard() + ", and one at " + where + ", as member "
                                + by.member().id() + " says",
                        now);
            }
        }
    }

    private void twins(Link link, String both, long now) {
        receiver.twinSeen(link.peer());
        if (isToldAgain(link.peer(), now)) {
            LOG.log(
                    Level.ERROR,
                    "{0} hears of two processes that are member {1}: {2}. Neither counts, and both are told to end:"
                            + " start one of them again, and only one.",
                    self,
                    link.member().id(),
                    both);
            link.tellToEnd("two processes have the id \"" + link.member().id() + "\": " + both
                    + ". Both end: start one of them again, and only one");
        }
    }

    /** Whether the same was told a moment before: of one report alone the process may have ended since. */
    private synchronized boolean isToldAgain(NodeId member, long now) {
        Long before = reported.get(member);
        if (before != null && now - before < beatNanos) {
            return false; // read together, so maybe told before the other ended
        }
        reported.put(member, now);
        return before != null && now - before < againNanos;
    }
}
