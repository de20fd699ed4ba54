package io.quorate.lab.kit.reference;

import io.quorate.core.protocol.reference.suzukikasami.Rule;
import io.quorate.core.protocol.reference.suzukikasami.SuzukiKasami;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.mutant.Mutant;
import java.util.Arrays;
import java.util.List;

/** The kit of Suzuki and Kasami's algorithm. */
public final class SuzukiKasamiKit implements CheckKit {
    private static final List<Mutant> MUTANTS = Arrays.stream(Rule.values())
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> SuzukiKasami.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "suzuki-kasami";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return SuzukiKasamiChecks.forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return SuzukiKasamiChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return SuzukiKasamiChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS;
    }

    /** A request to everybody finds the token. */
    @Override
    public String knownMessages(int nodes, boolean underHeavyLoad) {
        return "N = " + nodes + ", 0 at the token";
    }

    @Override
    public String knownSynchronisation() {
        return "T";
    }
}
