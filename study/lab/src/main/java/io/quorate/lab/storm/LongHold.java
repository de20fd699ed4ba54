package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Long after the storm somebody holds for several leases, while voters crash and another node begins to wait. As long as the voters
 * that are left make a quorum, the hold must not be lost: it goes around those that are gone (P1). Over an overlay nodes crash that
 * have no replica of the lock.
 */
final class LongHold {
    private static final int LEASES = 4;

    /** After so many leases of the hold somebody asks whether the lock is free. */
    private static final int ASKED_AFTER = 2;

    private final StormRun run;
    private final StormClients clients;
    private final StormFaults faults;
    private final Randomness randomness;
    private @Nullable NodeClaim runner;

    LongHold(StormRun run, StormClients clients, StormFaults faults, Randomness randomness) {
        this.run = run;
        this.clients = clients;
        this.faults = faults;
        this.randomness = randomness;
    }

    /** When all nodes are up, and vote. */
    void start() {
        List<NodeId> up = run.up();
        runner = clients.prepare(up.get(randomness.nextInt(up.size())), length());
        clients.claim(runner);
    }

    /** How long the hold lasts. */
    long length() {
        return LEASES * run.storm().leaseNanos();
    }

    void granted(NodeClaim claim) {
        if (!claim.equals(runner)) {
            return;
        }
        NodeSet down = run.dispensableFor(claim, randomness);
        run.counts().count("voters lost by a holder", down.size());
        faults.clear(down);
        NodeId rival = NodeId.of(randomness.nextInt(run.storm().setup().nodes()));
        if (run.node(rival).isUp() && !rival.equals(claim.node())) {
            NodeClaim second = clients.prepare(rival, clients.calmHold());
            run.at(run.now(), () -> clients.claim(second));
        }
        if (!run.storm().isOverOverlay()) {
            run.at(run.now() + ASKED_AFTER * run.storm().leaseNanos(), () -> askNow(claim));
        }
    }

    /** B: when the holder has gone around those that are gone, somebody asks now, and must be told within a lease. */
    private void askNow(NodeClaim holder) {
        List<NodeId> up = run.up();
        NodeClaim claim = clients.prepareNow(up.get(randomness.nextInt(up.size())), holder.lock());
        run.counts().count("questions during a hold");
        clients.claim(claim);
        run.at(run.now() + run.storm().leaseNanos(), () -> {
            if (clients.waiting().contains(claim)) {
                throw new AuditFailure("no answer: " + claim + " has asked for " + claim.lock()
                        + " now or not at all for a lease, and was not told that " + holder + " holds it");
            }
        });
    }

    void released(NodeClaim claim) {
        if (claim.equals(runner)) {
            faults.clear(NodeSet.EMPTY);
        }
    }

    void lost(NodeClaim claim) {
        if (claim.equals(runner)) {
            throw new AuditFailure(claim + " lost the lock " + claim.lock()
                    + " although voters that make a quorum were there all the time");
        }
    }
}
