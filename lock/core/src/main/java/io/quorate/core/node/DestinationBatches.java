// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.Message;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.session.Sessions;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.FrameWriter;
import io.quorate.core.wire.HeaderPart;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The messages of the current turn, one frame a destination (more only when one is full). */
final class DestinationBatches {
    private final FrameBuffers desk;

    /** Null if the protocol has no sessions. */
    private final @Nullable Sessions sessions;

    /** To whom each frame of the present turn goes; and by their indexes, for they are looked through with every message. */
    private NodeId[] destinations = new NodeId[2];

    private int[] indexes = new int[2];
    private int used;

    /** Which of them are about rosters, so that nothing else stands in them. */
    private final BitSet rosterFrames = new BitSet();

    DestinationBatches(FrameBuffers desk, @Nullable Sessions sessions) {
        this.desk = desk;
        this.sessions = sessions;
    }

    void add(NodeId to, LockName lock, Message message) {
        if (!frameFor(to, message.wantsAnswer()).add(lock, message, desk.codec())) {
            boolean added = start(to, true, message.wantsAnswer()).add(lock, message, desk.codec());
            if (!added) {
                throw new IllegalStateException("a message is too long for any frame: " + message);
            }
        }
    }

    /** Says this about rosters, in a frame of its own. */
    void addAboutRosters(NodeId to, byte[] content) {
        start(to, false, false).sayAboutRosters(content);
        rosterFrames.set(used - 1);
    }

    void markResync(NodeId to) {
        frameFor(to, false).markResync();
    }

    /** A frame goes to this node in any case, also without a message; it asks to be confirmed. */
    void require(NodeId to) {
        frameFor(to, false);
    }

    /** There is a frame to this node in any case; unless it says other things already, it wants an answer. */
    void probe(NodeId to) {
        frameFor(to, true);
    }

    /** There is a frame to this node in any case; if it says nothing else, it need not be confirmed itself. */
    void confirm(NodeId to) {
        if (find(to) == null) {
            start(to, false, false);
        }
    }

    private FrameWriter frameFor(NodeId to, boolean wantsAnswer) {
        FrameWriter writer = find(to);
        return writer == null ? start(to, true, wantsAnswer) : writer;
    }

    /** The last frame to the node; none if sessions have begun or ended since, for what a frame says is of one session. */
    private @Nullable FrameWriter find(NodeId to) {
        int index = to.index();
        for (int place = used - 1; place >= 0; place--) {
            if (indexes[place] == index) {
                FrameBuffers.Sheet sheet = desk.sheet(place);
                if (rosterFrames.get(place)) {
                    return null;
                }
                return sessions == null || sessions.isStillSo(to, sheet.header) ? sheet.writer : null;
            }
        }
        return null;
    }

    private FrameWriter start(NodeId to, boolean asksToBeConfirmed, boolean wantsAnswer) {
        if (used == destinations.length) {
            destinations = Arrays.copyOf(destinations, 2 * used);
            indexes = Arrays.copyOf(indexes, 2 * used);
        }
        FrameBuffers.Sheet sheet = desk.sheet(used);
        indexes[used] = to.index();
        destinations[used++] = to;
        if (sessions == null) {
            sheet.writer.begin(HeaderPart.NONE);
        } else {
            sessions.writeHeader(to, sheet.header, asksToBeConfirmed, wantsAnswer);
            sheet.writer.begin(sheet.header);
        }
        return sheet.writer;
    }

    void sendAll(long clock, NodeEffects effects) {
        for (int place = 0; place < used; place++) {
            ByteSink frame = desk.sheet(place).writer.finish(clock);
            effects.send(destinations[place], frame.buffer(), frame.length());
        }
        used = 0;
        rosterFrames.clear();
    }

    boolean isEmpty() {
        return used == 0;
    }
}
