package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When all is well again, somebody holds for several leases while another node waits. As soon as the hold has its spare votes, other
 * nodes crash, as many as it has spares for; the one that waits may be among them. The hold must not be lost (V3).
 */
final class SpareHold {
    private static final int LEASES = 3;

    /** How often the hold is looked at in a lease. */
    private static final int LOOKS = 40;

    private final StormRun run;
    private final StormClients clients;
    private final StormFaults faults;
    private final Randomness randomness;
    private @Nullable NodeClaim runner;

    SpareHold(StormRun run, StormClients clients, StormFaults faults, Randomness randomness) {
        this.run = run;
        this.clients = clients;
        this.faults = faults;
        this.randomness = randomness;
    }

    /** When all nodes are up, and vote. */
    void start() {
        List<NodeId> up = run.up();
        boolean isPossible = run.storm().setup().spareVotes() > 0 && run.isPossible(Fault.CRASHES) && up.size() > 1;
        if (isPossible) {
            runner = clients.prepare(
                    up.get(randomness.nextInt(up.size())), LEASES * run.storm().leaseNanos());
            clients.claim(runner);
        }
    }

    void granted(NodeClaim claim) {
        if (claim.equals(runner)) {
            List<NodeId> others =
                    run.up().stream().filter(node -> !node.equals(claim.node())).toList();
            NodeClaim rival = clients.prepare(others.get(randomness.nextInt(others.size())), clients.calmHold());
            run.at(run.now(), () -> clients.claim(rival));
            look(claim, LOOKS);
        }
    }

    private void look(NodeClaim claim, int more) {
        run.at(run.now() + run.storm().leaseNanos() / LOOKS, () -> {
            if (run.node(claim.node()).hasSpares(claim)) {
                crashOthers(claim);
            } else if (more > 0) {
                look(claim, more - 1);
            }
        });
    }

    private void crashOthers(NodeClaim claim) {
        NodeSet down = NodeSet.EMPTY;
        List<NodeId> others =
                run.up().stream().filter(node -> !node.equals(claim.node())).toList();
        for (int count = run.storm().setup().spareVotes(); count > 0; count--) {
            down = down.with(others.get(randomness.nextInt(others.size())));
        }
        run.counts().count("crashes beside a hold with spare votes", down.size());
        run.survivors().shelter(claim);
        faults.clear(down);
    }

    void released(NodeClaim claim) {
        if (claim.equals(runner)) {
            faults.clear(NodeSet.EMPTY);
        }
    }
}
