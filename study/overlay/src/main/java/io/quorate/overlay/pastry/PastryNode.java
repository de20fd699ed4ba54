// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.pastry;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.HearingOverlay;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayMessage.Wanted;
import io.quorate.overlay.OverlayOutbox;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of Pastry. The leaf set makes every route end at the right node; the routing table makes it short. */
final class PastryNode extends HearingOverlay {
    /** The number of rounds in which the whole routing table is maintained. */
    private static final int TABLE_ROUNDS = 8;

    private final LeafSet leaves;
    private final RoutingTable table;

    /** The slot of the routing table that was looked after last. */
    private int slot;

    PastryNode(Pastry pastry, Handle self, List<Handle> heard) {
        super(self, pastry.timing());
        this.leaves = new LeafSet(self, pastry.leafSetSize());
        this.table = new RoutingTable(self.key(), pastry.digitBits());
        for (Handle node : heard) {
            if (leaves.wants(node)) {
                leaves.add(node);
            }
            if (table.wants(node)) {
                table.add(node);
            }
        }
    }

    private PastryNode(PastryNode other) {
        super(other);
        leaves = new LeafSet(other.leaves);
        table = new RoutingTable(other.table);
        slot = other.slot;
    }

    /**
     * Among the leaves, to the nearest; else to one that shares a digit more with the key; else, rarely, to the nearest known.
     * Departure: a node that shares a digit more is passed over if it is farther from the key than this one, which happens just
     * beside the boundary of a digit. So every hop comes nearer, and no route can go in a circle even while tables are wrong.
     */
    @Override
    protected Handle nextHop(Key key, @Nullable NodeId without) {
        if (!leaves.isWhole()) {
            if (leaves.covers(key)) {
                return leaves.nearest(key, without);
            }
            Handle entry = table.towards(key);
            if (entry != null
                    && key.isNearer(entry.key(), self().key())
                    && !entry.node().equals(without)) {
                return entry;
            }
        }
        Handle nearest = leaves.nearest(key, without);
        for (Handle entry : table.entries()) {
            if (key.isNearer(entry.key(), nearest.key()) && !entry.node().equals(without)) {
                nearest = entry;
            }
        }
        return nearest;
    }

    @Override
    public List<Handle> replicaSet(Key key, int count) {
        return leaves.nearest(key, count);
    }

    @Override
    public List<Handle> neighbours() {
        return leaves.members();
    }

    @Override
    protected boolean isAlone() {
        return leaves.isEmpty() && table.isEmpty();
    }

    @Override
    public List<Handle> known() {
        List<Handle> all = leaves.members();
        for (Handle entry : table.entries()) {
            if (!leaves.contains(entry.node())) {
                all.add(entry);
            }
        }
        return all;
    }

    @Override
    protected boolean wants(Handle node) {
        return leaves.wants(node) || table.wants(node);
    }

    @Override
    protected void take(Handle node, OverlayOutbox out) {
        if (leaves.wants(node)) {
            boolean isNew = !leaves.contains(node.node());
            List<Handle> displaced = leaves.add(node);
            if (isNew) {
                out.neighbourCame(node);
            }
            for (Handle former : displaced) {
                out.neighbourWent(former);
                keepInTable(former);
            }
        }
        keepInTable(node);
    }

    private void keepInTable(Handle node) {
        if (table.wants(node)) {
            table.add(node);
        }
    }

    /** The last leaf of the side that lost one knows the nodes behind it; for a table, another entry of the row may. */
    @Override
    protected void drop(NodeId node, OverlayOutbox out) {
        for (Handle leaf : leaves.members()) {
            if (leaf.node().equals(node)) {
                boolean wasAfter = leaves.after().remove(node);
                boolean wasBefore = leaves.before().remove(node);
                out.neighbourWent(leaf);
                if (wasAfter) {
                    askBehind(leaves.after(), out);
                }
                if (wasBefore) {
                    askBehind(leaves.before(), out);
                }
            }
        }
        int row = table.remove(node);
        if (row >= 0) {
            List<Handle> others = table.entries(row, table.rowCount());
            if (!others.isEmpty()) {
                out.send(others.get(0).node(), new Wanted(self().key(), row));
            }
        }
    }

    /** Asks the farthest leaf of this side for its neighbours; if there is none, the node of the table that comes first there. */
    private void askBehind(Side side, OverlayOutbox out) {
        Handle asked = side.farthest();
        if (asked == null) {
            for (Handle entry : known()) {
                if (asked == null || side.wayTo(entry.key()).compareTo(side.wayTo(asked.key())) < 0) {
                    asked = entry;
                }
            }
        }
        if (asked != null) {
            out.send(asked.node(), new Wanted(self().key(), Wanted.NEIGHBOURS));
        }
    }

    @Override
    protected void dropAll() {
        leaves.clear();
        table.clear();
    }

    @Override
    protected boolean exchangesWith(NodeId neighbour) {
        return isOf(leaves.after().nearest(), neighbour) || isOf(leaves.before().nearest(), neighbour);
    }

    private static boolean isOf(@Nullable Handle handle, NodeId node) {
        return handle != null && handle.node().equals(node);
    }

    /** Fills up a side that has become short, and looks after a part of the routing table. */
    @Override
    protected void maintain(OverlayOutbox out) {
        for (Side side : List.of(leaves.after(), leaves.before())) {
            if (!side.isFull()) {
                askBehind(side, out);
            }
        }
        lookAfterTable(out);
    }

    /** In this number of rounds every entry comes in turn; one of each round is asked for its row, to fill the gaps here. */
    private void lookAfterTable(OverlayOutbox out) {
        int slots = table.slots();
        int due = (slots + TABLE_ROUNDS - 1) / TABLE_ROUNDS;
        boolean rowWanted = true;
        for (int step = 0; step < due; step++) {
            slot = (slot + 1) % slots;
            Handle entry = table.atSlot(slot);
            if (entry != null && rowWanted) {
                ask(entry.node(), table.rowOf(entry.key()), out);
                rowWanted = false;
            } else if (entry != null && !leaves.contains(entry.node())) {
                ask(entry.node(), out);
            }
        }
    }

    @Override
    protected List<Handle> told(int row) {
        return row == Wanted.NEIGHBOURS ? leaves.members() : table.entries(row, row);
    }

    /** All rows from this one on that are of use to the joiner, because it begins with the same digits. */
    @Override
    protected List<Handle> usefulTo(Handle joiner, int row) {
        List<Handle> useful = new ArrayList<>(table.entries(row, table.rowOf(joiner.key())));
        useful.remove(joiner);
        return useful;
    }

    @Override
    protected int rowAfter(Handle joiner, int row) {
        return Math.max(row, table.rowOf(joiner.key()) + 1);
    }

    @Override
    public Overlay copy() {
        return new PastryNode(this);
    }

    @Override
    public void describeTo(StateWriter writer) {
        super.describeTo(writer);
        writer.number("slot", slot);
        leaves.after().describeTo("after", writer);
        leaves.before().describeTo("before", writer);
        for (Handle entry : table.entries()) {
            writer.node("entry", entry.node());
        }
    }
}
