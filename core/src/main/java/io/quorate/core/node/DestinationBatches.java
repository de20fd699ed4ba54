package io.quorate.core.node;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.FrameWriter;
import io.quorate.core.wire.HeaderPart;
import java.util.ArrayList;
import java.util.List;

/** What the present turn has to say, one frame a destination (more only when one is full); its buffers are used again. */
final class DestinationBatches<M> {
    private final Codec<M> codec;
    private final Headers headers;
    private final List<Batch> batches = new ArrayList<>();

    /** The first so many of {@link #batches} belong to the present turn. */
    private int used;

    /** Fills in, for a frame that begins, what its header says. */
    interface Headers {
        HeaderPart to(NodeId peer);
    }

    DestinationBatches(Codec<M> codec, Headers headers) {
        this.codec = codec;
        this.headers = headers;
    }

    void add(NodeId to, LockName lock, M message) {
        if (!frameFor(to).add(lock, message, codec)) {
            boolean added = start(to).add(lock, message, codec);
            if (!added) {
                throw new IllegalStateException("a message is too long for any frame: " + message);
            }
        }
    }

    void markResync(NodeId to) {
        frameFor(to).markResync();
    }

    /** There is a frame to this node in any case, be it without a message. */
    void require(NodeId to) {
        frameFor(to);
    }

    /** What has been said to the node in this turn was said in a session that is over; what follows has another header. */
    void seal(NodeId to) {
        for (int place = 0; place < used; place++) {
            Batch batch = batches.get(place);
            batch.sealed |= batch.to.equals(to);
        }
    }

    private FrameWriter frameFor(NodeId to) {
        for (int place = used - 1; place >= 0; place--) {
            Batch batch = batches.get(place);
            if (batch.to.equals(to) && !batch.sealed) {
                return batch.writer;
            }
        }
        return start(to);
    }

    private FrameWriter start(NodeId to) {
        if (used == batches.size()) {
            batches.add(new Batch(to));
        }
        Batch batch = batches.get(used++);
        batch.to = to;
        batch.sealed = false;
        batch.writer.begin(headers.to(to));
        return batch.writer;
    }

    void sendAll(long clock, NodeEffects effects) {
        for (int place = 0; place < used; place++) {
            Batch batch = batches.get(place);
            ByteSink frame = batch.writer.finish(clock);
            effects.send(batch.to, frame.buffer(), frame.length());
        }
        used = 0;
    }

    boolean isEmpty() {
        return used == 0;
    }

    private static final class Batch {
        private final FrameWriter writer = new FrameWriter();
        private NodeId to;
        private boolean sealed;

        Batch(NodeId to) {
            this.to = to;
        }
    }
}
