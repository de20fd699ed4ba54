// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import java.util.Map;
import java.util.TreeMap;

/**
 * The other nodes, as far as sessions go: each has a session with the node under test from its first word on, and confirms
 * the one that this node has with it. So a test can hand single messages to a part of a node.
 */
public final class Peers {
    private final NodeId self;
    private final Sessions own;
    private final Map<String, Sessions> starts = new TreeMap<>();

    public Peers(NodeId self, Sessions own) {
        this.self = self;
        this.own = own;
    }

    /** What comes next, comes in a frame of this node's first start. */
    public void hear(NodeId peer) {
        hear(peer, 0);
    }

    /** What comes next, comes in a frame of this start of the node; the answer says what its header meant. */
    public HeaderOutcome hear(NodeId peer, long incarnation) {
        SessionHeader header = new SessionHeader();
        own.writeHeader(peer, header, true, false);
        Sessions start = start(peer, incarnation);
        start.hear(self, header);
        return hearWithoutAnswer(peer, incarnation);
    }

    /** As {@link #hear}, but the peer has not heard of our session with it. */
    public HeaderOutcome hearWithoutAnswer(NodeId peer, long incarnation) {
        SessionHeader header = new SessionHeader();
        start(peer, incarnation).writeHeader(self, header, true, false);
        return own.hear(peer, header);
    }

    /** The sessions of that start of the peer, which has one with the node under test. */
    public Sessions start(NodeId peer, long incarnation) {
        return starts.computeIfAbsent(peer + "'" + incarnation, name -> {
            Sessions start = new Sessions(peer, incarnation, true, null);
            start.ask(self);
            return start;
        });
    }
}
