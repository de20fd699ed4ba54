package io.quorate.lab.kit.reference;

import io.quorate.core.protocol.reference.lamport.Lamport;
import io.quorate.core.protocol.reference.lamport.Rule;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.mutant.Mutant;
import java.util.Arrays;
import java.util.List;

/** The kit of Lamport's algorithm. */
public final class LamportKit implements CheckKit {
    private static final String USUAL = new Lamport().rules();

    private static final List<Mutant> MUTANTS = Arrays.stream(Rule.values())
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> Lamport.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "lamport";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return LamportChecks.forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return LamportChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return LamportChecks.large();
    }

    /** Of the set for use, those of the other too, where the rule is missed only there. */
    @Override
    public List<Mutant> mutants(String rules) {
        return USUAL.equals(rules)
                ? MUTANTS
                : MUTANTS.stream()
                        .filter(mutant -> mutant.protocol().rules().equals(rules))
                        .toList();
    }

    @Override
    public String knownSynchronisation() {
        return "T";
    }
}
