// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.api.text.Printable;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.TwinReports;
import io.quorate.core.node.TwinReports.Verdict;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.GuardedReceiver;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * T1: which start of each member is alive. With every heartbeat a node tells the other members from which process of each it hears;
 * when two of them hear from two processes under one id, neither counts any more, and both are told to end.
 */
final class Starts {
    private static final EventLog LOG = EventLog.of(Starts.class);

    private static final int MEMBERS_MAX = 4096;
    private static final int WHERE_LENGTH_MAX = 200;

    private final String self;
    private final Peers peers;
    private final GuardedReceiver receiver;

    /** Guarded by this. */
    private final TwinReports reports;

    /** Where the process was that this node told to end, by its id; guarded by this. */
    private final Map<NodeId, String> endedAt = new HashMap<>();

    private final long freshNanos;
    private final IntSupplier configuration;

    /**
     * At one node.
     *
     * @param configuration the number of its present configuration
     */
    Starts(
            String self,
            Peers peers,
            GuardedReceiver receiver,
            long beatNanos,
            long silenceNanos,
            IntSupplier configuration) {
        this.self = self;
        this.configuration = configuration;
        this.peers = peers;
        this.receiver = receiver;
        this.reports = new TwinReports(beatNanos, silenceNanos);
        this.freshNanos = reports.freshNanos();
    }

    /** Which process of each member this node hears, for one of the members. */
    synchronized byte[] forMember(NodeId reader, long now) {
        ByteSink entries = new ByteSink();
        int count = 0;
        for (Link link : peers.listed()) {
            NodeId peer = link.peer();
            boolean isTold = !peer.equals(reader) && link.isMember();
            long heard = isTold ? link.instanceHeard(now, freshNanos) : TwinReports.NOT_HEARD;
            long process = isTold ? reports.toReport(peer, heard, now) : TwinReports.NOT_HEARD;
            if (process != TwinReports.NOT_HEARD) {
                String heardAt = process == heard ? link.whereHeard() : endedAt.getOrDefault(peer, link.whereHeard());
                write(entries, peer, process, heardAt);
                count++;
            }
        }
        ByteSink sink = new ByteSink();
        sink.writeInt(count);
        sink.writeBytes(entries.toByteArray());
        sink.writeInt(configuration.getAsInt());
        return sink.toByteArray();
    }

    private static void write(ByteSink sink, NodeId peer, long process, String heardAt) {
        sink.writeNode(peer);
        sink.writeFixedLong(process);
        String cut = heardAt.length() > WHERE_LENGTH_MAX / 4 ? heardAt.substring(0, WHERE_LENGTH_MAX / 4) : heardAt;
        byte[] where = cut.getBytes(StandardCharsets.UTF_8);
        sink.writeInt(where.length);
        sink.writeBytes(where);
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
        if (!source.isAtEnd()) {
            by.heardIn(source.readInt());
        }
    }

    private void compare(Link by, NodeId member, long instance, String where, long now) {
        for (Link link : peers.listed()) {
            long known = link.peer().equals(member) ? link.instanceHeard(now, freshNanos) : TwinReports.NOT_HEARD;
            Verdict verdict = verdict(member, instance, known, link.connectedFor(now), now);
            if (verdict != Verdict.ONE) {
                receiver.twinSeen(member);
            }
            if (verdict == Verdict.END) {
                endsAt(member, link.whereHeard());
                tellToEnd(
                        link,
                        "one at " + link.whereHeard() + ", and one at " + where + ", as member "
                                + by.member().id() + " says");
            }
        }
    }

    private synchronized Verdict verdict(NodeId member, long instance, long known, long connectedFor, long now) {
        return reports.report(member, instance, known, connectedFor, now);
    }

    private synchronized void endsAt(NodeId member, String where) {
        endedAt.put(member, where);
    }

    private void tellToEnd(Link link, String both) {
        LOG.say(LogEvent.TWIN_SEEN, self, link.member().id(), both);
        link.tellToEnd("two processes have the id \"" + link.member().id() + "\": " + both
                + ". Both end: start one of them again, and only one");
    }
}
