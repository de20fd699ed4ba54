// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.time;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.net.FrameInFlight;

/**
 * The links between nodes in virtual time. Each can be cut, in one direction, and be reset. A frame that is lost is not lost without a word: when
 * the link carries again, one end at least is told that something may be missing, as by a connection that breaks. How long frames take is up to
 * those who extend it.
 */
public abstract class TimedLinks {
    private final VirtualTime time;
    private final Link[][] links;

    /** For those who tell of losses. */
    private final Randomness randomness;

    /** A loss is told within this time. */
    private final long toldWithin;

    private boolean calm;

    /** One direction between two nodes. */
    private static final class Link {
        /** The number of faults that keep it from carrying anything. */
        private int cuts;

        /** Something was lost of which nobody has been told. */
        private boolean lossy;

        /** Frames sent before the last reset do not arrive. */
        private long resets;

        private long lastArrival;
    }

    protected TimedLinks(VirtualTime time, int nodes, Randomness randomness, long toldWithin) {
        this.time = time;
        this.randomness = randomness;
        this.toldWithin = toldWithin;
        this.links = new Link[nodes][nodes];
        for (Link[] row : links) {
            for (int to = 0; to < nodes; to++) {
                row[to] = new Link();
            }
        }
    }

    private Link link(NodeId from, NodeId to) {
        return links[from.index()][to.index()];
    }

    protected abstract TimedNode node(NodeId node);

    /** A frame is lost on its way. */
    protected abstract void lost(NodeId from, NodeId to, FrameInFlight packet);

    /** From now on losses are told at once. */
    public final void becomeCalm() {
        calm = true;
    }

    protected final boolean isCalm() {
        return calm;
    }

    protected final boolean isCut(NodeId from, NodeId to) {
        return link(from, to).cuts > 0;
    }

    /** Loses a frame; somebody will be told. */
    protected final void lose(NodeId from, NodeId to, FrameInFlight packet) {
        link(from, to).lossy = true;
        lost(from, to, packet);
    }

    /** This time, or later if something else arrives later on the link: for links that keep the order. */
    protected final long inOrder(NodeId from, NodeId to, long arrival) {
        Link link = link(from, to);
        link.lastArrival = Math.max(link.lastArrival, arrival);
        return link.lastArrival;
    }

    /** The frame arrives then, unless something is in its way. */
    protected final void arriveAt(long arrival, NodeId from, NodeId to, FrameInFlight packet) {
        Link link = link(from, to);
        long resets = link.resets;
        time.at(arrival, () -> {
            if (resets != link.resets || link.cuts > 0 || !node(to).isUp()) {
                lose(from, to, packet);
            } else {
                node(to).turn(new Event.Receive(from, packet));
            }
        });
    }

    // Faults

    /** One reason more to carry nothing; whether it is the first. */
    protected final boolean addCut(NodeId from, NodeId to) {
        return link(from, to).cuts++ == 0;
    }

    /** One reason less to carry nothing, if there is any; whether none is left. */
    protected final boolean removeCut(NodeId from, NodeId to) {
        Link link = link(from, to);
        link.cuts = Math.max(0, link.cuts - 1);
        return link.cuts == 0;
    }

    /** Removes all reasons to carry nothing. */
    protected final void removeCuts(NodeId from, NodeId to) {
        link(from, to).cuts = 0;
    }

    /** Frames in flight between the two are lost. */
    public final void reset(NodeId one, NodeId other) {
        if (!one.equals(other)) {
            link(one, other).resets++;
            link(other, one).resets++;
            tellOfLoss(one, other);
        }
    }

    /** Frames in flight to the node are lost with it, and those that it has not read. */
    public final void crashed(NodeId node) {
        for (Link[] row : links) {
            row[node.index()].resets++;
            row[node.index()].lossy = true;
        }
    }

    /** The node is connected to its peers again. */
    public final void startedAgain(NodeId node) {
        for (int index = 0; index < links.length; index++) {
            tellOfLossIfAny(NodeId.of(index), node);
            tellOfLossIfAny(node, NodeId.of(index));
        }
    }

    /** Tells one end at least, if something was lost and the link carries. */
    protected final void tellOfLossIfAny(NodeId from, NodeId to) {
        Link link = link(from, to);
        boolean isThere = !from.equals(to) && node(from).isUp() && node(to).isUp();
        if (link.lossy && link.cuts == 0 && isThere) {
            link.lossy = false;
            tellOfLoss(from, to);
        }
    }

    /** Whether nobody is told of this loss. */
    protected boolean isSilent() {
        return false;
    }

    private void tellOfLoss(NodeId one, NodeId other) {
        if (isSilent()) {
            return;
        }
        int who = randomness.nextInt(3);
        if (who != 0) {
            tellOfLossTo(one, other);
        }
        if (who != 1) {
            tellOfLossTo(other, one);
        }
    }

    private void tellOfLossTo(NodeId node, NodeId peer) {
        long later = calm ? 0 : RandomDuration.uniform(0, toldWithin).draw(randomness);
        time.at(time.now() + later, () -> node(node).turn(News.RESET.of(peer)));
    }
}
