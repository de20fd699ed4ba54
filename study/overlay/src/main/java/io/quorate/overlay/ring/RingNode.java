// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.ring;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.HearingOverlay;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.OverlayOutbox;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node that knows all others. It watches those next to it, and tells everybody when one of them falls silent. */
final class RingNode extends HearingOverlay {
    /** How many it watches on each side: if all of them fail at once, the exchange of views finds it out, later. */
    private static final int WATCHED = 2;

    private final TreeMap<Key, Handle> others = new TreeMap<>();

    RingNode(Ring ring, Handle self, List<Handle> heard) {
        super(self, ring.timing());
        heard.forEach(node -> others.put(node.key(), node));
    }

    private RingNode(RingNode other) {
        super(other);
        others.putAll(other.others);
    }

    private static Handle around(Map.@Nullable Entry<Key, Handle> nearby, Map.Entry<Key, Handle> end) {
        return (nearby == null ? end : nearby).getValue();
    }

    private Handle after(Key key) {
        return around(others.higherEntry(key), others.firstEntry());
    }

    private Handle before(Key key) {
        return around(others.lowerEntry(key), others.lastEntry());
    }

    @Override
    protected Handle nextHop(Key key, @Nullable NodeId without) {
        Handle nearest = self();
        for (Handle node : nearestOthers(key, 2)) { // one more than needed: it may be the one to avoid
            if (key.isNearer(node.key(), nearest.key()) && !node.node().equals(without)) {
                nearest = node;
            }
        }
        return nearest;
    }

    /** The others next to a key, a number in each direction, or all. */
    private List<Handle> nearestOthers(Key key, int inEachDirection) {
        if (others.size() <= 2 * inEachDirection) {
            return new ArrayList<>(others.values());
        }
        List<Handle> found = new ArrayList<>();
        Handle exact = others.get(key);
        if (exact != null) {
            found.add(exact);
        }
        Key up = key;
        Key down = key;
        for (int step = 0; step < inEachDirection; step++) {
            found.add(after(up));
            found.add(before(down));
            up = after(up).key();
            down = before(down).key();
        }
        return found;
    }

    @Override
    public List<Handle> replicaSet(Key key, int count) {
        List<Handle> all = new ArrayList<>(others.values());
        all.add(self());
        all.sort((one, other) -> key.isNearer(one.key(), other.key()) ? -1 : 1);
        return List.copyOf(all.subList(0, Math.min(count, all.size())));
    }

    @Override
    public List<Handle> neighbours() {
        return nearestOthers(self().key(), WATCHED);
    }

    private boolean isNeighbour(NodeId node) {
        return neighbours().stream().anyMatch(each -> each.node().equals(node));
    }

    @Override
    protected boolean isAlone() {
        return others.isEmpty();
    }

    @Override
    public List<Handle> known() {
        return new ArrayList<>(others.values());
    }

    @Override
    protected boolean wants(Handle node) {
        return !others.containsKey(node.key());
    }

    @Override
    protected void take(Handle node, OverlayOutbox out) {
        others.put(node.key(), node);
        out.neighbourCame(node);
    }

    @Override
    protected void drop(NodeId node, OverlayOutbox out) {
        boolean watched = isNeighbour(node);
        for (Handle gone : known()) {
            if (gone.node().equals(node)) {
                others.remove(gone.key());
                out.neighbourWent(gone);
                if (watched) {
                    OverlayMessage missed = new OverlayMessage.Missed(self().key(), gone);
                    known().forEach(other -> out.send(other.node(), missed));
                }
            }
        }
    }

    @Override
    protected void dropAll() {
        others.clear();
    }

    @Override
    protected boolean exchangesWith(NodeId neighbour) {
        return !others.isEmpty()
                && (after(self().key()).node().equals(neighbour)
                        || before(self().key()).node().equals(neighbour));
    }

    /** A node that is missing in the view of a neighbour may be gone. */
    @Override
    protected void onAlive(OverlayMessage.Alive message, Handle from, OverlayOutbox out) {
        super.onAlive(message, from, out);
        if (!message.neighbours().isEmpty()) {
            List<Handle> doubtful = known();
            doubtful.removeAll(new LinkedHashSet<>(message.neighbours()));
            doubtful.remove(from);
            doubtful.forEach(node -> ask(node.node(), out));
        }
    }

    @Override
    protected List<Handle> told(int row) {
        return known();
    }

    @Override
    protected void maintain(OverlayOutbox out) {
        // To keep the neighbours alive, and to exchange views with them, is all that there is to do.
    }

    @Override
    public Overlay copy() {
        return new RingNode(this);
    }

    @Override
    public void describeTo(StateWriter writer) {
        super.describeTo(writer);
        others.values().forEach(node -> writer.node("knows", node.node()));
    }
}
