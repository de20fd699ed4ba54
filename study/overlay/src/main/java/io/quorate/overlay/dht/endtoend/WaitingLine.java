// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.TokenMessage;
import java.util.ArrayList;
import java.util.List;

/** The waiters of the holder, in order of arrival; each node once. */
final class WaitingLine {
    private final List<Stamp> requests = new ArrayList<>(0);

    boolean isEmpty() {
        return requests.isEmpty();
    }

    /** Puts the request at the end; or, if its node is there already, in its place. The number before it; -1 if there is no room. */
    int add(Stamp request) {
        for (int place = 0; place < requests.size(); place++) {
            Stamp known = requests.get(place);
            if (known.node().equals(request.node())) {
                requests.set(place, known.isBefore(request) ? request : known);
                return place;
            }
        }
        if (requests.size() == TokenMessage.QUEUE_MAX) {
            return -1;
        }
        requests.add(request);
        return requests.size() - 1;
    }

    /** Puts all of these at the end, except of this node. */
    void addAll(List<Stamp> others, NodeId except) {
        others.stream().filter(request -> !request.node().equals(except)).forEach(this::add);
    }

    Stamp removeFirst() {
        return requests.remove(0);
    }

    /** Takes all out. */
    List<Stamp> removeAll() {
        List<Stamp> all = List.copyOf(requests);
        requests.clear();
        return all;
    }

    List<Stamp> requests() {
        return List.copyOf(requests);
    }

    WaitingLine copy() {
        WaitingLine copy = new WaitingLine();
        copy.requests.addAll(requests);
        return copy;
    }

    void describeTo(String name, StateWriter writer) {
        for (Stamp request : requests) {
            writer.begin(name);
            writer.stamp("request", request);
            writer.end();
        }
    }
}
