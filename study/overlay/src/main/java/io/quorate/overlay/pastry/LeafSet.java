// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.pastry;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes next to one on the ring, half of them on each side. In a small ring, a node can be on both. */
final class LeafSet {
    private final Handle self;
    private final Side after;
    private final Side before;

    LeafSet(Handle self, int size) {
        this.self = self;
        this.after = new Side(self.key(), true, size / 2);
        this.before = new Side(self.key(), false, size / 2);
    }

    LeafSet(LeafSet other) {
        self = other.self;
        after = new Side(other.after);
        before = new Side(other.before);
    }

    Side after() {
        return after;
    }

    Side before() {
        return before;
    }

    boolean contains(NodeId node) {
        return after.contains(node) || before.contains(node);
    }

    boolean isEmpty() {
        return after.size() == 0 && before.size() == 0;
    }

    boolean wants(Handle node) {
        return after.wants(node) || before.wants(node);
    }

    /** Takes in one that is wanted. Returns those that it removed. */
    List<Handle> add(Handle node) {
        List<Handle> displaced = new ArrayList<>();
        for (Side side : List.of(after, before)) {
            Handle pushed = side.wants(node) ? side.add(node) : null;
            if (pushed != null) {
                displaced.add(pushed);
            }
        }
        displaced.removeIf(each -> contains(each.node()));
        return displaced;
    }

    void clear() {
        after.clear();
        before.clear();
    }

    /** Whether these are all nodes that there are: a node is on both sides, so that they meet. */
    boolean isWhole() {
        Handle last = after.farthest();
        return last != null && before.contains(last.node());
    }

    /** Whether the key lies among the leaves. */
    boolean covers(Key key) {
        Handle last = after.farthest();
        Handle first = before.farthest();
        return (last != null && after.wayTo(key).compareTo(after.wayTo(last.key())) <= 0)
                || (first != null && before.wayTo(key).compareTo(before.wayTo(first.key())) <= 0);
    }

    /** Of the leaves and the node itself, the one nearest to the key, but not this one. */
    Handle nearest(Key key, @Nullable NodeId without) {
        Handle nearest = self;
        for (Side side : List.of(after, before)) {
            for (int place = 0; place < side.size(); place++) {
                Handle leaf = side.at(place);
                if (key.isNearer(leaf.key(), nearest.key()) && !leaf.node().equals(without)) {
                    nearest = leaf;
                }
            }
        }
        return nearest;
    }

    /** Every leaf once, along the ring. */
    List<Handle> members() {
        List<Handle> members = new ArrayList<>();
        for (int place = before.size() - 1; place >= 0; place--) {
            members.add(before.at(place));
        }
        for (int place = 0; place < after.size(); place++) {
            if (!before.contains(after.at(place).node())) {
                members.add(after.at(place));
            }
        }
        return members;
    }

    /**
     * A number of nodes nearest to the key, this one among them; empty if a node that is not a leaf might belong to them.
     */
    List<Handle> nearest(Key key, int count) {
        List<Handle> all = members();
        all.add(self);
        all.sort((one, other) -> key.isNearer(one.key(), other.key()) ? -1 : 1);
        if (isWhole() || all.size() == 1) {
            return List.copyOf(all.subList(0, Math.min(count, all.size())));
        }
        Handle first = before.farthest();
        Handle last = after.farthest();
        if (first == null || last == null || all.size() < count || !covers(key)) {
            return List.of();
        }
        Key farthest = all.get(count - 1).key();
        boolean sure = !key.isNearer(first.key(), farthest) && !key.isNearer(last.key(), farthest);
        return sure ? List.copyOf(all.subList(0, count)) : List.of();
    }
}
