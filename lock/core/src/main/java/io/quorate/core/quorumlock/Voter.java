// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.Guard;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Announce;
import io.quorate.core.quorumlock.QuorumLockMessage.Behind;
import io.quorate.core.quorumlock.QuorumLockMessage.Busy;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Held;
import io.quorate.core.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.quorumlock.QuorumLockMessage.Noted;
import io.quorate.core.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules A: how a node gives its one vote, in the order of stamps, and asks for it back when an older request comes.
 * There is at most one entry for each start of each node: a node has one live request for a lock.
 */
final class Voter {
    private final MachineContext context;

    /** F2: the highest fence of a hold that may have been, while this lock was not forgotten. */
    private long fenceFloor;

    /** B1: the number of the last question whether somebody holds. */
    private long lastQuestion;

    /** M1: the number of writers that wait behind readers of their own nodes. */
    private int writers;

    /** Everybody who waits for the vote or has it, in the order in which they go: holders first, then the oldest stamp. */
    private final List<Entry> entries;

    Voter(MachineContext context) {
        this(context, new ArrayList<>(2));
    }

    private Voter(MachineContext context, List<Entry> entries) {
        this.context = context;
        this.entries = entries;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** A1, upon Request: a new one waits its turn; a known one is answered with the state that it has. */
    void onRequest(Request request, NodeId from, Outbox<QuorumLockMessage> out) {
        if (isHeard(request.stamp(), from)) {
            hear(request, out);
        }
    }

    /** Nobody asks for another, nor (S5) in a session that is over; W1: nor is one heard by a voter that stops. */
    private boolean isHeard(Stamp stamp, NodeId from) {
        return isTheirOwn(stamp, from) && !isOfThePast(from) && !isStopping();
    }

    private void hear(Request request, Outbox<QuorumLockMessage> out) {
        Stamp stamp = request.stamp();
        Entry known = entryOfOwner(stamp);
        if (known != null && known.stamp.equals(stamp)) {
            raise(known, goesFirst(request), out);
            askAgainIfNow(known, request, out);
            answer(known, out);
            return;
        }
        if (known != null) {
            if (isReplaced(stamp, known)) {
                return;
            }
            remove(known); // a node asks again only when its older request is over
        }
        Entry entry = new Entry(stamp, request.mode());
        entry.holding = goesFirst(request);
        entry.now = request.now();
        entry.asking = request.asking();
        insert(entry);
        serve(out);
        tellIfItWaits(entry, out);
    }

    /** M1, upon Behind: a holder's Request, which also says whether a writer of its node waits until it ends. */
    void onBehind(Behind behind, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!isHeard(behind.stamp(), from)) {
            return;
        }
        hear(behind.asRequest(), out);
        Entry known = entryOfOwner(behind.stamp());
        if (known == null || !known.stamp.equals(behind.stamp())) {
            return;
        }
        int before = known.writerWaits ? 1 : 0;
        if (known.hear(behind)) {
            writers += (known.writerWaits ? 1 : 0) - before;
            serve(out);
        }
    }

    /** B3: a request with "now" is answered again, even after a Busy: that may have been lost. */
    @Guard("B1c")
    private void askAgainIfNow(Entry known, Request request, Outbox<QuorumLockMessage> out) {
        boolean isNew = request.asking() > known.asking;
        if (request.now() && !known.granted && (known.question == 0 || isNew)) {
            known.now = true;
            known.asking = Math.max(known.asking, request.asking());
            known.question = 0; // so that it gets a new number: what was said before does not answer it
            serve(out);
        }
    }

    /** A1: the request arrives late; its node has sent a newer one since. */
    @Guard("A1c")
    private static boolean isReplaced(Stamp stamp, Entry known) {
        return stamp.isBefore(known.stamp);
    }

    /** P1: a holder that asks goes before those that only wait. */
    @Guard("P1c")
    private static boolean goesFirst(Request request) {
        return request.holding();
    }

    /** A1: a request that must wait is answered by Queued. */
    @Guard("A1a")
    private static void tellIfItWaits(Entry entry, Outbox<QuorumLockMessage> out) {
        if (!entry.granted) {
            out.send(entry.stamp.node(), new Queued(entry.stamp));
        }
    }

    /** Nobody speaks for another, nor for another start of itself: so one node has one entry for each start that has a session. */
    private boolean isTheirOwn(Stamp stamp, NodeId from) {
        boolean own = stamp.node().equals(from) && context.sessions().isSaidBy(from, stamp.incarnation());
        if (!own) {
            context.countForged();
        }
        return own;
    }

    /** S5: said in a session that is over. */
    @Guard("S5")
    private boolean isOfThePast(NodeId from) {
        return !context.sessions().heedsRequester(from);
    }

    /** P1: the request has become a holder's, so it goes before those that only wait. */
    private void raise(Entry entry, boolean holding, Outbox<QuorumLockMessage> out) {
        if (holding && !entry.holding) {
            entries.remove(entry);
            entry.holding = true;
            insert(entry);
            serve(out);
        }
    }

    private void answer(Entry entry, Outbox<QuorumLockMessage> out) {
        NodeId node = entry.stamp.node();
        if (!entry.granted) {
            out.send(node, new Queued(entry.stamp));
            return;
        }
        out.send(node, new Grant(entry.stamp, entry.number, entry.noticed, entry.floor, askedAgain(entry)));
        inquireAgain(entry, out);
    }

    /** B1: a Grant that is repeated repeats the question. */
    @Guard("B1d")
    private static long askedAgain(Entry entry) {
        return entry.asked;
    }

    /** A1: after the Grant comes the Inquire that is outstanding. */
    @Guard("A1b")
    private static void inquireAgain(Entry entry, Outbox<QuorumLockMessage> out) {
        if (entry.inquired) {
            out.send(entry.stamp.node(), new Inquire(entry.stamp, entry.number, true, entry.floor));
        }
    }

    /** A2, upon Release: that request, and every older one of its owner, is over. */
    void onRelease(Release release, NodeId from, Outbox<QuorumLockMessage> out) {
        Stamp stamp = release.stamp();
        Entry known = isTheirOwn(stamp, from) ? entryOfOwner(stamp) : null;
        if (known == null || isOfAnOlderRequest(release, known)) {
            return;
        }
        remove(known);
        if (known.granted) {
            serve(out);
        } else {
            serveThoseBehind(out);
        }
    }

    /** A2: a Release that arrives late leaves the newer request alone. */
    @Guard("A2")
    private static boolean isOfAnOlderRequest(Release release, Entry known) {
        return release.stamp().isBefore(known.stamp);
    }

    /** A4, also when a waiter leaves: those that it kept back may go now. */
    @Guard("A4c")
    private void serveThoseBehind(Outbox<QuorumLockMessage> out) {
        serve(out);
    }

    /**
     * A3, upon Relinquish: the grant that it names goes back, if it is the current one. That this voter has started
     * again since need not be looked at: within one session a requester counts on the grants of one start only (R3).
     */
    void onRelinquish(Relinquish relinquish, NodeId from, Outbox<QuorumLockMessage> out) {
        Stamp stamp = relinquish.stamp();
        Entry known = isTheirOwn(stamp, from) ? entryOfOwner(stamp) : null;
        if (known == null || !known.stamp.equals(stamp) || !known.granted || isOfThePast(from)) {
            return;
        }
        if (isCurrentGrant(relinquish, known)) {
            known.granted = false; // and no hold was under it: the floor stays
            serve(out);
        }
    }

    @Guard("A3")
    private static boolean isCurrentGrant(Relinquish relinquish, Entry known) {
        return relinquish.number() == known.number;
    }

    /** F2, upon Announce: the next requester that gets the vote after this hold will be told a floor that is not lower. */
    void onAnnounce(Announce announce, NodeId from, Outbox<QuorumLockMessage> out) {
        Stamp stamp = announce.stamp();
        Entry known = currentGrant(stamp, announce.number(), from);
        if (known == null) {
            return;
        }
        known.fence = Math.max(known.fence, announce.fence());
        out.send(from, new Noted(stamp, announce.fence()));
    }

    /** B3, upon Held: requesters that asked before this answer are told once that the lock is busy. */
    void onHeld(Held held, NodeId from, Outbox<QuorumLockMessage> out) {
        Stamp stamp = held.stamp();
        Entry holder = currentGrant(stamp, held.number(), from);
        if (holder == null) {
            return;
        }
        for (int place = 0; place < entries.size(); place++) {
            Entry waiter = entries.get(place);
            if (waiter.question > 0 && isAnswered(waiter, held) && isBehind(waiter, place, holder)) {
                waiter.question = 0;
                waiter.now = false;
                out.send(waiter.stamp.node(), new Busy(waiter.stamp, from, waiter.asking));
            }
        }
    }

    /** B3: a Held answers the questions that its sender knew, and none that came later. */
    @Guard("B3a")
    private static boolean isAnswered(Entry waiter, Held held) {
        return waiter.question <= held.question();
    }

    /** S5, S7: that start of the node has ended its session here, or its session has run out. */
    @Guard("S7")
    void ownerGone(NodeId node, long incarnation, Outbox<QuorumLockMessage> out) {
        for (int place = 0; place < entries.size(); place++) {
            Stamp stamp = entries.get(place).stamp;
            boolean isTheirs =
                    stamp.incarnation() == incarnation && stamp.node().equals(node);
            if (isTheirs) {
                remove(entries.get(place));
                serve(out);
                return; // there is at most one
            }
        }
    }

    /** S8: what was asked during the restart interval is served. */
    void votingBegan(Outbox<QuorumLockMessage> out) {
        serve(out);
    }

    private void remove(Entry entry) {
        entries.remove(entry);
        writers -= entry.writerWaits ? 1 : 0;
        keepFence(entry);
        if (entries.isEmpty()) {
            context.raiseFloorOfLock(fenceFloor); // the lock may be forgotten now
            fenceFloor = 0;
            lastQuestion = 0;
        }
    }

    /** F2: of a request that was granted nobody knows whether there was a hold, so its fence counts as used. */
    @Guard("F2")
    private void keepFence(Entry entry) {
        if (entry.granted) {
            fenceFloor = Math.max(fenceFloor, entry.fence);
        }
    }

    /** The highest fence that this voter may have confirmed, for this lock or, when it was forgotten, for any. */
    private long floor() {
        long sinceStart = Math.max(fenceFloor, context.floorOfLock());
        return Math.max(sinceStart, floorOfEarlierStarts());
    }

    /** S6: our answers to the peer may be lost, so we repeat them; by R2 it answers those that are over by Release. */
    @Guard("S6")
    void linkReset(NodeId peer, Outbox<QuorumLockMessage> out) {
        for (Entry entry : entries) {
            if (entry.stamp.node().equals(peer)) {
                answer(entry, out);
            }
        }
    }

    /** F4: no clock that confirmed a fence was behind it, and the clock continues where it was; the first start had none before. */
    @Guard("F4")
    private long floorOfEarlierStarts() {
        long clock = context.clockAtStart();
        return clock == 0 ? 0 : Fence.after(clock);
    }

    /** A4: grants what can be granted, then tells those who have the vote about those who wait for it. */
    private void serve(Outbox<QuorumLockMessage> out) {
        grantInOrder();
        numberQuestions();
        for (int place = 0; place < entries.size(); place++) {
            Entry entry = entries.get(place);
            if (entry.granted) {
                tellAboutWaiters(entry, place, out);
            }
        }
    }

    /** Grants each waiter that conflicts with nothing granted and that no conflicting waiter precedes (A5). */
    private void grantInOrder() {
        if (isInRestartInterval() || isStopping()) {
            return;
        }
        boolean anyGranted = false;
        boolean exclusiveGranted = false;
        for (Entry entry : entries) {
            anyGranted |= entry.granted;
            exclusiveGranted |= entry.granted && entry.mode == Mode.EXCLUSIVE;
        }
        boolean exclusiveWaits = false;
        Stamp writer = oldestWriter();
        for (Entry entry : entries) {
            if (entry.granted) {
                continue;
            }
            boolean exclusive = entry.mode == Mode.EXCLUSIVE;
            boolean blocked = exclusive ? anyGranted : exclusiveGranted || waitsFor(writer, entry);
            if (!blocked && !overtakes(exclusiveWaits)) {
                entry.grantAnew(floor());
                anyGranted = true;
                exclusiveGranted |= exclusive;
            } else {
                exclusiveWaits |= exclusive;
                // An older SHARED waiter keeps an EXCLUSIVE one back too: no one overtakes.
                anyGranted |= !exclusive;
            }
        }
    }

    /** M2: the first of the writers that wait behind readers of their own nodes. */
    private @Nullable Stamp oldestWriter() {
        Stamp oldest = null;
        for (int place = 0; writers > 0 && place < entries.size(); place++) {
            Entry entry = entries.get(place);
            Stamp writer = entry.writerWaits ? entry.writer : null;
            if (writer != null && (oldest == null || writer.isBefore(oldest))) {
                oldest = writer;
            }
        }
        return oldest;
    }

    /** M2: a reader waits for a writer that began to wait before it asked, as behind its Request (A5); but not one who holds. */
    private static boolean waitsFor(@Nullable Stamp writer, Entry reader) {
        return writer != null && isLater(reader, writer) && !mayKeepItsHold(reader);
    }

    /** M2: nobody who asked after the writer began to wait overtakes it. */
    @Guard("M2a")
    private static boolean isLater(Entry reader, Stamp writer) {
        return writer.isBefore(reader.stamp);
    }

    /** M2: a holder that asks for further votes overtakes nobody (P1). */
    @Guard("M2b")
    private static boolean mayKeepItsHold(Entry reader) {
        return reader.holding;
    }

    /** B1: the requests that say now and must wait are numbered. */
    private void numberQuestions() {
        for (int place = 0; place < entries.size(); place++) {
            Entry entry = entries.get(place);
            if (entry.now && !entry.granted && entry.question == 0) {
                entry.question = ++lastQuestion;
            }
        }
    }

    /** B1: the highest question that the owner of this grant must answer. */
    private long highestQuestionBehind(Entry granted) {
        long highest = 0;
        for (int place = 0; place < entries.size(); place++) {
            Entry waiter = entries.get(place);
            if (waiter.question > highest && !waiter.granted && isBehind(waiter, place, granted)) {
                highest = waiter.question;
            }
        }
        return highest;
    }

    /** B1: whether the request waits for this grant to end, or for one that waits for that. */
    private boolean isBehind(Entry waiter, int place, Entry granted) {
        return waiter.mode.conflictsWith(granted.mode)
                || isBehindAWaiter(waiter, place, granted)
                || isBehindAWriter(waiter);
    }

    /** M2: a SHARED request that waits for a writer waits, as that one does, for all who read. */
    @Guard("M2d")
    private boolean isBehindAWriter(Entry waiter) {
        return waiter.mode == Mode.SHARED && waitsFor(oldestWriter(), waiter);
    }

    /** B1: a SHARED request behind an EXCLUSIVE one that waits for SHARED holders. */
    @Guard("B1b")
    private boolean isBehindAWaiter(Entry waiter, int place, Entry granted) {
        for (int before = 0; before < place; before++) {
            Entry other = entries.get(before);
            boolean isBetween = !other.granted && other.mode.conflictsWith(granted.mode);
            if (isBetween && other.mode.conflictsWith(waiter.mode)) {
                return true;
            }
        }
        return false;
    }

    /** S8: a voter that has started again grants nothing, until nobody counts on what it granted before. */
    @Guard("S8")
    private boolean isInRestartInterval() {
        return !context.sessions().isVoting();
    }

    /** W1: a voter that stops grants and queues nothing more, so that its stop comes to an end. */
    private boolean isStopping() {
        return context.sessions().isStopping();
    }

    /** A5: nobody goes before an EXCLUSIVE request that waits and is older. */
    @Guard("A5")
    private static boolean overtakes(boolean olderExclusiveWaits) {
        return olderExclusiveWaits;
    }

    private void tellAboutWaiters(Entry entry, int place, Outbox<QuorumLockMessage> out) {
        boolean olderWaits = isPrecededByAWaiter(entry, place);
        boolean someoneWaits = olderWaits || conflictingWaiter(entry, 0, entries.size()) || isReadBeforeAWriter(entry);
        long question = lastQuestion == 0 ? 0 : highestQuestionBehind(entry);
        NodeId node = entry.stamp.node();
        if (entry.isNew) {
            entry.isNew = false;
            entry.noticed = someoneWaits;
            entry.asked = askedWithGrant(question);
            out.send(node, new Grant(entry.stamp, entry.number, someoneWaits, entry.floor, entry.asked));
        } else if (olderWaits && !entry.inquired) {
            entry.inquired = true;
            entry.noticed = true;
            entry.asked = Math.max(entry.asked, question);
            out.send(node, new Inquire(entry.stamp, entry.number, true, entry.floor, entry.asked));
        } else if (someoneWaits && !entry.noticed) {
            entry.asked = Math.max(entry.asked, question);
            notice(entry, out);
        } else if (question > entry.asked) {
            entry.asked = question;
            ask(entry, out);
        }
    }

    /** M2: readers of other nodes learn of the writer: their nodes admit no later reader, and keep no standing votes. */
    @Guard("M2c")
    private boolean isReadBeforeAWriter(Entry granted) {
        return writers > (granted.writerWaits ? 1 : 0) && granted.mode == Mode.SHARED;
    }

    /** B1: the question goes with the vote when that moves on. */
    @Guard("B1e")
    private static long askedWithGrant(long question) {
        return question;
    }

    /** B1: the owner of the vote is asked as soon as there is a question that it was not told. */
    @Guard("B1a")
    private static void ask(Entry granted, Outbox<QuorumLockMessage> out) {
        out.send(granted.stamp.node(), new Inquire(granted.stamp, granted.number, false, granted.floor, granted.asked));
    }

    /** A4: the voter inquires for a waiter that goes before the one that has the vote. */
    @Guard("A4a")
    private boolean isPrecededByAWaiter(Entry granted, int place) {
        return conflictingWaiter(granted, 0, place);
    }

    /** A4: the holder of an older grant learns that somebody began to wait. */
    @Guard("A4b")
    private static void notice(Entry granted, Outbox<QuorumLockMessage> out) {
        granted.noticed = true;
        out.send(granted.stamp.node(), new Inquire(granted.stamp, granted.number, false, granted.floor, granted.asked));
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
        while (place > 0 && entry.goesBefore(entries.get(place - 1))) {
            place--;
        }
        entries.add(place, entry);
    }

    /** The entry of the sender's request, if it has the vote by that very grant. */
    private @Nullable Entry currentGrant(Stamp stamp, long number, NodeId from) {
        Entry known = isTheirOwn(stamp, from) ? entryOfOwner(stamp) : null;
        boolean isCurrent = known != null
                && known.stamp.equals(stamp)
                && known.granted
                && known.number == number
                && !isOfThePast(from);
        return isCurrent ? known : null;
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

    Voter copy(MachineContext other) {
        List<Entry> copies = new ArrayList<>(entries.size() + 1);
        for (Entry entry : entries) {
            copies.add(entry.copy());
        }
        Voter copy = new Voter(other, copies);
        copy.fenceFloor = fenceFloor;
        copy.lastQuestion = lastQuestion;
        copy.writers = writers;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.number("floor", fenceFloor);
        writer.number("lastQuestion", lastQuestion);
        for (Entry entry : entries) {
            entry.describeTo(writer);
        }
    }
}
