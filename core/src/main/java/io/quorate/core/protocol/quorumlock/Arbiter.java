package io.quorate.core.protocol.quorumlock;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.protocol.quorumlock.QuorumLockMessage.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules A: how a node gives its one vote, in the order of stamps, and asks for it back when an older request comes.
 * There is at most one entry for each start of each node: a node has one live request for a lock.
 */
final class Arbiter {
    private final Rules rules;

    /** Everybody who waits for the vote or has it, oldest stamp first. */
    private final List<Entry> entries;

    Arbiter(Rules rules) {
        this(rules, new ArrayList<>(2));
    }

    private Arbiter(Rules rules, List<Entry> entries) {
        this.rules = rules;
        this.entries = entries;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** A1, upon Request: a new one waits its turn; a known one is answered with the state that it has. */
    void onRequest(Request request, NodeId from, Outbox<QuorumLockMessage> out) {
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
            if (stamp.isBefore(known.stamp) && rules.keep(Rule.A1_NEWER_REQUEST_WINS)) {
                return;
            }
            entries.remove(known); // a node asks anew only when its older request is over
        }
        Entry entry = new Entry(stamp, request.mode());
        insert(entry);
        serve(out);
        if (!entry.granted && rules.keep(Rule.A1_TELL_THE_QUEUED)) {
            out.send(from, new Queued(stamp));
        }
    }

    private void answer(Entry entry, Outbox<QuorumLockMessage> out) {
        NodeId node = entry.stamp.node();
        if (!entry.granted) {
            out.send(node, new Queued(entry.stamp));
            return;
        }
        out.send(node, new Grant(entry.stamp, entry.number, entry.noticed));
        if (entry.inquired && rules.keep(Rule.A1_INQUIRE_AGAIN)) {
            out.send(node, new Inquire(entry.stamp, entry.number, true));
        }
    }

    /** A2, upon Release: that request, and every older one of its owner, is over. */
    void onRelease(Release release, NodeId from, Outbox<QuorumLockMessage> out) {
        Stamp stamp = release.stamp();
        Entry known = stamp.node().equals(from) ? entryOfOwner(stamp) : null;
        if (known == null || (stamp.isBefore(known.stamp) && rules.keep(Rule.A2_OLD_RELEASE))) {
            return;
        }
        entries.remove(known);
        if (known.granted || rules.keep(Rule.A4_SERVE_WHEN_A_WAITER_LEAVES)) {
            serve(out);
        }
    }

    /** A3, upon Relinquish: the grant that it names goes back, if it is the current one. */
    void onRelinquish(Relinquish relinquish, NodeId from, Outbox<QuorumLockMessage> out) {
        Stamp stamp = relinquish.stamp();
        Entry known = stamp.node().equals(from) ? entryOfOwner(stamp) : null;
        if (known == null || !known.stamp.equals(stamp) || !known.granted) {
            return;
        }
        if (known.number == relinquish.number() || !rules.keep(Rule.A3_NUMBER)) {
            known.granted = false;
            serve(out);
        }
    }

    /** S6: our answers to the peer may be lost, so we repeat them; by R2 it answers those that are over by Release. */
    void linkReset(NodeId peer, Outbox<QuorumLockMessage> out) {
        if (rules.keep(Rule.S6_ANSWER_AGAIN)) {
            for (Entry entry : entries) {
                if (entry.stamp.node().equals(peer)) {
                    answer(entry, out);
                }
            }
        }
    }

    /** A4: grants what can be granted, then tells those who have the vote about those who wait for it. */
    private void serve(Outbox<QuorumLockMessage> out) {
        grantInOrder();
        for (int place = 0; place < entries.size(); place++) {
            Entry entry = entries.get(place);
            if (entry.granted) {
                tellAboutWaiters(entry, place, out);
            }
        }
    }

    /** Grants each waiter that conflicts with nothing granted and that no conflicting waiter precedes (A5). */
    private void grantInOrder() {
        boolean anyGranted = false;
        boolean exclusiveGranted = false;
        for (Entry entry : entries) {
            anyGranted |= entry.granted;
            exclusiveGranted |= entry.granted && entry.mode == Mode.EXCLUSIVE;
        }
        boolean exclusiveWaits = false;
        for (Entry entry : entries) {
            if (entry.granted) {
                continue;
            }
            boolean exclusive = entry.mode == Mode.EXCLUSIVE;
            boolean blocked = exclusive ? anyGranted : exclusiveGranted;
            boolean overtakes = exclusiveWaits && rules.keep(Rule.A5_NO_OVERTAKING);
            if (!blocked && !overtakes) {
                entry.grantAnew();
                anyGranted = true;
                exclusiveGranted |= exclusive;
            } else {
                exclusiveWaits |= exclusive;
                // An older SHARED waiter keeps an EXCLUSIVE one back too: no one overtakes.
                anyGranted |= !exclusive;
            }
        }
    }

    private void tellAboutWaiters(Entry entry, int place, Outbox<QuorumLockMessage> out) {
        boolean olderWaits = conflictingWaiter(entry, 0, place) && rules.keep(Rule.A4_INQUIRE_FOR_THE_OLDER);
        boolean someoneWaits = olderWaits || conflictingWaiter(entry, 0, entries.size());
        NodeId node = entry.stamp.node();
        if (entry.isNew) {
            entry.isNew = false;
            entry.noticed = someoneWaits;
            out.send(node, new Grant(entry.stamp, entry.number, someoneWaits));
        } else if (olderWaits && !entry.inquired) {
            entry.inquired = true;
            entry.noticed = true;
            out.send(node, new Inquire(entry.stamp, entry.number, true));
        } else if (someoneWaits && !entry.noticed && rules.keep(Rule.A4_NOTICE)) {
            entry.noticed = true;
            out.send(node, new Inquire(entry.stamp, entry.number, false));
        }
    }

    private boolean conflictingWaiter(Entry granted, int from, int to) {
        for (int place = from; place < to; place++) {
            Entry other = entries.get(place);
            if (!other.granted && other.mode.conflictsWith(granted.mode)) {
                return true;
            }
        }
        return false;
    }

    private void insert(Entry entry) {
        int place = entries.size();
        while (place > 0 && entry.stamp.isBefore(entries.get(place - 1).stamp)) {
            place--;
        }
        entries.add(place, entry);
    }

    private @Nullable Entry entryOfOwner(Stamp stamp) {
        for (int place = 0; place < entries.size(); place++) {
            Entry entry = entries.get(place);
            if (entry.stamp.hasOwnerOf(stamp)) {
                return entry;
            }
        }
        return null;
    }

    Arbiter copy() {
        List<Entry> copies = new ArrayList<>(entries.size() + 1);
        for (Entry entry : entries) {
            copies.add(entry.copy());
        }
        return new Arbiter(rules, copies);
    }

    void describeTo(StateWriter writer) {
        for (Entry entry : entries) {
            entry.describeTo(writer);
        }
    }

    /** A request that waits for this vote, or has it. */
    private static final class Entry {
        final Stamp stamp;
        final Mode mode;
        boolean granted;

        /** Counts the grants to this request: a stamp is never used again, so together they name one grant for ever. */
        long number;

        /** Its requester knows, or is being told, that somebody waits. */
        boolean noticed;

        /** Its requester was asked to give way. */
        boolean inquired;

        /** Granted in this very step, and not told yet. */
        boolean isNew;

        Entry(Stamp stamp, Mode mode) {
            this.stamp = stamp;
            this.mode = mode;
        }

        void grantAnew() {
            granted = true;
            number++;
            noticed = false;
            inquired = false;
            isNew = true;
        }

        Entry copy() {
            Entry copy = new Entry(stamp, mode);
            copy.granted = granted;
            copy.number = number;
            copy.noticed = noticed;
            copy.inquired = inquired;
            return copy;
        }

        void describeTo(StateWriter writer) {
            writer.begin(granted ? "granted" : "waiting");
            writer.stamp("to", stamp);
            writer.word("mode", mode);
            writer.flag("has", granted);
            writer.number("number", number);
            writer.flag("noticed", granted && noticed);
            writer.flag("inquired", granted && inquired);
            writer.end();
        }
    }
}
