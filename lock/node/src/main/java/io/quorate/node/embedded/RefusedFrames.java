// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.turn.NodeNames;
import java.util.concurrent.atomic.AtomicLong;

/** Frames that this node does not understand: counted, and told now and then. */
final class RefusedFrames {
    private static final EventLog LOG = EventLog.of(RefusedFrames.class);

    private final NodeNames names;
    private final AtomicLong count = new AtomicLong();

    RefusedFrames(NodeNames names) {
        this.names = names;
    }

    long count() {
        return count.get();
    }

    /** Reads something that a node has sent. */
    void guard(NodeId from, Runnable reading) {
        try {
            reading.run();
        } catch (MalformedFrameException malformed) {
            add(from, malformed);
        }
    }

    void add(NodeId from, MalformedFrameException malformed) {
        long number = count.incrementAndGet();
        // The first, the second, the fourth ...: what comes again and again must not fill the log.
        if (Long.bitCount(number) == 1) {
            LOG.say(LogEvent.FRAME_REFUSED, number, names.of(from), malformed.getMessage());
        }
    }
}
