// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.LamportClock;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.papers.maekawa.MaekawaMessage.Failed;
import io.quorate.papers.maekawa.MaekawaMessage.ForRole;
import io.quorate.papers.maekawa.MaekawaMessage.Inquire;
import io.quorate.papers.maekawa.MaekawaMessage.Locked;
import io.quorate.papers.maekawa.MaekawaMessage.OfRequest;
import io.quorate.papers.maekawa.MaekawaMessage.Release;
import io.quorate.papers.maekawa.MaekawaMessage.Relinquish;
import io.quorate.papers.maekawa.MaekawaMessage.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules A: a node is locked for one request at a time, keeps the others in the order of their stamps, and asks the lock
 * back when an older one comes. A waiter that is not the first of those before the locking one has been told FAILED.
 */
final class Arbiter {
    private final Rules rules;

    /** The WAITING QUEUE, oldest request first. */
    private final List<Entry> queue = new ArrayList<>(2);

    private @Nullable Entry locking;
    private boolean inquired;

    /** The failed node whose role this is; null for the own one. */
    private final @Nullable NodeId role;

    Arbiter(Rules rules) {
        this(rules, null);
    }

    Arbiter(Rules rules, @Nullable NodeId role) {
        this.rules = rules;
        this.role = role;
    }

    private void say(NodeId to, OfRequest message, Outbox<MaekawaMessage> out) {
        out.send(to, role == null ? message : new ForRole(role, message));
    }

    boolean isEmpty() {
        return locking == null && queue.isEmpty();
    }

    /** Whether a request waits here. */
    boolean isContended() {
        return !queue.isEmpty();
    }

    /** Step (2). A request that is known already is a duplicate, and has been answered. */
    void onRequest(Request request, NodeId from, LamportClock clock, Outbox<MaekawaMessage> out) {
        Stamp stamp = request.stamp();
        if (!stamp.node().equals(from) || (isKnown(stamp) && rules.keep(Rule.A8_KNOWN_ONCE))) {
            return;
        }
        clock.observe(stamp.counter());
        take(new Entry(stamp), out);
    }

    /** A request that the failed node knew of. */
    void regain(Stamp stamp, long seen, Outbox<MaekawaMessage> out) {
        if (!isKnown(stamp)) {
            take(regained(stamp, seen), out);
        }
    }

    /** The request that the failed node was locked for, as long as it is not over: who has asked says so. */
    void regainLock(Stamp stamp, long seen, Outbox<MaekawaMessage> out) {
        Entry entry = regained(stamp, seen);
        locking = entry;
        say(stamp.node(), new Locked(stamp, entry.number), out);
    }

    private Entry regained(Stamp stamp, long seen) {
        Entry entry = new Entry(stamp);
        entry.number = rules.keep(Rule.T7_NUMBERS_GO_ON) ? seen : 0;
        return entry;
    }

    private void take(Entry entry, Outbox<MaekawaMessage> out) {
        Stamp stamp = entry.stamp;
        Entry current = locking;
        if (current == null) {
            lock(entry, out);
            return;
        }
        Entry first = queue.isEmpty() ? null : queue.get(0);
        enqueue(entry);
        if (precedes(current.stamp, stamp)) {
            tellFailed(entry, Rule.A1_TELL_THE_LATER, out);
            return;
        }
        if (first != null && precedes(first.stamp, stamp)) {
            tellFailed(entry, Rule.A1_TELL_BEHIND_ANOTHER, out);
            return;
        }
        if (first != null && precedes(first.stamp, current.stamp)) {
            tellFailed(first, Rule.A2_TELL_THE_DISPLACED, out);
        }
        if (!inquired && rules.keep(Rule.A3_INQUIRE)) {
            inquired = true;
            say(current.stamp.node(), new Inquire(current.stamp, current.number), out);
        }
    }

    private void tellFailed(Entry entry, Rule rule, Outbox<MaekawaMessage> out) {
        if (rules.keep(rule)) {
            entry.toldFailed = true;
            say(entry.stamp.node(), new Failed(entry.stamp), out);
        }
    }

    /** Step (4): the lock goes to the most preceding request, whichever caused the INQUIRE. */
    void onRelinquish(Relinquish relinquish, NodeId from, Outbox<MaekawaMessage> out) {
        Entry current = locking;
        if (current == null || !isAbout(current, relinquish, from)) {
            return;
        }
        if (rules.keep(Rule.A6_BACK_INTO_THE_QUEUE)) {
            enqueue(current);
        }
        lockForTheFirst(out);
    }

    /** As printed, any RELINQUISH is about the current locking REQUEST. */
    private boolean isAbout(Entry current, Relinquish relinquish, NodeId from) {
        if (!current.stamp.equals(relinquish.stamp()) || !current.stamp.node().equals(from)) {
            return !rules.keep(Rule.A5_STAMP);
        }
        return current.number == relinquish.number() || !rules.keep(Rule.A5_NUMBER);
    }

    /** Step (7), and the same for a request that gives up: that request is over. */
    void onRelease(Release release, NodeId from, Outbox<MaekawaMessage> out) {
        Stamp stamp = release.stamp();
        Entry current = locking;
        if (!stamp.node().equals(from) || current == null) {
            return;
        }
        if (current.stamp.equals(stamp)) {
            lockForTheFirst(out);
        } else if (rules.keep(Rule.A9_WHO_GIVES_UP_IS_FORGOTTEN)) {
            queue.removeIf(entry -> entry.stamp.equals(stamp));
        }
    }

    /** The node is dead, that is certain: nothing of it waits, and it is not inside. */
    void drop(NodeId dead, Outbox<MaekawaMessage> out) {
        queue.removeIf(entry -> entry.stamp.node().equals(dead));
        Entry current = locking;
        if (current != null && current.stamp.node().equals(dead)) {
            lockForTheFirst(out);
        }
    }

    private void lockForTheFirst(Outbox<MaekawaMessage> out) {
        locking = null;
        inquired = false;
        if (!queue.isEmpty()) {
            lock(queue.remove(0), out);
        }
    }

    private void lock(Entry entry, Outbox<MaekawaMessage> out) {
        locking = entry;
        entry.number++;
        say(entry.stamp.node(), new Locked(entry.stamp, entry.number), out);
    }

    /** Our messages to the peer may be lost, so we repeat them. It answers RELEASE to those that are outdated. */
    void linkReset(NodeId peer, Outbox<MaekawaMessage> out) {
        if (!rules.keep(Rule.A7_ANSWER_AGAIN)) {
            return;
        }
        Entry current = locking;
        if (current != null && current.stamp.node().equals(peer)) {
            say(peer, new Locked(current.stamp, current.number), out);
            if (inquired && rules.keep(Rule.A7_INQUIRE_AGAIN)) {
                say(peer, new Inquire(current.stamp, current.number), out);
            }
        }
        for (Entry entry : queue) {
            if (entry.toldFailed && entry.stamp.node().equals(peer)) {
                say(peer, new Failed(entry.stamp), out);
            }
        }
    }

    private boolean isKnown(Stamp stamp) {
        Entry current = locking;
        if (current != null && current.stamp.equals(stamp)) {
            return true;
        }
        for (Entry entry : queue) {
            if (entry.stamp.equals(stamp)) {
                return true;
            }
        }
        return false;
    }

    /** Step (2): the smaller number precedes, and of equal ones the smaller node. */
    private boolean precedes(Stamp one, Stamp other) {
        return rules.keep(Rule.A10_BY_AGE) ? one.isBefore(other) : other.node().compareTo(one.node()) < 0;
    }

    private void enqueue(Entry entry) {
        int place = queue.size();
        while (place > 0 && precedes(entry.stamp, queue.get(place - 1).stamp) && rules.keep(Rule.A4_OLDEST_FIRST)) {
            place--;
        }
        queue.add(place, entry);
    }

    Arbiter copy() {
        Arbiter copy = new Arbiter(rules, role);
        Entry current = locking;
        copy.locking = current == null ? null : current.copy();
        copy.inquired = inquired;
        for (Entry entry : queue) {
            copy.queue.add(entry.copy());
        }
        return copy;
    }

    void describeTo(StateWriter writer) {
        Entry current = locking;
        if (current != null) {
            current.describeTo("locking", inquired, writer);
        }
        for (Entry entry : queue) {
            entry.describeTo("waiting", false, writer);
        }
    }

    /** A request that waits for this node, or has locked it. */
    private static final class Entry {
        final Stamp stamp;

        /** Counts the LOCKEDs for this request: a stamp is never used again, so together they identify one. */
        long number;

        boolean toldFailed;

        Entry(Stamp stamp) {
            this.stamp = stamp;
        }

        Entry copy() {
            Entry copy = new Entry(stamp);
            copy.number = number;
            copy.toldFailed = toldFailed;
            return copy;
        }

        void describeTo(String part, boolean askedBack, StateWriter writer) {
            boolean isLocking = part.equals("locking");
            writer.begin(part);
            writer.stamp("to", stamp);
            writer.flag("has", isLocking);
            writer.number("number", number);
            writer.flag("inquired", askedBack);
            writer.flag("told", toldFailed && !isLocking);
            writer.end();
        }
    }
}
