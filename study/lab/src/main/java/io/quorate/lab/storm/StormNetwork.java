// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;

/**
 * Carries frames, or not. A frame that is lost is never lost without a word: when the link carries again, one end at least is told
 * that something may be missing, as by a connection that breaks. Only locks on an overlay get no such notice.
 */
final class StormNetwork {
    private static final double COPIES = 0.1;

    /** When nothing goes wrong, a frame takes at most so small a part of a lease. */
    private static final int CALM_PART = 200;

    /** Over an overlay a frame takes at most this part of a lease: neighbours must notice each other within one. */
    private static final int OVERLAY_PART = 4;

    private final StormRun run;
    private final Randomness randomness;
    private final boolean fifo;
    private final long lease;

    /** No frame takes longer, except copies. */
    private final long longestDelay;

    /** Which part of the frames is lost. */
    private final double loss;

    private final Link[][] links;
    private boolean calm;
    private long latestArrival;

    /** One direction between two nodes. */
    private static final class Link {
        /** The number of faults that keep it from carrying anything. */
        private int cuts;

        private int slow;

        /** By so much all that it carries comes late. */
        private long late;

        /** Something was lost of which nobody has been told. */
        private boolean lossy;

        /** Frames sent before the last reset do not arrive. */
        private long resets;

        private long lastArrival;
    }

    StormNetwork(StormRun run, Randomness randomness) {
        this.run = run;
        this.randomness = randomness;
        this.fifo = run.storm().setup().network() == Network.FIFO;
        this.lease = run.storm().leaseNanos();
        boolean overOverlay = run.storm().isOverOverlay();
        this.longestDelay = overOverlay ? lease / OVERLAY_PART : 2 * lease;
        this.loss = overOverlay && run.isPossible(Fault.LOSS)
                ? run.storm().overlay().loss()
                : 0;
        int nodes = run.storm().setup().nodes();
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

    /** From now on every frame arrives, and soon. Says how long those that are under way may still take. */
    long calm() {
        calm = true;
        return Math.max(0, latestArrival - run.now());
    }

    /** The longest that a frame takes when nothing goes wrong. */
    long calmDelay() {
        return lease / CALM_PART;
    }

    void send(NodeId from, NodeId to, FrameInFlight packet) {
        Link link = link(from, to);
        run.watcher().sent(from, to, packet);
        if (link.cuts > 0) {
            lose(from, to, packet);
            return;
        }
        if (loss > 0 && !calm && randomness.chance(loss)) {
            run.counts().count("lost frames");
            run.watcher().dropped(from, to, packet);
            return;
        }
        long arrival = run.now() + delay(link);
        if (fifo) {
            arrival = Math.max(arrival, link.lastArrival);
            link.lastArrival = arrival;
        } else if (!calm && run.isPossible(Fault.DUPLICATES) && randomness.chance(COPIES)) {
            run.counts().count("duplicates");
            run.watcher().duplicated(from, to, packet);
            arriveAt(run.now() + Math.min(2 * lease, delay(link) * (1 + randomness.nextInt(50))), from, to, packet);
        }
        arriveAt(arrival, from, to, packet);
    }

    private long delay(Link link) {
        RandomDuration usual = run.storm().delay();
        long drawn = usual.draw(randomness);
        if (calm) {
            return Math.min(drawn, calmDelay());
        }
        long extra = link.slow > 0 ? RandomDuration.uniform(0, longestDelay).draw(randomness) : 0;
        return Math.min(drawn + extra + link.late, longestDelay);
    }

    private void arriveAt(long time, NodeId from, NodeId to, FrameInFlight packet) {
        latestArrival = Math.max(latestArrival, time);
        long resets = link(from, to).resets;
        run.at(time, () -> {
            if (resets != link(from, to).resets
                    || link(from, to).cuts > 0
                    || !run.node(to).isUp()) {
                lose(from, to, packet);
            } else {
                run.deliver(from, to, packet);
            }
        });
    }

    private void lose(NodeId from, NodeId to, FrameInFlight packet) {
        link(from, to).lossy = true;
        run.watcher().dropped(from, to, packet);
    }

    void cut(NodeId from, NodeId to) {
        if (link(from, to).cuts++ == 0) {
            run.watcher().cut(from, to);
        }
    }

    void mend(NodeId from, NodeId to) {
        if (--link(from, to).cuts == 0) {
            run.watcher().mended(from, to);
        }
        tellOfLossIfAny(from, to);
    }

    private void tellOfLossIfAny(NodeId from, NodeId to) {
        Link link = link(from, to);
        if (link.lossy
                && link.cuts == 0
                && run.node(from).isUp()
                && run.node(to).isUp()) {
            link.lossy = false;
            tellOfLoss(from, to);
        }
    }

    void slow(NodeId from, NodeId to, int more) {
        link(from, to).slow += more;
    }

    /** From now on all frames come later by so much, or by so much less. */
    void delay(NodeId from, NodeId to, long more) {
        link(from, to).late += more;
    }

    /** Frames in flight between the two are lost. */
    void reset(NodeId one, NodeId other) {
        link(one, other).resets++;
        link(other, one).resets++;
        tellOfLoss(one, other);
    }

    /** Frames in flight to the node are lost with it, and those that it has not read. */
    void crashed(NodeId node) {
        for (Link[] row : links) {
            row[node.index()].resets++;
            row[node.index()].lossy = true;
        }
    }

    /** The node is connected to its peers again. */
    void startedAgain(NodeId node) {
        for (int index = 0; index < links.length; index++) {
            NodeId peer = NodeId.of(index);
            if (!peer.equals(node)) {
                tellOfLossIfAny(peer, node);
                tellOfLossIfAny(node, peer);
            }
        }
    }

    private void tellOfLoss(NodeId one, NodeId other) {
        if (run.storm().isOverOverlay() && randomness.chance(0.5)) {
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
        long later = calm ? 0 : RandomDuration.uniform(0, lease / 20).draw(randomness);
        run.at(run.now() + later, () -> run.node(node).turn(News.RESET.of(peer)));
    }
}
