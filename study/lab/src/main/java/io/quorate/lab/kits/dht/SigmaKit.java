// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.mutant.Mutant;
import io.quorate.overlay.dht.Rule;
import io.quorate.overlay.dht.sigma.Sigma;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kit of Sigma. */
public final class SigmaKit implements CheckKit {
    /** Not the rules for replicas without queues: its replicas have them. */
    private static final List<Mutant> MUTANTS = Arrays.stream(Rule.values())
            .filter(rule -> rule != Rule.A5_REMEMBER_THE_OLDEST && rule != Rule.T1_VOTES_IN_ITS_OWN_NAME)
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> Sigma.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "sigma";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return SigmaChecks.forMutants();
    }

    /** A mutant that breaks only the order is searched only where the order is watched. */
    @Override
    public List<CheckSystem> forMutant(String rule) {
        return rule.equals(Rule.A6_THE_OLDEST_FIRST.number()) ? List.of(SigmaChecks.order()) : forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return SigmaChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return SigmaChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS;
    }

    @Override
    public List<Mutant> mutantsOfStorms(String rules) {
        return CarelessNodes.of(new Sigma());
    }

    /**
     * A request whose stamp is not above the floors of its voters moves to a newer stamp (F1), and with it behind those who were
     * younger. While it moves, one of several replicas may give its vote to such a one. With one replica there is no moment for that.
     */
    @Override
    public Optional<Passing> order(Protocol<?> protocol, QuorumSystem quorums) {
        return quorums.size() > 1 ? Optional.empty() : Optional.of(Passing.byAge(0));
    }

    /** Each of the others at most once; in simulations of 4 to 12 nodes once in all. */
    @Override
    public Optional<Passing> bound(QuorumSystem quorums, int nodes) {
        return Optional.of(Passing.byArrival(nodes - 1));
    }

    /** A request on its way, one in its session, both answered, and a release. Where all nodes know each other: a way of n links costs n-1 more. */
    @Override
    public Optional<MessageBudget> budget(String rules) {
        MessageBudget.Bound most = (replicas, nodes) -> 5 * replicas.size();
        return Optional.of(MessageBudget.atMost(most, most));
    }
}
