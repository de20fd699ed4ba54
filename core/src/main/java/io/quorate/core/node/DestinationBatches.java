package io.quorate.core.node;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.Message;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.session.Sessions;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.FrameWriter;
import io.quorate.core.wire.HeaderPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the present turn has to say, one frame a destination (more only when one is full); its buffers are used again. */
final class DestinationBatches {
    private final Codec<Message> codec;

    /** Null if the protocol has no sessions. */
    private final @Nullable Sessions sessions;

    private final List<Batch> batches = new ArrayList<>();

    /** The first so many of {@link #batches} belong to the present turn. */
    private int used;

    DestinationBatches(Codec<Message> codec, @Nullable Sessions sessions) {
        this.codec = codec;
        this.sessions = sessions;
    }

    void add(NodeId to, LockName lock, Message message) {
        if (!frameFor(to).add(lock, message, codec)) {
            boolean added = start(to, true).add(lock, message, codec);
            if (!added) {
                throw new IllegalStateException("a message is too long for any frame: " + message);
            }
        }
    }

    void markResync(NodeId to) {
        frameFor(to).markResync();
    }

    /** There is a frame to this node in any case, be it without a message; it asks to be confirmed. */
    void require(NodeId to) {
        frameFor(to);
    }

    /** There is a frame to this node in any case; if it says nothing else, it need not be confirmed itself. */
    void confirm(NodeId to) {
        if (find(to) == null) {
            start(to, false);
        }
    }

    /** The last frame to the node; another if sessions have begun or ended since, for what a frame says is of one session. */
    private FrameWriter frameFor(NodeId to) {
        Batch batch = find(to);
        return batch == null ? start(to, true) : batch.writer;
    }

    private @Nullable Batch find(NodeId to) {
        for (int place = used - 1; place >= 0; place--) {
            Batch batch = batches.get(place);
            if (batch.to.equals(to)) {
                return sessions == null || sessions.isStillSo(to, batch.header) ? batch : null;
            }
        }
        return null;
    }

    private FrameWriter start(NodeId to, boolean asksToBeConfirmed) {
        if (used == batches.size()) {
            batches.add(new Batch(to));
        }
        Batch batch = batches.get(used++);
        batch.to = to;
        if (sessions == null) {
            batch.writer.begin(HeaderPart.NONE);
        } else {
            sessions.writeHeader(to, batch.header, asksToBeConfirmed);
            batch.writer.begin(batch.header);
        }
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
        private final SessionHeader header = new SessionHeader();
        private NodeId to;

        Batch(NodeId to) {
            this.to = to;
        }
    }
}
