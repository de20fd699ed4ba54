// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.wire.Frame;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.Roster;
import io.quorate.trace.SpaceTimeFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The frames that one node sent and received, and what its claims did, to be written as a {@link SpaceTimeFile}. Times are
 * those of {@link System#nanoTime}, which on Linux counts from the start of the machine: so the traces of several processes of
 * one machine fit together. A frame is known by its bytes, so that both ends give it the same name without talking about it.
 */
public final class FrameTrace {
    /** Enough for a demonstration; what comes later is only counted. */
    public static final int EVENTS_MAX = 50_000;

    private final Roster roster;
    private final NodeId self;
    private final long origin;
    private final List<FrameEvent> frames = new ArrayList<>();
    private final List<String> claims = new ArrayList<>();
    private long leftOut;

    /** Times are counted from the origin, a value of {@link System#nanoTime} that all processes know. */
    public FrameTrace(Roster roster, NodeId self, long origin) {
        this.roster = roster;
        this.self = self;
        this.origin = origin;
    }

    private static final class FrameEvent {
        final long at;
        final boolean sent;
        final NodeId peer;
        final byte[] bytes;

        FrameEvent(long at, boolean sent, NodeId peer, byte[] bytes) {
            this.at = at;
            this.sent = sent;
            this.peer = peer;
            this.bytes = bytes;
        }
    }

    void sent(NodeId to, byte[] frame, int length) {
        add(true, to, Arrays.copyOf(frame, length));
    }

    void received(NodeId from, byte[] bytes, int offset, int length) {
        add(false, from, Arrays.copyOfRange(bytes, offset, offset + length));
    }

    private synchronized void add(boolean sent, NodeId peer, byte[] bytes) {
        if (frames.size() < EVENTS_MAX) {
            frames.add(new FrameEvent(System.nanoTime() - origin, sent, peer, bytes));
        } else {
            leftOut++;
        }
    }

    /** A claim of this node waits, holds or ends: the verbs of {@link SpaceTimeFile}. */
    public synchronized void claim(String verb, String claim, String lock) {
        claims.add((System.nanoTime() - origin) + " " + label(self) + " " + verb + " " + claim + " " + lock);
    }

    /** How many frames were not taken down because there were too many. */
    public synchronized long leftOut() {
        return leftOut;
    }

    private String label(NodeId node) {
        return roster.member(node).id();
    }

    /** The recorded frames of one lock, as a trace file of this node alone. */
    public synchronized List<String> lines(Protocol<?> protocol, LockName lock) {
        List<String> lines = new ArrayList<>();
        lines.add(SpaceTimeFile.HEADER);
        lines.add("scale nanoseconds");
        lines.add("nodes "
                + String.join(
                        " ", roster.members().stream().map(Roster.Member::id).toList()));
        lines.addAll(claims);
        addFrames(protocol, lock, lines);
        return lines;
    }

    private void addFrames(Protocol<?> protocol, LockName lock, List<String> lines) {
        Map<String, Integer> seen = new HashMap<>();
        for (FrameEvent event : frames) {
            String way = event.sent ? label(self) + "-" + label(event.peer) : label(event.peer) + "-" + label(self);
            String frame = way + "-" + checksum(event.bytes);
            int copy = seen.merge(event.sent + frame, 1, Integer::sum);
            List<Frame.Entry<Message>> entries = read(event.bytes, protocol);
            for (int place = 0; place < entries.size(); place++) {
                if (!entries.get(place).lock().equals(lock)) {
                    continue;
                }
                String name = frame + "-" + copy + "-" + place;
                lines.add(event.at + " " + label(self)
                        + (event.sent
                                ? " send " + label(event.peer) + " " + name + " "
                                        + text(entries.get(place).message())
                                : " receive " + name));
            }
        }
    }

    /** How many of the messages about the lock that this node sent are copies of a broadcast beyond the first. */
    public synchronized long broadcastCopies(Protocol<?> protocol, LockName lock) {
        NodeId first = NodeId.of(self.equals(NodeId.of(0)) ? 1 : 0);
        return frames.stream()
                .filter(event -> event.sent && !event.peer.equals(first))
                .flatMap(event -> read(event.bytes, protocol).stream())
                .filter(entry -> entry.lock().equals(lock) && entry.message().isBroadcast())
                .count();
    }

    /** The messages of a frame; none if it is one of the runtime's own, which are about no lock. */
    private static List<Frame.Entry<Message>> read(byte[] bytes, Protocol<?> protocol) {
        try {
            return LockNode.read(protocol, bytes).entries();
        } catch (MalformedFrameException notOfTheLocks) {
            return List.of();
        }
    }

    /** Without the number of the start, which is the same for all requests of a node that started once. */
    private static String text(Message message) {
        return message.toString().replaceAll("'[0-9]+", "");
    }

    private static String checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return Long.toHexString(checksum.getValue());
    }
}
