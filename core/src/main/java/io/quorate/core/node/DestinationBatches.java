package io.quorate.core.node;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.FrameWriter;
import java.util.ArrayList;
import java.util.List;

/** What the present turn has to say, one frame a destination (more only when one is full); its buffers are used again. */
final class DestinationBatches<M> {
    private final Codec<M> codec;
    private final List<Batch> batches = new ArrayList<>();

    /** The first so many of {@link #batches} belong to the present turn. */
    private int used;

    DestinationBatches(Codec<M> codec) {
        this.codec = codec;
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

    private FrameWriter frameFor(NodeId to) {
        for (int place = used - 1; place >= 0; place--) {
            Batch batch = batches.get(place);
            if (batch.to.equals(to)) {
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
        return batch.writer;
    }

    void sendAll(long clock, NodeEffects effects) {
        for (int place = 0; place < used; place++) {
            Batch batch = batches.get(place);
            ByteSink frame = batch.writer.finish(clock);
            effects.send(batch.to, frame.buffer(), frame.length());
            batch.writer.clear();
        }
        used = 0;
    }

    boolean isEmpty() {
        return used == 0;
    }

    private static final class Batch {
        private final FrameWriter writer = new FrameWriter();
        private NodeId to;

        Batch(NodeId to) {
            this.to = to;
        }
    }
}
