// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Frames that a node may not send yet: its clock is above the ceiling on the disk, or the state of its roster is not written yet (K1).
 * After a crash the node would start from that ceiling, and use the same numbers again; or it would forget its seal or its promise. Frames
 * and grants leave in their order once both are durable.
 * Touched in turns only.
 */
public final class HeldBack {
    /** Frames for more bytes than this are dropped. A link reset then makes both sides say again what is still true. */
    public static final long BYTES_MAX = 16 * 1024 * 1024;

    /** The memory that each frame takes beyond its own bytes. */
    private static final long FRAME_COST = 128;

    private final ArrayDeque<Item> items = new ArrayDeque<>();
    private long bytes;

    /** The ceiling that is on the disk. */
    private long durable;

    /** How many states of the roster were handed to the disk, and how many of them are on it. */
    private long rosterWrites;

    private long rosterWritten;

    /** Those for whom a frame was dropped. */
    private NodeSet overfull = NodeSet.EMPTY;

    /** Says what was held back. */
    public interface Speaker {
        void speak(NodeId to, byte[] frame, int length);
    }

    /** A frame, or news for a claim of this node. */
    private static final class Item {
        private static final byte[] NONE = {};

        private final long clock;
        private final long write;
        private final @Nullable NodeId to;
        private final byte[] frame;
        private final @Nullable Runnable news;

        Item(long clock, long write, @Nullable NodeId to, byte[] frame, @Nullable Runnable news) {
            this.clock = clock;
            this.write = write;
            this.to = to;
            this.frame = frame;
            this.news = news;
        }
    }

    public HeldBack(long durable) {
        this.durable = durable;
    }

    /** Whether what is said at this height of the clock has to wait. */
    public boolean holds(long clock) {
        return clock > durable || rosterWrites > rosterWritten || !items.isEmpty();
    }

    public void addFrame(long clock, NodeId to, byte[] frame, int length) {
        long cost = length + FRAME_COST;
        if (overfull.contains(to) || bytes + cost > BYTES_MAX) {
            overfull = overfull.with(to); // in order or not at all: those that follow are dropped, too
            return;
        }
        bytes += cost;
        items.add(new Item(clock, rosterWrites, to, Arrays.copyOf(frame, length), null));
    }

    public void addNews(long clock, Runnable news) {
        items.add(new Item(clock, rosterWrites, null, Item.NONE, news));
    }

    /**
     * The state of the roster is handed to the disk: all that is said from now on waits for it (E1, D3). Gives the number by which
     * {@link #rosterWritten} is told.
     */
    public long rosterHandedOver() {
        return ++rosterWrites;
    }

    /** Tells this when all states of the roster that were handed over are on the disk; at once if they are. */
    public void whenRosterWritten(Runnable news) {
        if (rosterWrites > rosterWritten || !items.isEmpty()) {
            items.add(new Item(Long.MIN_VALUE, rosterWrites, null, Item.NONE, news));
        } else {
            news.run();
        }
    }

    /** That state, and all before, are on the disk: says what has waited for it. Gives those whose link is to be reset. */
    public NodeSet rosterWritten(long write, Speaker speaker) {
        rosterWritten = Math.max(rosterWritten, write);
        return speakAll(speaker);
    }

    /** Forgets the frames for this peer: its link was reset, so all that is still true is said again. */
    public void forget(NodeId peer) {
        if (items.isEmpty()) {
            return;
        }
        items.removeIf(item -> {
            boolean forgotten = peer.equals(item.to);
            bytes -= forgotten ? item.frame.length + FRAME_COST : 0;
            return forgotten;
        });
    }

    /** This ceiling is on the disk: says what has waited for it. Gives those whose link is to be reset. */
    public NodeSet durable(long ceiling, Speaker speaker) {
        durable = Math.max(durable, ceiling);
        return speakAll(speaker);
    }

    private NodeSet speakAll(Speaker speaker) {
        for (Item first = items.peek();
                first != null && first.clock <= durable && first.write <= rosterWritten;
                first = items.peek()) {
            items.remove();
            if (first.to != null) {
                bytes -= first.frame.length + FRAME_COST;
                speaker.speak(first.to, first.frame, first.frame.length);
            } else if (first.news != null) {
                first.news.run();
            }
        }
        NodeSet dropped = items.isEmpty() ? overfull : NodeSet.EMPTY;
        overfull = items.isEmpty() ? NodeSet.EMPTY : overfull;
        return dropped;
    }

    /** Nothing of it will be said. */
    public void clear() {
        items.clear();
        bytes = 0;
        overfull = NodeSet.EMPTY;
    }
}
