// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm.rosters;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.time.TimedLinks;
import io.quorate.lab.simulate.time.TimedNode;
import io.quorate.lab.world.net.FrameInFlight;

/** Links that keep the order of frames, unless the storm has none. */
final class RosterStormLinks extends TimedLinks {
    private static final double SENT_TWICE = 0.05;
    private static final double VERY_LATE = 0.01;

    /** A loss is told within this part of a lease. */
    private static final int TOLD_PART = 20;

    private final RosterStormRun run;
    private final int nodes;
    private final long lease;

    RosterStormLinks(RosterStormRun run, int nodes) {
        super(run.time(), nodes, run.randomness(), run.storm().terms().lease().toNanos() / TOLD_PART);
        this.run = run;
        this.nodes = nodes;
        this.lease = run.storm().terms().lease().toNanos();
    }

    @Override
    protected TimedNode node(NodeId node) {
        return run.node(node);
    }

    @Override
    protected void lost(NodeId from, NodeId to, FrameInFlight frame) {
        tellOfLossIfAny(from, to);
    }

    void send(NodeId from, NodeId to, FrameInFlight frame) {
        if (isCut(from, to)) {
            lose(from, to, frame);
        } else if (run.storm().ordered()) {
            arriveAt(inOrder(from, to, arrival()), from, to, frame);
        } else {
            arriveAt(arrival(), from, to, frame);
            if (run.randomness().chance(SENT_TWICE)) {
                run.count("frames sent twice");
                arriveAt(arrival() + 2 * lease, from, to, frame);
            }
        }
    }

    private long arrival() {
        boolean mayBeLate = !run.storm().ordered() && !run.storm().gentle();
        boolean late = mayBeLate && run.randomness().chance(VERY_LATE);
        long delay = run.storm().delay().draw(run.randomness());
        return run.now() + delay + (late ? run.randomness().nextInt((int) lease) : 0);
    }

    /** The nodes are partitioned into two groups for some time. */
    void part(Randomness randomness, long lasts) {
        boolean[] side = new boolean[nodes];
        for (int index = 0; index < side.length; index++) {
            side[index] = randomness.chance(0.4);
        }
        cut(side, true);
        run.at(run.now() + lasts, () -> cut(side, false));
    }

    private void cut(boolean[] side, boolean more) {
        for (int from = 0; from < nodes; from++) {
            for (int to = 0; to < nodes; to++) {
                if (side[from] != side[to] && more) {
                    addCut(NodeId.of(from), NodeId.of(to));
                } else if (side[from] != side[to]) {
                    removeCut(NodeId.of(from), NodeId.of(to));
                    tellOfLossIfAny(NodeId.of(from), NodeId.of(to));
                }
            }
        }
    }

    void mendAll() {
        for (int from = 0; from < nodes; from++) {
            for (int to = 0; to < nodes; to++) {
                removeCuts(NodeId.of(from), NodeId.of(to));
                tellOfLossIfAny(NodeId.of(from), NodeId.of(to));
            }
        }
    }
}
