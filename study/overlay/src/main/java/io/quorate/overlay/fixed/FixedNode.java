// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.fixed;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.OverlayOutbox;
import io.quorate.overlay.OverlayTimer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** A node of a fixed roster. It is in from the start; whom its driver calls gone it leaves out until told otherwise. */
final class FixedNode implements Overlay {
    private final FixedRoster roster;
    private final Handle self;

    /** All others of the roster, upwards along the ring from this node on. */
    private final List<Handle> upwards;

    private final TreeSet<NodeId> gone = new TreeSet<>();
    private boolean joined = true;

    /** Those that it sends to; follows from what is gone. */
    private List<Handle> reached;

    FixedNode(FixedRoster roster, Handle self) {
        this.roster = roster;
        this.self = self;
        this.upwards = roster.all().stream()
                .filter(node -> !node.equals(self))
                .sorted(Comparator.comparing(node -> self.key().clockwiseTo(node.key())))
                .toList();
        this.reached = reachable();
    }

    private FixedNode(FixedNode other) {
        roster = other.roster;
        self = other.self;
        upwards = other.upwards;
        gone.addAll(other.gone);
        joined = other.joined;
        reached = other.reached;
    }

    private List<Handle> present() {
        return upwards.stream().filter(node -> !gone.contains(node.node())).toList();
    }

    private List<Handle> reachable() {
        List<Handle> present = joined ? present() : List.of();
        int reach = roster.reach();
        if (reach == 0 || present.size() <= 2 * reach) {
            return present;
        }
        List<Handle> near = new ArrayList<>(present.subList(0, reach));
        near.addAll(present.subList(present.size() - reach, present.size()));
        return List.copyOf(near);
    }

    /** Tells who has come within reach, or is no longer, since something changed. */
    private void tellNews(OverlayOutbox out) {
        List<Handle> before = reached;
        reached = reachable();
        before.stream().filter(node -> !reached.contains(node)).forEach(out::neighbourWent);
        reached.stream().filter(node -> !before.contains(node)).forEach(out::neighbourCame);
    }

    @Override
    public Handle self() {
        return self;
    }

    @Override
    public void begin(OverlayOutbox out) {
        joined = true;
        tellNews(out);
        out.joined();
    }

    @Override
    public void join(List<Handle> contacts, OverlayOutbox out) {
        begin(out);
    }

    @Override
    public void leave(OverlayOutbox out) {
        joined = false;
        tellNews(out);
    }

    @Override
    public boolean isJoined() {
        return joined;
    }

    /** Nodes of this kind send no keep-alives; but a node that sends anything is up. */
    @Override
    public void receive(NodeId from, OverlayMessage message, OverlayOutbox out) {
        peerBack(from, out);
    }

    @Override
    public void timerFired(OverlayTimer timer, OverlayOutbox out) {}

    @Override
    public void peerGone(NodeId peer, OverlayOutbox out) {
        if (upwards.stream().anyMatch(node -> node.node().equals(peer))) {
            gone.add(peer);
            tellNews(out);
        }
    }

    @Override
    public void peerBack(NodeId peer, OverlayOutbox out) {
        if (gone.remove(peer)) {
            tellNews(out);
        }
    }

    @Override
    public void relyOn(NodeId next, OverlayOutbox out) {}

    /** The nearest within reach. As it reaches somebody on each side, it reaches one that is nearer unless it is the nearest itself. */
    @Override
    public Handle nextHop(Key key) {
        Handle nearest = self;
        for (Handle node : reached) {
            if (key.isNearer(node.key(), nearest.key())) {
                nearest = node;
            }
        }
        return nearest;
    }

    @Override
    public List<Handle> replicaSet(Key key, int count) {
        List<Handle> sorted = new ArrayList<>(present());
        sorted.add(self);
        sorted.sort((one, other) -> key.isNearer(one.key(), other.key()) ? -1 : 1);
        return List.copyOf(sorted.subList(0, Math.min(count, sorted.size())));
    }

    @Override
    public List<Handle> neighbours() {
        return reached;
    }

    @Override
    public List<Handle> known() {
        return reached;
    }

    @Override
    public Overlay copy() {
        return new FixedNode(this);
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.number("in", joined ? 1 : 0);
        gone.forEach(node -> writer.node("gone", node));
    }
}
