// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.nonendtoend;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.Passage;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtMessage.Request;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.dht.PathMessage.Errand;
import io.quorate.overlay.dht.PathMessage.Gather;
import io.quorate.overlay.dht.PathMessage.GrantReq;
import io.quorate.overlay.node.Place;
import io.quorate.overlay.node.RoutedMachine;
import io.quorate.overlay.node.Waypoint;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One lock at one node by the six steps of section IV.B as they are printed: to show what is wrong with them, never for use. Where
 * they leave something open it is read so:
 *
 * <ul>
 *   <li>the requester itself is no intermediate node of its own Request;
 *   <li>"their replica list is updated" (step 2): with the requester, as if it were the holder;
 *   <li>a requester cannot tell whether a node on the way or the replica has sent a GRANTREQ: they are the same message;
 *   <li>what it is told of a replica that has voted for it, and to which it has not yielded, changes nothing;
 *   <li>"the respective entry" (step 4): the one of that replica, of any requester;
 *   <li>the vote of a replica is free when its holder releases; what anybody else releases is only taken out of the queue;
 *   <li>"no requester receives majority" (step 5): as far as the holders tell that it was told of;
 *   <li>YIELD goes to the replicas that have voted for the requester, after a random time; it collects as RELEASE does, the requester
 *       goes back into the queue, and it is told who has the vote then;
 *   <li>giving up, which the paper does not know, is to release what one waits for.
 * </ul>
 */
final class PrintedMachine implements RoutedMachine<DhtMessage> {
    private final MachineContext context;
    private Phase phase = Phase.IDLE;
    private @Nullable Stamp stamp;

    /** The owner of each replica, as far as this requester was told. */
    private @Nullable Stamp[] told = {};

    /** The replica list: what this node knows of each replica, at the replica or on the way to it. */
    private Entry[] entries = {};

    private boolean yieldsLater;

    PrintedMachine(MachineContext context) {
        this.context = context;
    }

    private Entry entry(int replica) {
        int size = context.quorums().size();
        if (entries.length != size) {
            entries = new Entry[size];
            for (int each = 0; each < size; each++) {
                entries[each] = new Entry();
            }
        }
        return entries[replica];
    }

    private Stamp live() {
        Stamp current = stamp;
        if (current == null) {
            throw new IllegalStateException("there is no live request");
        }
        return current;
    }

    /** Step 1. */
    @Override
    public void acquire(Mode mode, Outbox<DhtMessage> out) {
        stamp = context.nextStamp();
        phase = Phase.WAITING;
        told = new Stamp[context.quorums().size()];
        for (int replica = 0; replica < told.length; replica++) {
            RoutedMachine.route(Place.replicaKey(context, replica), new Request(live(), replica, false), out);
        }
    }

    /** Steps 2 and 4, at nodes on the way. */
    @Override
    public Passage<DhtMessage> passing(Waypoint at, DhtMessage message, Outbox<DhtMessage> out) {
        boolean isIntermediate = at.hops() > 0;
        if (isIntermediate && message instanceof Request request && isReplica(request.replica())) {
            Entry entry = entry(request.replica());
            Stamp holder = entry.holder;
            if (holder != null) {
                entry.queue.add(request.stamp());
                out.send(at.origin(), new GrantReq(request.stamp(), request.replica(), holder));
                return Passage.consumed();
            }
            entry.holder = request.stamp();
        } else if (message instanceof Gather gather && isReplica(gather.replica())) {
            return Passage.forward(entry(gather.replica()).handOver(gather));
        }
        return Passage.forward(message);
    }

    private boolean isReplica(int number) {
        return number < context.quorums().size();
    }

    /** Steps 3, 4 and 6, at the replica. */
    @Override
    public void delivered(Waypoint at, DhtMessage message, Outbox<DhtMessage> out) {
        if (message instanceof Request request && isReplica(request.replica())) {
            Entry entry = entry(request.replica());
            if (entry.holder == null) {
                entry.holder = request.stamp();
            } else {
                entry.queue.add(request.stamp());
            }
            answer(request.stamp(), request.replica(), out);
        } else if (message instanceof Gather gather && isReplica(gather.replica())) {
            merge(gather, out);
        }
    }

    private void merge(Gather gather, Outbox<DhtMessage> out) {
        Entry entry = entry(gather.replica());
        Stamp sender = gather.stamp();
        boolean isHolder = sender.equals(entry.holder);
        entry.queue.addAll(gather.requests());
        if (gather.errand() == Errand.RELEASE) {
            entry.queue.remove(sender);
        } else if (isHolder) {
            entry.queue.add(sender);
        }
        if (isHolder) {
            entry.holder = entry.queue.pollFirst();
            Stamp next = entry.holder;
            if (next != null) {
                answer(next, gather.replica(), out);
            }
        }
        if (gather.errand() == Errand.YIELD && !sender.equals(entry.holder)) {
            answer(sender, gather.replica(), out);
        }
    }

    private void answer(Stamp request, int replica, Outbox<DhtMessage> out) {
        Stamp holder = entry(replica).holder;
        if (holder != null) {
            out.send(request.node(), new GrantReq(request, replica, holder));
        }
    }

    /** Step 5. */
    @Override
    public void receive(NodeId from, DhtMessage message, Outbox<DhtMessage> out) {
        if (message instanceof GrantReq answer && phase != Phase.IDLE && answer.replica() < told.length) {
            if (!live().equals(told[answer.replica()])) {
                told[answer.replica()] = answer.holder();
            }
            if (phase == Phase.WAITING) {
                decide(out);
            }
        }
    }

    private void decide(Outbox<DhtMessage> out) {
        if (hasMajority(live())) {
            phase = Phase.HOLDING;
            stopYielding(out);
            out.entered();
        } else if (shouldYield() && !yieldsLater) {
            yieldsLater = true;
            DhtTimer.YIELD.start(out);
        } else if (!shouldYield()) {
            stopYielding(out);
        }
    }

    private void stopYielding(Outbox<DhtMessage> out) {
        if (yieldsLater) {
            yieldsLater = false;
            DhtTimer.YIELD.stop(out);
        }
    }

    private boolean hasMajority(Stamp request) {
        NodeSet votes = NodeSet.EMPTY;
        for (int replica = 0; replica < told.length; replica++) {
            votes = request.equals(told[replica]) ? votes.with(NodeId.of(replica)) : votes;
        }
        return context.quorums().isQuorum(votes);
    }

    /** Whether all have answered, some vote is ours, and nobody has a majority. */
    private boolean shouldYield() {
        boolean some = false;
        for (Stamp holder : told) {
            if (holder == null || hasMajority(holder)) {
                return false;
            }
            some |= holder.equals(stamp);
        }
        return some;
    }

    /** Step 6. */
    @Override
    public void timerFired(TimerName timer, Outbox<DhtMessage> out) {
        yieldsLater = false;
        for (int replica = 0; replica < told.length && phase == Phase.WAITING; replica++) {
            if (live().equals(told[replica])) {
                told[replica] = null;
                RoutedMachine.route(
                        Place.replicaKey(context, replica), new Gather(live(), replica, Errand.YIELD, List.of()), out);
            }
        }
    }

    /** Step 4. */
    @Override
    public void release(Outbox<DhtMessage> out) {
        for (int replica = 0; replica < told.length; replica++) {
            RoutedMachine.route(
                    Place.replicaKey(context, replica), new Gather(live(), replica, Errand.RELEASE, List.of()), out);
        }
        stopYielding(out);
        stamp = null;
        told = new Stamp[0];
        phase = Phase.IDLE;
    }

    @Override
    public void abandon(Outbox<DhtMessage> out) {
        release(out);
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public boolean isContended() {
        return true;
    }

    @Override
    public boolean isQuiescent() {
        boolean nothing = phase == Phase.IDLE;
        for (Entry entry : entries) {
            nothing &= entry.holder == null && entry.queue.isEmpty();
        }
        return nothing;
    }

    @Override
    public LockMachine<DhtMessage> copy(MachineContext other) {
        PrintedMachine copy = new PrintedMachine(other);
        copy.phase = phase;
        copy.stamp = stamp;
        copy.told = told.clone();
        copy.yieldsLater = yieldsLater;
        copy.entries = new Entry[entries.length];
        for (int replica = 0; replica < entries.length; replica++) {
            copy.entries[replica] = entries[replica].copy();
        }
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", stamp);
        writer.flag("yieldsLater", yieldsLater);
        for (int replica = 0; replica < told.length; replica++) {
            if (told[replica] != null) {
                writer.begin("told of r" + (replica + 1));
                writer.number("replica", replica);
                writer.stamp("holder", told[replica]);
                writer.end();
            }
        }
        for (int replica = 0; replica < entries.length; replica++) {
            entries[replica].describeTo(replica, writer);
        }
    }

    /** A node's knowledge of one replica. */
    private static final class Entry {
        @Nullable
        Stamp holder;

        final TreeSet<Stamp> queue = new TreeSet<>();

        /** Takes the partial queue along, sorted, and deletes the entry. */
        Gather handOver(Gather gather) {
            TreeSet<Stamp> all = new TreeSet<>(gather.requests());
            all.addAll(queue);
            holder = null;
            queue.clear();
            return new Gather(gather.stamp(), gather.replica(), gather.errand(), List.copyOf(all));
        }

        Entry copy() {
            Entry copy = new Entry();
            copy.holder = holder;
            copy.queue.addAll(queue);
            return copy;
        }

        void describeTo(int replica, StateWriter writer) {
            if (holder != null) {
                writer.begin("holder of r" + (replica + 1));
                writer.number("replica", replica);
                writer.stamp("to", holder);
                writer.flag("has", true);
                writer.end();
            }
            for (Stamp each : queue) {
                writer.begin("waiting for r" + (replica + 1));
                writer.number("replica", replica);
                writer.stamp("to", each);
                writer.end();
            }
        }
    }
}
