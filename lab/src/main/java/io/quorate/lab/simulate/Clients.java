package io.quorate.lab.simulate;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.LossReason;
import io.quorate.lab.world.Choice;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.NodeClaim;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Those who claim locks, hold them for a while, give them back, or lose patience. */
final class Clients implements ClusterObserver {
    /** After so long, a claim of a node that is down is tried again. */
    private static final long RETRY = 500_000_000;

    private final SimulationRun run;
    private final Load load;
    private final int nodes;
    private final Lapse delay;
    private final Randomness arrivals;
    private final Randomness wishes;
    private final Randomness holds;
    private final Randomness patience;
    private final List<LockName> locks = new ArrayList<>();
    private final Set<NodeClaim> waiting = new LinkedHashSet<>();
    private final Set<NodeClaim> holding = new LinkedHashSet<>();
    private int made;

    Clients(SimulationRun run, Simulation simulation, Randomness randomness) {
        this.run = run;
        this.load = simulation.load();
        this.nodes = simulation.setup().nodes();
        this.delay = simulation.delay();
        this.arrivals = randomness.fork("arrivals");
        this.wishes = randomness.fork("wishes");
        this.holds = randomness.fork("holds");
        this.patience = randomness.fork("patience");
        locks.add(Choice.USUAL_LOCK);
        for (int number = 2; number <= load.locks(); number++) {
            locks.add(LockName.of(Choice.USUAL_LOCK.toString() + number));
        }
    }

    /** Whether no more claims will come. */
    boolean allMade() {
        return made >= load.claims();
    }

    void start() {
        if (load.arrivals() instanceof Arrivals.Burst burst) {
            for (int index = 0; index < nodes; index++) {
                for (int number = 0; number < burst.claimsPerNode(); number++) {
                    NodeId node = NodeId.of(index);
                    run.at(Lapse.exponential((long) delay.mean()).draw(arrivals), () -> claim(node));
                }
            }
        } else if (load.arrivals() instanceof Arrivals.ClosedLoop loop) {
            for (int number = 0; number < loop.clientsPerNode(); number++) {
                for (int index = 0; index < nodes; index++) {
                    NodeId node = NodeId.of(index);
                    run.at(loop.think().draw(arrivals), () -> claim(node));
                }
            }
        } else if (load.arrivals() instanceof Arrivals.Poisson poisson) {
            run.at(gap(poisson), () -> arrive(poisson));
        }
    }

    /** Nothing happens any more: those who waited for that go on, unless somebody waits for ever. Says whether they did. */
    boolean goOnWhenIdle() {
        if (allMade() || !waiting.isEmpty()) {
            return false;
        }
        if (load.arrivals() instanceof Arrivals.Alone) {
            claim(NodeId.of(made % nodes));
            return true;
        }
        if (load.arrivals() instanceof Arrivals.Burst) {
            start();
            return true;
        }
        return false;
    }

    private long gap(Arrivals.Poisson poisson) {
        double busy = load.hold().mean() + 2 * delay.mean();
        return Lapse.exponential(Math.round(busy / (poisson.load() * load.locks())))
                .draw(arrivals);
    }

    private void arrive(Arrivals.Poisson poisson) {
        claim(NodeId.of(arrivals.nextInt(nodes)));
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
        LockName lock = locks.get(wishes.nextInt(locks.size()));
        Mode mode = wishes.chance(load.sharedShare()) ? Mode.SHARED : Mode.EXCLUSIVE;
        run.apply(new Choice.Acquire(node, lock, mode));
    }

    /** Whoever claims in a loop tries again as long as the node may start again; others do without. */
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
        Lapse limit = load.patience();
        if (limit != null) {
            run.at(run.now() + limit.draw(patience), () -> losePatience(claim));
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

    /** The node has crashed, or somebody has lost patience, which is no news. */
    @Override
    public void abandoned(NodeClaim claim) {
        if (waiting.remove(claim)) {
            thinkAndClaimAgain(claim.node());
        }
    }

    private void losePatience(NodeClaim claim) {
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
