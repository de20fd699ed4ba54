// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.core.model.NodeId;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.turn.NodeNames;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of what each peer has sent waits to be read. A peer that sends faster than this node reads must not fill its memory:
 * what exceeds the limit is dropped, as if the link had lost it, and both sides say again what is true once it is read.
 */
final class InboxLimit {
    private static final EventLog LOG = EventLog.of(InboxLimit.class);

    /** More than a sound peer has under way: it is what a link keeps for a slow reader. */
    static final long BYTES_PER_PEER_MAX = 16 * 1024 * 1024;

    /** The cost of a frame in addition to its bytes. */
    private static final long FRAME_COST = 96;

    private final NodeNames names;
    private final Map<NodeId, Peer> peers = new ConcurrentHashMap<>();
    private final AtomicLong dropped = new AtomicLong();

    /** One that sends. */
    private static final class Peer {
        private final AtomicLong waiting = new AtomicLong();
        private final AtomicBoolean resetIsComing = new AtomicBoolean();
    }

    InboxLimit(NodeNames names) {
        this.names = names;
    }

    private Peer peer(NodeId from) {
        return peers.computeIfAbsent(from, each -> new Peer());
    }

    /** It will not come again under this number. */
    void forget(NodeId guest) {
        peers.remove(guest);
    }

    /** True if the frame may be kept; then {@link #left} must follow. */
    boolean admits(NodeId from, int length) {
        if (peer(from).waiting.addAndGet(length + FRAME_COST) <= BYTES_PER_PEER_MAX) {
            return true;
        }
        left(from, length);
        long count = dropped.incrementAndGet();
        LOG.sayIf(Long.bitCount(count) == 1, LogEvent.FRAME_DROPPED, count, names.of(from));
        return false;
    }

    /** The frame is about to be read. */
    void left(NodeId from, int length) {
        peer(from).waiting.addAndGet(-length - FRAME_COST);
    }

    /** True if the caller must see to it that a link reset is read after what waits, and {@link #resetIsRead} before it. */
    boolean needsReset(NodeId from) {
        return peer(from).resetIsComing.compareAndSet(false, true);
    }

    void resetIsRead(NodeId from) {
        peer(from).resetIsComing.set(false);
    }

    long dropped() {
        return dropped.get();
    }
}
