// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.mutant.Mutant;
import io.quorate.overlay.dht.nonendtoend.NonEndToEnd;
import io.quorate.overlay.dht.nonendtoend.PathRule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kit of the Non End-to-End protocol. */
public final class NonEndToEndKit implements CheckKit {
    private static final String CORRECTED = new NonEndToEnd().rules();

    private static final List<Mutant> MUTANTS = Arrays.stream(PathRule.values())
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> NonEndToEnd.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "nonendtoend";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return NonEndToEndChecks.forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return NonEndToEndChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return NonEndToEndChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return CORRECTED.equals(rules) ? MUTANTS : List.of();
    }

    @Override
    public List<Mutant> mutantsOfStorms(String rules) {
        return CarelessNodes.of(CORRECTED.equals(rules) ? new NonEndToEnd() : NonEndToEnd.asPrinted());
    }

    @Override
    public boolean waitsOnTheWay() {
        return true;
    }

    /**
     * A replica votes when the lock is given back, and who waits on the way comes to it after that. So the oldest may be passed,
     * but only once: after that it is at the replica. With several replicas no order is promised, as with Sigma.
     */
    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return quorums.size() > 1
                ? Optional.empty()
                : Optional.of(Passing.byAge(CORRECTED.equals(protocol.rules()) ? 1 : 0));
    }

    /** Each of the others once on the way and once at the replicas; in simulations of 7 to 20 nodes each once. */
    @Override
    public Optional<Passing> bound(QuorumSystem quorums, int nodes) {
        return Optional.of(Passing.byArrival(2 * nodes));
    }

    /** As with the others, and one more that gathers the queues on the way. Where all nodes know each other: a way of n links costs n-1 more. */
    @Override
    public Optional<MessageBudget> budget(String rules) {
        MessageBudget.Bound most = (replicas, nodes) -> 6 * replicas.size();
        return Optional.of(MessageBudget.atMost(most, most));
    }
}
