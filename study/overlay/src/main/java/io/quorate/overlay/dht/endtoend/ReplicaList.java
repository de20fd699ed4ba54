// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.TokenMessage.Cleared;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The paper's replica list, with its Next and Previous pointers: the view that a node on the way to replicas has of the lock's owner.
 * Nothing more than hints: they end with a timer, and nobody rests anything on them.
 */
final class ReplicaList {
    /** @param last whether the replica itself comes next, which needs no such hint */
    private record Entry(Stamp owner, NodeId previous, NodeId next, boolean last) {}

    private final Map<Integer, Entry> entries = new TreeMap<>();

    /** To whom this node has given the lock. */
    private @Nullable Stamp heir;

    boolean isEmpty() {
        return entries.isEmpty() && heir == null;
    }

    /** An IAmWinner passes. */
    void install(int replica, Stamp owner, NodeId previous, NodeId next, boolean last) {
        Entry known = entries.get(replica);
        if (known == null || known.owner.isBefore(owner)) {
            entries.put(replica, new Entry(owner, previous, next, last));
        }
    }

    /** The lock goes from here to that request. */
    void inheritedBy(Stamp next) {
        heir = next;
    }

    /** The lock is here, so it is with no heir. */
    void forgetHeir() {
        heir = null;
    }

    @Nullable
    Stamp heir() {
        return heir;
    }

    /** The request that has the lock, as the latest hint says; null if there is none. */
    @Nullable
    Stamp owner() {
        Stamp latest = heir;
        for (Entry entry : entries.values()) {
            latest = latest == null || latest.isBefore(entry.owner) ? entry.owner : latest;
        }
        return latest;
    }

    /** Somebody has found out that the hint is wrong. */
    void forget(int replica) {
        entries.remove(replica);
    }

    /** Step 6: the request has given the lock back; so it goes on along the Next pointer. */
    void cleared(int replica, Stamp owner, NodeId previous, Outbox<DhtMessage> out) {
        Entry entry = entries.get(replica);
        if (entry != null && entry.owner.equals(owner) && entry.previous.equals(previous)) {
            entries.remove(replica);
            if (!entry.last) {
                out.send(entry.next, new Cleared(owner, replica));
            }
        }
    }

    /** Step 6, at the very node that gives the lock back. */
    void clear(Stamp owner, NodeId self, Outbox<DhtMessage> out) {
        for (Integer replica : List.copyOf(entries.keySet())) {
            cleared(replica, owner, self, out);
        }
    }

    void forgetAll() {
        entries.clear();
        heir = null;
    }

    ReplicaList copy() {
        ReplicaList copy = new ReplicaList();
        copy.entries.putAll(entries);
        copy.heir = heir;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.stamp("heir", heir);
        entries.forEach((replica, entry) -> {
            writer.begin("hint r" + (replica + 1));
            writer.number("replica", replica);
            writer.stamp("owner", entry.owner);
            writer.node("previous", entry.previous);
            writer.node("next", entry.next);
            writer.flag("last", entry.last);
            writer.end();
        });
    }
}
