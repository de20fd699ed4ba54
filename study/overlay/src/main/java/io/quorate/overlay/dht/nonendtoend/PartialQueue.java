// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.nonendtoend;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.PathMessage.Gather;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The partial queue of a node on the way to one replica: the requests that have passed, and those that wait here behind them. A request
 * waits behind
 * an older one that has passed (P1); so the replica always knows of a request that goes before it.
 */
final class PartialQueue {
    private final boolean olderPasses;

    /** Requests that have passed and may not be over; at most one for each start of each node. */
    private final List<Passed> passed = new ArrayList<>(1);

    /** Requests that wait here. */
    private final TreeSet<Stamp> parked = new TreeSet<>();

    PartialQueue(boolean olderPasses) {
        this.olderPasses = olderPasses;
    }

    boolean isEmpty() {
        return passed.isEmpty() && parked.isEmpty();
    }

    /** The oldest request behind which this one has to wait here; null if it may pass. */
    @Nullable
    Stamp holderBefore(Stamp request) {
        Stamp oldest = null;
        for (Passed each : passed) {
            boolean isBefore = each.stamp.isBefore(request) || !olderPasses;
            if (isBefore && !each.stamp.hasOwnerOf(request) && (oldest == null || each.stamp.isBefore(oldest))) {
                oldest = each.stamp;
            }
        }
        return oldest;
    }

    /** Keeps a request here; false if there are too many already. */
    boolean park(Stamp request) {
        parked.removeIf(each -> each.hasOwnerOf(request) && each.isBefore(request));
        return parked.contains(request) || (parked.size() < Gather.REQUESTS_MAX && parked.add(request));
    }

    /** A request goes on to that node; what its owner wanted before is over. */
    void pass(Stamp request, NodeId next) {
        parked.removeIf(each -> each.hasOwnerOf(request) && !request.isBefore(each));
        for (Iterator<Passed> all = passed.iterator(); all.hasNext(); ) {
            Passed each = all.next();
            if (each.stamp.hasOwnerOf(request)) {
                if (request.isBefore(each.stamp)) {
                    return; // it comes late: its owner has sent a newer one since
                }
                all.remove();
            }
        }
        if (passed.size() < Gather.REQUESTS_MAX) {
            int place = 0;
            while (place < passed.size() && passed.get(place).stamp.isBefore(request)) {
                place++;
            }
            passed.add(place, new Passed(request, next));
        }
    }

    /** That request is over, and all before of its owner: where it went from here, if it went on. */
    @Nullable
    NodeId remove(Stamp over) {
        parked.removeIf(each -> each.hasOwnerOf(over) && !over.isBefore(each));
        NodeId next = null;
        for (Iterator<Passed> all = passed.iterator(); all.hasNext(); ) {
            Passed each = all.next();
            if (each.stamp.hasOwnerOf(over) && !over.isBefore(each.stamp)) {
                next = each.next;
                all.remove();
            }
        }
        return next;
    }

    /** Takes those that no longer wait behind anybody. */
    List<Stamp> takeFree() {
        List<Stamp> free = new ArrayList<>(1);
        for (Iterator<Stamp> all = parked.iterator(); all.hasNext(); ) {
            Stamp each = all.next();
            if (holderBefore(each) == null) {
                free.add(each);
                all.remove();
            }
        }
        return free;
    }

    /** A node is gone: nobody waits for what it wanted, nor for what went to it, any more. */
    void forgetNode(NodeId gone) {
        passed.removeIf(each -> each.next.equals(gone) || each.stamp.node().equals(gone));
        parked.removeIf(each -> each.node().equals(gone));
    }

    void forgetPassed() {
        passed.clear();
    }

    /** An entry that was here at the last check is too old. */
    void age() {
        passed.removeIf(each -> each.aged);
        passed.forEach(each -> each.aged = true);
    }

    PartialQueue copy() {
        PartialQueue copy = new PartialQueue(olderPasses);
        passed.forEach(each -> copy.passed.add(each.copy()));
        copy.parked.addAll(parked);
        return copy;
    }

    void describeTo(int replica, StateWriter writer) {
        for (Passed each : passed) {
            writer.begin("passed to r" + (replica + 1));
            writer.number("replica", replica);
            writer.stamp("request", each.stamp);
            writer.nodes("next", NodeSet.of(each.next));
            writer.flag("aged", each.aged);
            writer.end();
        }
        for (Stamp each : parked) {
            writer.begin("parked for r" + (replica + 1));
            writer.number("replica", replica);
            writer.stamp("request", each);
            writer.end();
        }
    }

    /** A request that has passed, and where it went. */
    private static final class Passed {
        final Stamp stamp;
        final NodeId next;

        /** It was here already when it was last looked at. */
        boolean aged;

        Passed(Stamp stamp, NodeId next) {
            this.stamp = stamp;
            this.next = next;
        }

        Passed copy() {
            Passed copy = new Passed(stamp, next);
            copy.aged = aged;
            return copy;
        }
    }
}
