// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.time.TimedLinks;
import io.quorate.lab.simulate.time.TimedNode;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.Network;

/** The links of a storm, which copy frames, slow them down, and on an overlay lose them without a word. */
final class StormNetwork extends TimedLinks {
    private static final double COPIES = 0.1;

    /** When nothing goes wrong, a frame takes at most so small a part of a lease. */
    private static final int CALM_PART = 200;

    /** Over an overlay a frame takes at most this part of a lease: neighbours must notice each other within one. */
    private static final int OVERLAY_PART = 4;

    /** A loss is told within this part of a lease. */
    private static final int TOLD_PART = 20;

    private final StormRun run;
    private final Randomness randomness;
    private final boolean fifo;
    private final long lease;

    /** No frame takes longer, except copies. */
    private final long longestDelay;

    /** Which part of the frames is lost. */
    private final double loss;

    private final Slowness[][] slowness;
    private long latestArrival;

    /** Of one direction between two nodes. */
    private static final class Slowness {
        private int faults;

        /** By so much all that it carries comes late. */
        private long late;
    }

    StormNetwork(StormRun run, Randomness randomness) {
        super(run.time(), run.storm().setup().nodes(), randomness, run.storm().leaseNanos() / TOLD_PART);
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
        this.slowness = new Slowness[nodes][nodes];
        for (Slowness[] row : slowness) {
            for (int to = 0; to < nodes; to++) {
                row[to] = new Slowness();
            }
        }
    }

    private Slowness slowness(NodeId from, NodeId to) {
        return slowness[from.index()][to.index()];
    }

    @Override
    protected TimedNode node(NodeId node) {
        return run.node(node);
    }

    @Override
    protected void lost(NodeId from, NodeId to, FrameInFlight packet) {
        run.watcher().dropped(from, to, packet);
    }

    @Override
    protected boolean isSilent() {
        return run.storm().isOverOverlay() && randomness.chance(0.5);
    }

    /** From now on every frame arrives, and soon. Says how long those that are under way may still take. */
    long calm() {
        becomeCalm();
        return Math.max(0, latestArrival - run.now());
    }

    /** The longest that a frame takes when nothing goes wrong. */
    long calmDelay() {
        return lease / CALM_PART;
    }

    void send(NodeId from, NodeId to, FrameInFlight packet) {
        run.watcher().sent(from, to, packet);
        if (isCut(from, to)) {
            lose(from, to, packet);
            return;
        }
        if (loss > 0 && !isCalm() && randomness.chance(loss)) {
            run.counts().count("lost frames");
            run.watcher().dropped(from, to, packet);
            return;
        }
        long arrival = run.now() + delay(from, to);
        if (fifo) {
            arrival = inOrder(from, to, arrival);
        } else if (!isCalm() && run.isPossible(Fault.DUPLICATES) && randomness.chance(COPIES)) {
            run.counts().count("duplicates");
            run.watcher().duplicated(from, to, packet);
            long later = Math.min(2 * lease, delay(from, to) * (1 + randomness.nextInt(50)));
            arrive(run.now() + later, from, to, packet);
        }
        arrive(arrival, from, to, packet);
    }

    private void arrive(long arrival, NodeId from, NodeId to, FrameInFlight packet) {
        latestArrival = Math.max(latestArrival, arrival);
        arriveAt(arrival, from, to, packet);
    }

    private long delay(NodeId from, NodeId to) {
        long drawn = run.storm().delay().draw(randomness);
        if (isCalm()) {
            return Math.min(drawn, calmDelay());
        }
        Slowness slow = slowness(from, to);
        long extra = slow.faults > 0 ? RandomDuration.uniform(0, longestDelay).draw(randomness) : 0;
        return Math.min(drawn + extra + slow.late, longestDelay);
    }

    void cut(NodeId from, NodeId to) {
        if (addCut(from, to)) {
            run.watcher().cut(from, to);
        }
    }

    void mend(NodeId from, NodeId to) {
        if (removeCut(from, to)) {
            run.watcher().mended(from, to);
        }
        tellOfLossIfAny(from, to);
    }

    void slow(NodeId from, NodeId to, int more) {
        slowness(from, to).faults += more;
    }

    /** From now on all frames come later by so much, or by so much less. */
    void delay(NodeId from, NodeId to, long more) {
        slowness(from, to).late += more;
    }
}
