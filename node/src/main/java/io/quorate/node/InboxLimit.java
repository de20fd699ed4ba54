package io.quorate.node;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.Roster;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How much of what each peer has sent waits to be read. A peer that sends faster than this node reads must not fill its memory:
 * what exceeds the limit is dropped, as if the link had lost it, and both sides say again what is true once it is read.
 */
final class InboxLimit {
    private static final System.Logger LOG = System.getLogger(InboxLimit.class.getName());

    /** More than a sound peer has under way: it is what a link keeps for a slow reader. */
    static final long BYTES_PER_PEER_MAX = 16 * 1024 * 1024;

    /** What a frame costs beyond its bytes. */
    private static final long FRAME_COST = 96;

    private final Roster roster;
    private final AtomicLongArray waiting;
    private final AtomicIntegerArray resetIsComing;
    private final AtomicLong dropped = new AtomicLong();

    InboxLimit(Roster roster) {
        this.roster = roster;
        this.waiting = new AtomicLongArray(roster.size());
        this.resetIsComing = new AtomicIntegerArray(roster.size());
    }

    /** True if the frame may be kept; then {@link #left} must follow. */
    boolean admits(NodeId from, int length) {
        if (waiting.addAndGet(from.index(), length + FRAME_COST) <= BYTES_PER_PEER_MAX) {
            return true;
        }
        left(from, length);
        long count = dropped.incrementAndGet();
        LOG.log(
                Long.bitCount(count) == 1 ? Level.WARNING : Level.DEBUG,
                "Dropped frame number {0}, for node {1} sends faster than this one reads. See what keeps this one busy.",
                count,
                roster.member(from).id());
        return false;
    }

    /** The frame is about to be read. */
    void left(NodeId from, int length) {
        waiting.addAndGet(from.index(), -length - FRAME_COST);
    }

    /** True if the caller must see to it that a link reset is read after what waits, and {@link #resetIsRead} before it. */
    boolean needsReset(NodeId from) {
        return resetIsComing.compareAndSet(from.index(), 0, 1);
    }

    void resetIsRead(NodeId from) {
        resetIsComing.set(from.index(), 0);
    }

    long dropped() {
        return dropped.get();
    }
}
