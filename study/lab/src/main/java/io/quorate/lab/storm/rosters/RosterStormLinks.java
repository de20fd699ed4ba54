// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm.rosters;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.net.FrameInFlight;

/** Links that keep the order of frames, unless the storm has none. No loss is silent: at least one end is told of a reset. */
final class RosterStormLinks {
    private static final double SENT_TWICE = 0.05;
    private static final double VERY_LATE = 0.01;

    private final RosterStormRun run;
    private final Link[][] links;

    /** One direction between two nodes. */
    private static final class Link {
        private int cuts;
        private boolean lossy;
        private long resets;
        private long lastArrival;
    }

    RosterStormLinks(RosterStormRun run, int nodes) {
        this.run = run;
        this.links = new Link[nodes][nodes];
        for (Link[] row : links) {
            for (int to = 0; to < nodes; to++) {
                row[to] = new Link();
            }
        }
    }

    void send(NodeId from, NodeId to, FrameInFlight frame) {
        Link link = links[from.index()][to.index()];
        if (link.cuts > 0) {
            link.lossy = true;
            return;
        }
        if (run.storm().ordered()) {
            link.lastArrival = Math.max(link.lastArrival, arrival());
            deliverAt(link.lastArrival, link, from, to, frame);
        } else {
            deliverAt(arrival(), link, from, to, frame);
            if (run.randomness().chance(SENT_TWICE)) {
                run.count("frames sent twice");
                deliverAt(arrival() + 2 * run.storm().terms().lease().toNanos(), link, from, to, frame);
            }
        }
    }

    private long arrival() {
        boolean late = !run.storm().ordered()
                && !run.storm().gentle()
                && run.randomness().chance(VERY_LATE);
        long delay = run.storm().delay().draw(run.randomness());
        return run.now()
                + delay
                + (late
                        ? run.randomness()
                                .nextInt((int) run.storm().terms().lease().toNanos())
                        : 0);
    }

    private void deliverAt(long time, Link link, NodeId from, NodeId to, FrameInFlight frame) {
        long resets = link.resets;
        run.at(time, () -> {
            if (resets == link.resets && link.cuts == 0 && run.node(to).isUp()) {
                run.node(to).turn(new Event.Receive(from, frame));
            } else {
                link.lossy = true;
                tellIfLossy(from, to);
            }
        });
    }

    /** The nodes are partitioned into two groups for some time. */
    void part(Randomness randomness, long lasts) {
        boolean[] side = new boolean[links.length];
        for (int index = 0; index < side.length; index++) {
            side[index] = randomness.chance(0.4);
        }
        cut(side, 1);
        run.at(run.now() + lasts, () -> cut(side, -1));
    }

    private void cut(boolean[] side, int more) {
        for (int from = 0; from < side.length; from++) {
            for (int to = 0; to < side.length; to++) {
                if (side[from] != side[to]) {
                    Link link = links[from][to];
                    link.cuts = Math.max(0, link.cuts + more);
                    tellIfLossy(NodeId.of(from), NodeId.of(to));
                }
            }
        }
    }

    void reset(NodeId one, NodeId other) {
        if (!one.equals(other)) {
            links[one.index()][other.index()].resets++;
            links[other.index()][one.index()].resets++;
            tell(one, other);
        }
    }

    void crashed(NodeId node) {
        for (int index = 0; index < links.length; index++) {
            links[index][node.index()].resets++;
            links[index][node.index()].lossy = true;
        }
    }

    void startedAgain(NodeId node) {
        for (int index = 0; index < links.length; index++) {
            NodeId peer = NodeId.of(index);
            tellIfLossy(peer, node);
            tellIfLossy(node, peer);
        }
    }

    void mendAll() {
        for (int from = 0; from < links.length; from++) {
            for (int to = 0; to < links.length; to++) {
                links[from][to].cuts = 0;
                tellIfLossy(NodeId.of(from), NodeId.of(to));
            }
        }
    }

    private void tellIfLossy(NodeId from, NodeId to) {
        Link link = links[from.index()][to.index()];
        boolean bothUp = run.node(from).isUp() && run.node(to).isUp();
        if (link.lossy && link.cuts == 0 && bothUp && !from.equals(to)) {
            link.lossy = false;
            tell(from, to);
        }
    }

    private void tell(NodeId one, NodeId other) {
        int who = run.randomness().nextInt(3);
        if (who != 0) {
            tellTo(one, other);
        }
        if (who != 1) {
            tellTo(other, one);
        }
    }

    private void tellTo(NodeId node, NodeId peer) {
        long later = run.isCalm()
                ? 0
                : RandomDuration.uniform(0, run.storm().terms().lease().toNanos() / 20)
                        .draw(run.randomness());
        run.at(run.now() + later, () -> run.node(node).turn(News.RESET.of(peer)));
    }
}
