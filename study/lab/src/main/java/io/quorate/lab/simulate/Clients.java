// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.Popularity;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.chance.WeightedDraw;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Clients that claim locks, hold them for some time, give them back, or give up after a timeout. */
final class Clients implements ClusterObserver {
    /** After so long, a claim of a node that is down is tried again. */
    private static final long RETRY = 500_000_000;

    private final SimulationRun run;
    private final Load load;
    private final int nodes;
    private final double delayMean;
    private final WeightedDraw askers;
    private final WeightedDraw wanted;
    private final Randomness arrivals;
    private final Randomness wishes;
    private final Randomness holds;
    private final Randomness timeouts;
    private final List<LockName> locks = new ArrayList<>();
    private final Set<NodeClaim> waiting = new LinkedHashSet<>();
    private final Set<NodeClaim> holding = new LinkedHashSet<>();
    private int made;

    Clients(SimulationRun run, Simulation simulation, Randomness randomness) {
        this.run = run;
        this.load = simulation.load();
        this.nodes = simulation.setup().nodes();
        this.delayMean = simulation.distances().mean();
        this.askers = new WeightedDraw(load.askers(), nodes);
        this.wanted = new WeightedDraw(load.wanted(), load.locks());
        this.arrivals = randomness.fork("arrivals");
        this.wishes = randomness.fork("wishes");
        this.holds = randomness.fork("holds");
        this.timeouts = randomness.fork("patience"); // the label is part of the seed: another one draws other runs
        for (int place = 0; place < load.locks(); place++) {
            locks.add(LockName.of(lockName(place)));
        }
    }

    /** L, L2, L3 and so on. */
    static String lockName(int place) {
        return Choice.USUAL_LOCK + (place == 0 ? "" : String.valueOf(place + 1));
    }

    /** Whether no more claims will come. */
    boolean allMade() {
        return made >= load.claims();
    }

    void start() {
        if (load.arrivals() instanceof Arrivals.Burst burst) {
            int[] claimsOf = load.askers().deal(nodes * burst.claimsPerNode(), nodes);
            for (int index = 0; index < nodes; index++) {
                for (int number = 0; number < claimsOf[index]; number++) {
                    claimSoonAfter(
                            0, NodeId.of(index)); // later bursts, which wait for the end of this, come at one instant
                }
            }
        } else if (load.arrivals() instanceof Arrivals.Bursts bursts) {
            burst(bursts);
        } else if (load.arrivals() instanceof Arrivals.ClosedLoop loop) {
            int[] clientsOf = load.askers().deal(nodes * loop.clientsPerNode(), nodes);
            int most = Arrays.stream(clientsOf).max().orElse(0);
            for (int number = 0; number < most; number++) {
                for (int index = 0; index < nodes; index++) {
                    if (number < clientsOf[index]) {
                        NodeId node = NodeId.of(index);
                        run.at(loop.think().draw(arrivals), () -> claim(node));
                    }
                }
            }
        } else if (load.arrivals() instanceof Arrivals.Poisson poisson) {
            run.at(gap(poisson), () -> arrive(poisson));
        }
    }

    /** Claims that come at about the same time are a message apart. */
    private void claimSoonAfter(long time, NodeId node) {
        run.at(time + RandomDuration.exponential((long) delayMean).draw(arrivals), () -> claim(node));
    }

    private void burst(Arrivals.Bursts bursts) {
        for (int number = 0; number < bursts.claims(); number++) {
            claimSoonAfter(run.now(), NodeId.of(askers.draw(arrivals)));
        }
        run.at(run.now() + Math.max(1, bursts.every().draw(arrivals)), () -> {
            if (!allMade()) {
                burst(bursts);
            }
        });
    }

    /** Nothing happens any more: those who waited for that go on, unless one waits forever. Says whether they did. */
    boolean goOnWhenIdle() {
        if (allMade() || !waiting.isEmpty()) {
            return false;
        }
        if (load.arrivals() instanceof Arrivals.Alone) {
            boolean inTurn = load.askers() instanceof Popularity.Even;
            claim(NodeId.of(inTurn ? made % nodes : askers.draw(arrivals)));
            return true;
        }
        if (load.arrivals() instanceof Arrivals.Burst) {
            start();
            return true;
        }
        return false;
    }

    private long gap(Arrivals.Poisson poisson) {
        double busy = load.hold().mean() + 2 * delayMean;
        return RandomDuration.exponential(Math.round(busy / (poisson.load() * load.locks())))
                .draw(arrivals);
    }

    private void arrive(Arrivals.Poisson poisson) {
        claim(NodeId.of(askers.draw(arrivals)));
        if (!allMade()) {
            run.at(run.now() + gap(poisson), () -> arrive(poisson));
        }
    }

    private void claim(NodeId node) {
        if (allMade()) {
            return;
        }
        if (run.cluster().usage().crashed().contains(node)) {
            claimAfterRestart(node);
            return;
        }
        made++;
        LockName lock = locks.get(wanted.draw(wishes));
        Mode mode = wishes.chance(load.sharedShare()) ? Mode.SHARED : Mode.EXCLUSIVE;
        run.apply(new Choice.Acquire(node, lock, mode));
    }

    /** A client that claims in a loop tries again as long as the node may start again; others give up. */
    private void claimAfterRestart(NodeId node) {
        if (!(load.arrivals() instanceof Arrivals.ClosedLoop)) {
            made++;
        } else if (run.cluster().setup().protocol().traits().survivesRestarts()) {
            run.at(run.now() + RETRY, () -> claim(node));
        }
    }

    @Override
    public void waiting(NodeClaim claim) {
        waiting.add(claim);
        RandomDuration limit = load.timeout();
        if (limit != null) {
            run.at(run.now() + limit.draw(timeouts), () -> timeOut(claim));
        }
    }

    @Override
    public void granted(NodeClaim claim) {
        waiting.remove(claim);
        holding.add(claim);
        run.at(run.now() + load.hold().draw(holds), () -> release(claim));
    }

    private void release(NodeClaim claim) {
        if (holding.remove(claim)) {
            run.apply(new Choice.Release(claim.node(), claim.lock(), claim.id()));
            thinkAndClaimAgain(claim.node());
        }
    }

    /** The node has crashed. */
    @Override
    public void lost(NodeClaim claim, LossReason reason) {
        if (holding.remove(claim)) {
            thinkAndClaimAgain(claim.node());
        }
    }

    /** The node has crashed, or the claim has timed out, which is no news. */
    @Override
    public void abandoned(NodeClaim claim) {
        if (waiting.remove(claim)) {
            thinkAndClaimAgain(claim.node());
        }
    }

    private void timeOut(NodeClaim claim) {
        if (waiting.remove(claim)) {
            run.apply(new Choice.Abandon(claim.node(), claim.lock(), claim.id()));
            thinkAndClaimAgain(claim.node());
        }
    }

    private void thinkAndClaimAgain(NodeId node) {
        if (!allMade() && load.arrivals() instanceof Arrivals.ClosedLoop loop) {
            run.at(run.now() + loop.think().draw(arrivals), () -> claim(node));
        }
    }
}
