// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Section 2.2, Reply_Deferred: whom this node owes a REPLY, and to which request. */
public final class ReplyDeferred {
    private final Rules rules;
    private final SortedMap<NodeId, Stamp> requests;

    /** D5: decided upon, but not noted yet. */
    private @Nullable Stamp undone;

    public ReplyDeferred(Rules rules) {
        this(rules, new TreeMap<>());
    }

    private ReplyDeferred(Rules rules, SortedMap<NodeId, Stamp> requests) {
        this.rules = rules;
        this.requests = requests;
    }

    /** It is decided that the request has to wait. */
    public void add(Stamp request) {
        if (rules.keep(Rule.D5_ONE_STEP)) {
            note(request);
        } else {
            undone = request;
        }
    }

    /** D4: of several requests of a node, the newest: the others are over. */
    private void note(Stamp request) {
        Stamp known = requests.get(request.node());
        if (known == null || known.isBefore(request) || !rules.keep(Rule.D4_NEWEST_DEFERRED)) {
            requests.put(request.node(), request);
        }
    }

    /**
     * E-R1: in the listing it is decided within the semaphore and noted outside of it, and the loop that answers the deferred
     * takes no semaphore. So this node may leave between the two, and the request is noted when nobody looks any more.
     */
    void noteWhatWasDecided() {
        Stamp late = undone;
        undone = null;
        if (late != null) {
            note(late);
        }
    }

    boolean isUndone() {
        return undone != null;
    }

    boolean contains(NodeId node) {
        return requests.containsKey(node);
    }

    public boolean isEmpty() {
        return requests.isEmpty() && undone == null;
    }

    /** The node is gone, and wants no REPLY. */
    void remove(NodeId node) {
        requests.remove(node);
    }

    /** All of them, which are answered by now. */
    public List<Stamp> takeAll() {
        List<Stamp> all = List.copyOf(requests.values());
        requests.clear();
        return all;
    }

    public ReplyDeferred copy() {
        ReplyDeferred copy = new ReplyDeferred(rules, new TreeMap<>(requests));
        copy.undone = undone;
        return copy;
    }

    public void describeTo(StateWriter writer) {
        for (Stamp request : requests.values()) {
            writer.stamp("deferred", request);
        }
        writer.stamp("deferring", undone);
    }
}
