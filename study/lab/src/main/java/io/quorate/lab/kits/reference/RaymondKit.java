// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.mutant.Change;
import io.quorate.lab.mutant.GuardedProtocol;
import io.quorate.lab.mutant.LastComeFirstServed;
import io.quorate.lab.mutant.Mutant;
import io.quorate.papers.reference.raymond.Raymond;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kit of Raymond's algorithm. */
public final class RaymondKit implements CheckKit {
    private static final GuardedProtocol GUARDED = new GuardedProtocol(new Raymond());

    private static final List<Mutant> MUTANTS = List.of(
            GUARDED.without("P1", "a node passes the privilege on while it uses it", Change.FALSE),
            GUARDED.without(
                    "P2", "a node that passes the privilege on takes itself for its holder still", Change.SKIPPED),
            GUARDED.without("P3", "a node that leaves keeps the privilege although others have asked", Change.SKIPPED),
            GUARDED.without(
                    "P4", "a node that the privilege reaches keeps it although others have asked", Change.SKIPPED),
            GUARDED.without("M1", "a node that is asked and has not the privilege does not ask for it", Change.SKIPPED),
            GUARDED.without("M2", "a node that gets the privilege takes its REQUEST for still open", Change.SKIPPED),
            GUARDED.without(
                    "M3",
                    "a node that passes the privilege on does not ask for it for those who still wait",
                    Change.SKIPPED),
            GUARDED.without(
                    "Q1",
                    "who comes last is served first",
                    Change.calling("add", LastComeFirstServed.class, "addFirst")),
            GUARDED.without("W1", "a node that gives up forgets those who have asked it, too", Change.TRUE));

    @Override
    public String protocol() {
        return "raymond";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return RaymondChecks.forMutants();
    }

    /** A mutant that breaks only the bound is searched only where the bound is watched. */
    @Override
    public List<CheckSystem> forMutant(String rule) {
        return rule.equals("Q1") ? List.of(RaymondChecks.order()) : forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return RaymondChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return RaymondChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS;
    }

    /** Edges from the root to the deepest leaf of the binary tree; trees of a higher degree are flatter. */
    private static int depth(int nodes) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(nodes);
    }

    private static double aroundTheTree(int nodes) {
        return 4.0 * (nodes - 1) / nodes;
    }

    private static String formula(int nodes, boolean contended) {
        double messages = aroundTheTree(nodes);
        String format = messages == Math.rint(messages) ? "4(N-1)/N = %.0f" : "4(N-1)/N = %.2f";
        return contended ? String.format(Locale.ROOT, format, messages) : "";
    }

    /**
     * Alone, a request and the token over each edge of the way: at most up to the root and down again. Under load the token visits the
     * whole tree, over each edge twice, requested each time.
     */
    @Override
    public Optional<MessageBudget> budget(String rules) {
        return Optional.of(MessageBudget.atMost(
                (quorums, nodes) -> 4.0 * depth(nodes), (quorums, nodes) -> aroundTheTree(nodes), RaymondKit::formula));
    }

    @Override
    public String knownSynchronisation() {
        return "T for each edge";
    }

    /**
     * No order: a node stands for everybody who waits behind it, and asks again when the first of them has the privilege. Nearer nodes that
     * asked meanwhile go before the others. Each queue is in order of arrival, so each node goes before a waiter once at most; in simulations
     * of 31 nodes a waiter was passed 5 times at most.
     */
    @Override
    public Optional<Passing> bound(QuorumSystem quorums, int nodes) {
        return Optional.of(Passing.byArrival(nodes - 1));
    }
}
