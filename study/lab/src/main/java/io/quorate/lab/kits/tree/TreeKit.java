// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.tree;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.EntryCost;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.kit.PrintedCost;
import io.quorate.lab.mutant.ByNode;
import io.quorate.lab.mutant.Change;
import io.quorate.lab.mutant.GuardedProtocol;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.mutant.OneVoteLess;
import io.quorate.papers.tree.TreeLock;
import java.util.List;
import java.util.Optional;

/** The kit of the tree algorithm. */
public final class TreeKit implements CheckKit {
    private static final GuardedProtocol GUARDED = new GuardedProtocol(new TreeLock());

    private static final List<Mutant> MUTANTS = List.of(
            GUARDED.without("R2", "a Reply to a request that is over is not answered by Relinq", Change.SKIPPED),
            GUARDED.without("R3a", "an Inquire that overtakes its Reply is dropped", Change.SKIPPED),
            GUARDED.without("R3b", "a Reply counts although its permission was yielded before", Change.TRUE),
            GUARDED.without("R4", "a permission yielded already is not yielded again", Change.SKIPPED),
            GUARDED.without(
                    "R5",
                    "one permission less than a quorum is enough to enter",
                    Change.calling("isQuorum", OneVoteLess.class, "isQuorum")),
            GUARDED.without("R6", "a waiter that is inquired keeps its permission", Change.FALSE),
            GUARDED.without(
                    "A1", "an old request that arrives late replaces a newer one of the same site", Change.FALSE),
            GUARDED.without("A2", "a late Relinq of an older request removes the newer one", Change.FALSE),
            GUARDED.without("A3", "a Yield of an older permission takes the newer one back", Change.TRUE),
            GUARDED.without("A4", "an older request does not make the site inquire", Change.SKIPPED),
            GUARDED.without(
                    "A5",
                    "the waiting line is in the order of nodes, not of stamps",
                    Change.calling("isBefore", ByNode.class, "isBefore")),
            GUARDED.without("F1", "requests of a failed site wait on", Change.SKIPPED),
            GUARDED.without("F2", "FAIL takes the permission from a site that has it", Change.FALSE),
            GUARDED.without("F3", "a site whose request was dropped is not told", Change.SKIPPED),
            GUARDED.without("F4", "a waiter does not ask others when sites of its quorum fail", Change.SKIPPED),
            GUARDED.without(
                    "F5", "a late request of a site that is suspected takes its place in the line", Change.FALSE),
            GUARDED.without("F6", "a request that a suspected site yields late waits on", Change.FALSE),
            GUARDED.without("S1", "after a link reset, the requester does not ask again", Change.SKIPPED),
            GUARDED.without("S2", "after a link reset, the arbiter does not answer again", Change.SKIPPED));

    @Override
    public String protocol() {
        return "tree";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return TreeChecks.forMutants();
    }

    /** A mutant that breaks only the order is searched only where the order is watched. */
    @Override
    public List<CheckSystem> forMutant(String rule) {
        return rule.equals("A5") ? List.of(TreeChecks.order()) : forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return TreeChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return TreeChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return rules.equals("corrected") ? MUTANTS : List.of();
    }

    @Override
    public Optional<MessageBudget> budget(String rules) {
        return Optional.of(EntryCost.ofQuorum(3, 6));
    }

    @Override
    public Optional<PrintedCost> printedCost(String rules) {
        return Optional.of(PrintedCost.always(
                "complexity study, without Relinq, h = depth of the path",
                new PrintedCost.Term("2h", PrintedCost.forEachMember(2).value())));
    }

    @Override
    public String knownSynchronisation() {
        return "up to 2T";
    }

    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return Passing.declared(protocol.traits().fairness());
    }
}
