// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.DhtMessage.Away;
import io.quorate.overlay.dht.DhtMessage.Response;
import io.quorate.overlay.node.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One replica of a lock, at the node that owns its key: it gives its one vote. V1: to one request at a time, and only while it is
 * here and this node votes. The vote comes back by the Release or Yield of that very request, or with the end of its owner's
 * session; a Transfer moves it. Whether those that must wait are kept in a queue is up to the protocol.
 */
public final class Replica {
    private final MachineContext context;
    private final Rules rules;
    private final int number;
    private final boolean queues;

    /** F2: the highest fence of a hold that this replica may have voted for, while the lock was not forgotten. */
    private long fenceFloor;

    /** The owner of the vote and the waiters, the oldest first; at most one for each start of each node. */
    private final List<Entry> entries = new ArrayList<>(2);

    /** @param queues whether requests wait here for the vote; if not, they are only told who has it */
    public Replica(MachineContext context, Rules rules, int number, boolean queues) {
        this.context = context;
        this.rules = rules;
        this.number = number;
        this.queues = queues;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Whether another node has its vote, or waits for it. */
    public boolean isUsedByOthers() {
        return entries.stream().anyMatch(entry -> !entry.stamp.node().equals(context.self()));
    }

    /** The request that has the vote. */
    public @Nullable Stamp owner() {
        Entry granted = granted();
        return granted == null ? null : granted.stamp;
    }

    private @Nullable Entry granted() {
        for (int place = 0; place < entries.size(); place++) {
            if (entries.get(place).granted) {
                return entries.get(place);
            }
        }
        return null;
    }

    private boolean isHere() {
        return Place.ownsReplica(context, number) || !rules.keep(Rule.V1_ONLY_WHERE_IT_IS);
    }

    /**
     * Upon Request. V2: one that comes outside a session is answered, but not taken into account: what its node is voted for would
     * never be over if the node died.
     */
    public void onRequest(Stamp stamp, boolean inSession, Outbox<DhtMessage> out) {
        NodeId node = stamp.node();
        if (!isHere()) {
            out.send(node, new Away(stamp, number));
            return;
        }
        Entry known = entryOfOwner(stamp);
        if (known != null && known.stamp.equals(stamp)) {
            answer(known, out);
            return;
        }
        if (known != null) {
            if (stamp.isBefore(known.stamp)) {
                return; // it came late: its node has sent a newer request since
            }
            remove(known);
        }
        if (inSession) {
            Entry entry = new Entry(stamp);
            insert(entry);
            serve(out);
            answerOrForget(entry, out);
        } else {
            serve(out);
            out.send(node, Response.noVote(stamp, number, owner(), false, 0, null));
        }
    }

    /** A new one that has the vote was told so when it got it. */
    private void answerOrForget(Entry entry, Outbox<DhtMessage> out) {
        if (!entry.granted) {
            answer(entry, out);
            if (!queues) {
                forgetTheYounger(entry, out);
            }
        }
    }

    /**
     * Of those that wait, a replica without a queue remembers one: the oldest, as long as it is older than the owner of the vote.
     * So the vote goes to it when the younger one, who is told of it, gives the vote back.
     */
    private void forgetTheYounger(Entry answered, Outbox<DhtMessage> out) {
        int remembered = rules.keep(Rule.A5_REMEMBER_THE_OLDEST) ? 1 : 0;
        for (Entry entry : List.copyOf(entries.subList(remembered, entries.size()))) {
            if (!entry.granted) {
                if (entry != answered) {
                    answer(entry, out);
                }
                entries.remove(entry);
            }
        }
    }

    private @Nullable Stamp olderThan(Entry entry) {
        Stamp oldest = entries.get(0).stamp;
        return entry.wanted && oldest.isBefore(entry.stamp) ? oldest : null;
    }

    private void answer(Entry entry, Outbox<DhtMessage> out) {
        Stamp stamp = entry.stamp;
        out.send(
                stamp.node(),
                entry.granted
                        ? Response.vote(stamp, number, entry.number, olderThan(entry), entry.floor)
                        : waits(entry));
    }

    /** Without a queue only the oldest is remembered, and who is not must know why. */
    private Response waits(Entry entry) {
        Entry first = entries.get(0);
        Stamp older = queues || first.granted || first == entry ? null : first.stamp;
        return Response.noVote(entry.stamp, number, owner(), true, entries.indexOf(entry), older);
    }

    /**
     * Upon Yield: the vote that it names goes back, if it is the present one, and to the first in the queue; that may be the same again.
     */
    public void onYield(Stamp stamp, long vote, Outbox<DhtMessage> out) {
        Entry known = entryOfOwner(stamp);
        if (known == null || !known.stamp.equals(stamp) || !known.granted) {
            return;
        }
        if (known.number == vote || !rules.keep(Rule.A3_NUMBER)) {
            known.granted = false; // and no hold was under it: the floor stays
            if (!queues) {
                remove(known);
            }
            serve(out);
            if (!known.granted && queues) {
                answer(known, out);
            }
        }
    }

    /** Upon Release: that request, and every older one of its owner, is over. */
    public void onRelease(Stamp stamp, Outbox<DhtMessage> out) {
        Entry known = rules.keep(Rule.V1_ONLY_ITS_OWN_RELEASE) ? entryOfOwner(stamp) : granted();
        if (known != null && (!stamp.isBefore(known.stamp) || !rules.keep(Rule.V1_ONLY_ITS_OWN_RELEASE))) {
            remove(known);
            serve(out);
        }
    }

    /** Upon Transfer, which only comes in a session: the vote moves if it is still where the sender thinks; else this is a Request. */
    public void onTransfer(Stamp stamp, Stamp before, Outbox<DhtMessage> out) {
        Entry granted = granted();
        boolean there = granted != null && granted.stamp.equals(before);
        if (granted == null || !isHere() || (!there && rules.keep(Rule.V1_TRANSFER_ONLY_WHAT_IS_THERE))) {
            onRequest(stamp, true, out);
            return;
        }
        Entry older = entryOfOwner(stamp);
        if (older != null && older != granted) {
            if (stamp.isBefore(older.stamp)) {
                return;
            }
            remove(older);
        }
        remove(granted);
        Entry entry = new Entry(stamp);
        insert(entry);
        entry.grantAnew(floor());
        serve(out);
    }

    /** S5, S7: that start of the node has ended its session here, or its session has run out. */
    public void ownerGone(NodeId node, long incarnation, Outbox<DhtMessage> out) {
        for (int place = 0; place < entries.size(); place++) {
            Stamp stamp = entries.get(place).stamp;
            boolean isTheirs =
                    stamp.incarnation() == incarnation && stamp.node().equals(node);
            if (isTheirs && rules.keep(Rule.S7_FORGET)) {
                remove(entries.get(place));
                serve(out);
                return; // there is at most one
            }
        }
    }

    /**
     * V4: the key belongs to another now. That node will vote when nobody counts on this one any more. So the owner of the vote is no
     * longer confirmed in its session, and all are sent away.
     */
    public void lookWhetherHere(Outbox<DhtMessage> out) {
        if (entries.isEmpty() || isHere()) {
            return;
        }
        for (Entry entry : List.copyOf(entries)) {
            boolean everGranted = entry.number > 0; // a late Yield of it must not meet another vote of the same number
            if (everGranted && rules.keep(Rule.V4_NOT_CONFIRMED)) {
                context.sessions().stopConfirming(entry.stamp.node(), entry.stamp.incarnation());
            }
            out.send(entry.stamp.node(), new Away(entry.stamp, number));
            remove(entry);
        }
    }

    /** V3: what was asked while this node was mute is served. */
    public void votingBegan(Outbox<DhtMessage> out) {
        serve(out);
    }

    /** Our answers to the peer may be lost, so we repeat them; it answers those that are over by Release. */
    public void linkReset(NodeId peer, Outbox<DhtMessage> out) {
        for (Entry entry : List.copyOf(entries)) {
            if (entry.stamp.node().equals(peer) && rules.keep(Rule.S4_SAY_AGAIN)) {
                answer(entry, out);
            }
        }
    }

    /** The owner of the vote may have given it back by a Release that was lost; it is told again that it has the vote. */
    public void remind(Outbox<DhtMessage> out) {
        Entry granted = granted();
        if (granted != null && !granted.stamp.node().equals(context.self())) {
            answer(granted, out);
        }
    }

    /** Gives the vote to the oldest, if it is free; otherwise tells its owner that an older one has come. */
    private void serve(Outbox<DhtMessage> out) {
        boolean votes = context.sessions().isVoting() || !rules.keep(Rule.V3_MUTE);
        if (entries.isEmpty() || !votes || !isHere()) {
            return;
        }
        if (granted() == null) {
            entries.get(0).grantAnew(floor());
        }
        for (int place = 0; place < entries.size(); place++) {
            Entry entry = entries.get(place);
            if (!entry.granted && !rules.keep(Rule.V1_ONE_VOTE)) {
                entry.grantAnew(floor());
            }
            boolean olderWaits = place > 0 && rules.keep(Rule.A4_TELL_THE_YOUNGER) && rules.keep(Rule.V1_ONE_VOTE);
            if (entry.granted && (entry.isNew || (olderWaits && !entry.wanted))) {
                entry.isNew = false;
                entry.wanted = olderWaits;
                answer(entry, out);
            }
        }
    }

    /** Of a request that had the vote nobody knows whether there was a hold, so its fence counts as used (F2). */
    private void remove(Entry entry) {
        entries.remove(entry);
        if (entry.granted && rules.keep(Rule.F2_FLOOR)) {
            fenceFloor = Math.max(fenceFloor, Fence.of(entry.stamp));
        }
        if (entries.isEmpty()) {
            context.raiseFenceFloor(fenceFloor); // the lock may be forgotten now
            fenceFloor = 0;
        }
    }

    /** The highest fence that this node may have voted for: for this lock or, when it was forgotten or voted on elsewhere, for any. */
    private long floor() {
        long earlierStarts = context.clockAtStart() == 0 ? 0 : Fence.after(context.clockAtStart());
        return Math.max(Math.max(fenceFloor, context.fenceFloor()), rules.keep(Rule.F2_FLOOR) ? earlierStarts : 0);
    }

    private void insert(Entry entry) {
        int place = entries.size();
        boolean byAge = rules.keep(Rule.A6_THE_OLDEST_FIRST);
        while (byAge && place > 0 && entry.stamp.isBefore(entries.get(place - 1).stamp)) {
            place--;
        }
        entries.add(place, entry);
    }

    private @Nullable Entry entryOfOwner(Stamp stamp) {
        for (int place = 0; place < entries.size(); place++) {
            if (entries.get(place).stamp.hasOwnerOf(stamp)) {
                return entries.get(place);
            }
        }
        return null;
    }

    public Replica copy(MachineContext other) {
        Replica copy = new Replica(other, rules, number, queues);
        copy.fenceFloor = fenceFloor;
        for (Entry entry : entries) {
            copy.entries.add(entry.copy());
        }
        return copy;
    }

    public void describeTo(StateWriter writer) {
        for (Entry entry : entries) {
            entry.describeTo(number, fenceFloor, writer);
        }
    }

    /** A request that waits for this vote, or has it. */
    private static final class Entry {
        final Stamp stamp;
        boolean granted;

        /** Counts the votes for this request: a stamp is never used again, so together they identify one vote. */
        long number;

        /** The floor that was told with the vote. */
        long floor;

        /** Its candidate was told that an older request waits. */
        boolean wanted;

        /** It got the vote in this very step, and was not told yet. */
        boolean isNew;

        Entry(Stamp stamp) {
            this.stamp = stamp;
        }

        void grantAnew(long known) {
            granted = true;
            floor = known;
            number++;
            wanted = false;
            isNew = true;
        }

        Entry copy() {
            Entry copy = new Entry(stamp);
            copy.granted = granted;
            copy.number = number;
            copy.floor = floor;
            copy.wanted = wanted;
            return copy;
        }

        void describeTo(int replica, long fenceFloor, StateWriter writer) {
            writer.begin((granted ? "granted" : "waiting") + " at r" + (replica + 1));
            writer.stamp("to", stamp);
            writer.flag("has", granted);
            writer.number("replica", replica);
            writer.number("number", number);
            writer.number("above", granted ? floor : 0);
            writer.number("fenceFloor", fenceFloor);
            writer.flag("wanted", granted && wanted);
            writer.end();
        }
    }
}
