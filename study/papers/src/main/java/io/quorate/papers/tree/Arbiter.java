// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.tree;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.papers.tree.TreeMessage.Fail;
import io.quorate.papers.tree.TreeMessage.Inquire;
import io.quorate.papers.tree.TreeMessage.Relinq;
import io.quorate.papers.tree.TreeMessage.Reply;
import io.quorate.papers.tree.TreeMessage.Request;
import io.quorate.papers.tree.TreeMessage.Yield;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules A: the waiting line of a site, ordered by stamps, and its one permission. One entry at most has the permission; it
 * need not be the first.
 */
final class Arbiter {
    /** The waiting line, oldest stamp first, with the entry that has the permission in its place. */
    private final List<Entry> line;

    Arbiter() {
        this(new ArrayList<>(2));
    }

    private Arbiter(List<Entry> line) {
        this.line = line;
    }

    boolean isEmpty() {
        return line.isEmpty();
    }

    /** A1, upon Request: a new one takes its place in the line; a known one is answered as it stands. */
    void onRequest(Request request, NodeId from, NodeSet suspected, Outbox<TreeMessage> out) {
        Stamp stamp = request.stamp();
        if (!stamp.node().equals(from)) {
            return; // nobody asks for another
        }
        Entry known = entryOfOwner(stamp);
        if (known != null && known.stamp.equals(stamp)) {
            answer(known, out);
            return;
        }
        if (known != null) {
            if (isReplaced(stamp, known)) {
                return;
            }
            line.remove(known); // a site asks again only when its older request is over
        }
        if (mayBeOfTheDead(request, suspected)) {
            out.send(from, new Fail(from));
        } else {
            insert(new Entry(stamp, request.seen()));
        }
        serve(out);
    }

    /** A1: the request arrives late; its site has sent a newer one since. */
    @Guard("A1")
    private static boolean isReplaced(Stamp stamp, Entry known) {
        return stamp.isBefore(known.stamp);
    }

    /**
     * F5: a request of a site that is suspected may have been sent by a site that is dead now: it takes a place only once that site
     * has said that it lives.
     */
    @Guard("F5")
    private static boolean mayBeOfTheDead(Request request, NodeSet suspected) {
        return suspected.contains(request.stamp().node()) && !request.alive();
    }

    private void answer(Entry entry, Outbox<TreeMessage> out) {
        if (entry.granted) {
            NodeId node = entry.stamp.node();
            out.send(node, new Reply(entry.stamp, entry.number));
            if (entry.inquired) {
                out.send(node, new Inquire(entry.stamp, entry.number));
            }
        }
    }

    /** A2, upon Relinq: that request, and every older one of its site, is over. */
    void onRelinq(Relinq relinq, NodeId from, Outbox<TreeMessage> out) {
        Stamp stamp = relinq.stamp();
        Entry known = stamp.node().equals(from) ? entryOfOwner(stamp) : null;
        if (known == null || isOfAnOlderRequest(relinq, known)) {
            return;
        }
        line.remove(known);
        serve(out);
    }

    /** A2: a Relinq that arrives late leaves the newer request alone. */
    @Guard("A2")
    private static boolean isOfAnOlderRequest(Relinq relinq, Entry known) {
        return relinq.stamp().isBefore(known.stamp);
    }

    /** A3, upon Yield: the permission that it names goes back, if it is the current one, and the request waits again. */
    void onYield(Yield yield, NodeId from, NodeSet suspected, Outbox<TreeMessage> out) {
        Stamp stamp = yield.stamp();
        Entry known = stamp.node().equals(from) ? entryOfOwner(stamp) : null;
        if (known == null || !known.stamp.equals(stamp) || !known.granted) {
            return;
        }
        if (isCurrentGrant(yield, known)) {
            known.granted = false;
            if (mayBeDead(from, suspected)) {
                siteFailed(from, out);
            } else {
                serve(out);
            }
        }
    }

    @Guard("A3")
    private static boolean isCurrentGrant(Yield yield, Entry known) {
        return yield.number() == known.number;
    }

    /** F6: a site that is suspected may be dead since it yielded, so its request does not wait again. */
    @Guard("F6")
    private static boolean mayBeDead(NodeId site, NodeSet suspected) {
        return suspected.contains(site);
    }

    /** Upon FAIL: requests of that site that wait are dropped. */
    void siteFailed(NodeId site, Outbox<TreeMessage> out) {
        for (int place = line.size() - 1; place >= 0; place--) {
            Entry entry = line.get(place);
            if (entry.stamp.node().equals(site) && !isLocked(entry)) {
                drop(entry, out);
            }
        }
        serve(out);
    }

    /** F2: a request that has the permission keeps it, for the site may live and be inside. */
    @Guard("F2")
    private static boolean isLocked(Entry entry) {
        return entry.granted;
    }

    @Guard("F1")
    private void drop(Entry entry, Outbox<TreeMessage> out) {
        line.remove(entry);
        tellTheDropped(entry.stamp.node(), out);
    }

    /** F3: if the site is alive it is told, and asks again. */
    @Guard("F3")
    private static void tellTheDropped(NodeId site, Outbox<TreeMessage> out) {
        out.send(site, new Fail(site));
    }

    /** S2: our answers to the peer may be lost, so we repeat them; by R2 it answers those that are over by Relinq. */
    @Guard("S2")
    void linkReset(NodeId peer, Outbox<TreeMessage> out) {
        for (Entry entry : line) {
            if (entry.stamp.node().equals(peer)) {
                answer(entry, out);
            }
        }
    }

    /** A4: the oldest gets the permission if it is free; else, if its owner is younger, the owner is inquired, once. */
    private void serve(Outbox<TreeMessage> out) {
        if (line.isEmpty()) {
            return;
        }
        Entry oldest = line.get(0);
        Entry locking = locking();
        if (locking == null) {
            oldest.grantAnew();
            answer(oldest, out);
        } else if (locking != oldest && !locking.inquired) {
            inquire(locking, out);
        }
    }

    @Guard("A4")
    private static void inquire(Entry locking, Outbox<TreeMessage> out) {
        locking.inquired = true;
        out.send(locking.stamp.node(), new Inquire(locking.stamp, locking.number));
    }

    private @Nullable Entry locking() {
        for (Entry entry : line) {
            if (entry.granted) {
                return entry;
            }
        }
        return null;
    }

    private void insert(Entry entry) {
        int place = line.size();
        while (place > 0 && goesBefore(entry, line.get(place - 1))) {
            place--;
        }
        line.add(place, entry);
    }

    /** A5: the line is in the order of stamps. */
    @Guard("A5")
    private static boolean goesBefore(Entry entry, Entry other) {
        return entry.stamp.isBefore(other.stamp);
    }

    private @Nullable Entry entryOfOwner(Stamp stamp) {
        for (Entry entry : line) {
            if (entry.stamp.hasOwnerOf(stamp)) {
                return entry;
            }
        }
        return null;
    }

    Arbiter copy() {
        List<Entry> copies = new ArrayList<>(line.size() + 1);
        for (Entry entry : line) {
            copies.add(entry.copy());
        }
        return new Arbiter(copies);
    }

    void describeTo(StateWriter writer) {
        for (Entry entry : line) {
            entry.describeTo(writer);
        }
    }

    /** A request in the waiting line. */
    private static final class Entry {
        final Stamp stamp;

        /** It has the permission. */
        boolean granted;

        /** Counts the grants to this request: a stamp is never used again, so together they identify one grant. */
        long number;

        /** Its requester was asked to yield. */
        boolean inquired;

        Entry(Stamp stamp, long number) {
            this.stamp = stamp;
            this.number = number;
        }

        void grantAnew() {
            granted = true;
            number++;
            inquired = false;
        }

        Entry copy() {
            Entry copy = new Entry(stamp, number);
            copy.granted = granted;
            copy.inquired = inquired;
            return copy;
        }

        void describeTo(StateWriter writer) {
            writer.begin(granted ? "granted" : "waiting");
            writer.stamp("to", stamp);
            writer.flag("has", granted);
            writer.number("number", number);
            writer.flag("inquired", granted && inquired);
            writer.end();
        }
    }
}
