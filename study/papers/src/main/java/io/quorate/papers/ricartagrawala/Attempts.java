// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import java.util.Map;
import java.util.TreeMap;

/**
 * With {@code writers-first} a reader gives back a REPLY and asks for another with the same number. Which of them a REPLY
 * answers is told by the attempt: 0, and one more each time.
 */
final class Attempts {
    private final TreeMap<NodeId, Integer> ours;
    private final TreeMap<NodeId, Request> theirs;

    Attempts() {
        this(new TreeMap<>(), new TreeMap<>());
    }

    private Attempts(Map<NodeId, Integer> ours, Map<NodeId, Request> theirs) {
        this.ours = new TreeMap<>(ours);
        this.theirs = new TreeMap<>(theirs);
    }

    /** How often this node has asked that one again, for the request of now. */
    int to(NodeId node) {
        return ours.getOrDefault(node, 0);
    }

    void again(NodeId node) {
        ours.merge(node, 1, Integer::sum);
    }

    /** The request of this node is over. */
    void end() {
        ours.clear();
    }

    /** A REQUEST has come that will be answered now or later: of a node's newest request, the newest attempt counts. */
    void see(Request request) {
        NodeId node = request.stamp().node();
        Request known = theirs.get(node);
        if (known != null && !isNewer(request, known)) {
            return;
        }
        if (request.attempt() == 0) {
            theirs.remove(node);
        } else {
            theirs.put(node, request);
        }
    }

    private static boolean isNewer(Request request, Request known) {
        return request.stamp().equals(known.stamp())
                ? request.attempt() > known.attempt()
                : known.stamp().isBefore(request.stamp());
    }

    /** The newest attempt of this request. */
    private int from(Stamp stamp) {
        Request known = theirs.get(stamp.node());
        return known != null && known.stamp().equals(stamp) ? known.attempt() : 0;
    }

    /** The newest attempt of this request, which is answered by now. */
    int answer(Stamp stamp) {
        int attempt = from(stamp);
        theirs.remove(stamp.node());
        return attempt;
    }

    Attempts copy() {
        return new Attempts(ours, theirs);
    }

    void describeTo(StateWriter writer) {
        for (Map.Entry<NodeId, Integer> attempt : ours.entrySet()) {
            writer.node("again", attempt.getKey());
            writer.number("attempt", attempt.getValue());
        }
        for (Request request : theirs.values()) {
            writer.stamp("of", request.stamp());
            writer.number("attempt", request.attempt());
        }
    }
}
