// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * After the storm one claim holds for several leases, another node waits for it, and voters crash. The hold must not be lost. Its
 * trial says when voters crash and which.
 */
final class FinalHold {
    /** How often in a lease the hold is examined for its spare votes. */
    private static final int LOOKS = 40;

    /** After this many leases of a hold somebody asks whether the lock is free. */
    private static final int ASKED_AFTER = 2;

    /** The number of nodes that wait for it in the trial of the order. */
    private static final int LINE_MAX = 4;

    private final StormRun run;
    private final StormClients clients;
    private final StormFaults faults;
    private final Randomness randomness;
    private final Trial trial;
    private @Nullable NodeClaim runner;

    /** Those that are served next, when the order is looked at, oldest first. */
    private final List<NodeClaim> line = new ArrayList<>();

    /** The fault that the hold has to survive, or what is looked at when it ends. */
    enum Trial {
        /**
         * Voters crash at once, and those that are left make a quorum: the holder asks them instead (P1). Over an overlay nodes
         * crash that have no replica of the lock. During the hold a claim asks now, and must be answered (B).
         */
        QUORUM_IS_LEFT(4),
        /** When the hold has its spare votes, as many other nodes crash, perhaps the one that waits (V3). */
        HAS_SPARES(3),
        /**
         * Others ask for the lock one after the other, and nothing goes wrong. When it is given back they must be served by age, if the
         * protocol declares that.
         */
        IS_FOLLOWED_BY_AGE(1);

        private final int leases;

        Trial(int leases) {
            this.leases = leases;
        }
    }

    FinalHold(StormRun run, StormClients clients, StormFaults faults, Randomness randomness, Trial trial) {
        this.run = run;
        this.clients = clients;
        this.faults = faults;
        this.randomness = randomness;
        this.trial = trial;
    }

    /** When all nodes are up, and vote. */
    void start() {
        List<NodeId> up = run.up();
        if (isPossible(up)) {
            runner = clients.prepare(oneOf(up), length());
            clients.claim(runner);
        }
    }

    private boolean isPossible(List<NodeId> up) {
        return switch (trial) {
            case QUORUM_IS_LEFT -> true;
            case HAS_SPARES -> run.storm().setup().spareVotes() > 0 && run.isPossible(Fault.CRASHES) && up.size() > 1;
            case IS_FOLLOWED_BY_AGE ->
                run.storm().setup().order().equals(Optional.of(Passing.byAge(0))) && up.size() > 2;
        };
    }

    /** How long the hold lasts. */
    long length() {
        return trial.leases * run.storm().leaseNanos();
    }

    void granted(NodeClaim claim) {
        if (!line.isEmpty()) {
            NodeClaim oldest = line.remove(0);
            if (!claim.equals(oldest)) {
                throw new AuditFailure(claim + " got the lock " + claim.lock() + " before " + oldest
                        + ", which is older and waited when the lock was given back");
            }
            run.counts().count("waiters served by age");
        }
        if (claim.equals(runner)) {
            switch (trial) {
                case IS_FOLLOWED_BY_AGE -> lineUp(claim);
                case QUORUM_IS_LEFT -> goAround(claim);
                case HAS_SPARES -> {
                    contend(oneOf(others(claim)));
                    look(claim, LOOKS);
                }
            }
        }
    }

    /** The other nodes ask in an order that is drawn, with enough time between them for all that they say to arrive. */
    private void lineUp(NodeClaim holder) {
        List<NodeId> others = others(holder);
        long begin = run.now();
        for (int count = Math.min(others.size(), LINE_MAX); count > 0; count--) {
            NodeId next = oneOf(others);
            others = others.stream().filter(node -> !node.equals(next)).toList();
            NodeClaim claim = clients.prepare(next, holder.lock(), clients.calmHold());
            begin += length() / (LINE_MAX + 1);
            run.at(begin, () -> clients.claim(claim));
        }
    }

    /** Frames have had time to arrive: all who wait are known to those that decide. */
    private void noteTheLine(NodeClaim holder) {
        Map<NodeClaim, Stamp> asked = new LinkedHashMap<>();
        for (NodeClaim waiter : clients.waiting()) {
            Stamp stamp = waiter.lock().equals(holder.lock())
                    ? run.node(waiter.node()).stampOf(waiter)
                    : null;
            if (stamp != null) {
                asked.put(waiter, stamp);
            }
        }
        asked.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .forEach(line::add);
    }

    private void goAround(NodeClaim claim) {
        NodeSet down = run.dispensableFor(claim, randomness);
        run.counts().count("voters lost by a holder", down.size());
        faults.clear(down);
        NodeId rival = NodeId.of(randomness.nextInt(run.storm().setup().nodes()));
        if (run.node(rival).isUp() && !rival.equals(claim.node())) {
            contend(rival);
        }
        if (!run.storm().isOverOverlay()) {
            run.at(run.now() + ASKED_AFTER * run.storm().leaseNanos(), () -> askNow(claim));
        }
    }

    private void contend(NodeId rival) {
        NodeClaim second = clients.prepare(rival, clients.calmHold());
        run.at(run.now(), () -> clients.claim(second));
    }

    /** B: when the holder has replaced the voters that are gone, a node asks now, and must be told within a lease. */
    private void askNow(NodeClaim holder) {
        NodeClaim claim = clients.prepareNow(oneOf(run.up()), holder.lock());
        run.counts().count("questions during a hold");
        clients.claim(claim);
        run.at(run.now() + run.storm().leaseNanos(), () -> {
            if (clients.waiting().contains(claim)) {
                throw new AuditFailure("no answer: " + claim + " has asked for " + claim.lock()
                        + " now or not at all for a lease, and was not told that " + holder + " holds it");
            }
        });
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
        List<NodeId> others = others(claim);
        for (int count = run.storm().setup().spareVotes(); count > 0; count--) {
            down = down.with(oneOf(others));
        }
        run.counts().count("crashes beside a hold with spare votes", down.size());
        run.counts().count("two crashes beside a hold with two spare votes", down.size() / 2);
        run.survivors().shelter(claim);
        faults.clear(down);
    }

    private NodeId oneOf(List<NodeId> nodes) {
        return nodes.get(randomness.nextInt(nodes.size()));
    }

    private List<NodeId> others(NodeClaim claim) {
        return run.up().stream().filter(node -> !node.equals(claim.node())).toList();
    }

    void released(NodeClaim claim) {
        if (claim.equals(runner)) {
            if (trial == Trial.IS_FOLLOWED_BY_AGE) {
                noteTheLine(claim);
            }
            faults.clear(NodeSet.EMPTY);
        }
    }

    void lost(NodeClaim claim) {
        if (trial == Trial.QUORUM_IS_LEFT && claim.equals(runner)) {
            throw new AuditFailure(claim + " lost the lock " + claim.lock()
                    + " although voters that make a quorum were there all the time");
        }
    }
}
