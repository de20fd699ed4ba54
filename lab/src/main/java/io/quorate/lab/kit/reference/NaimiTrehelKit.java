package io.quorate.lab.kit.reference;

import io.quorate.core.protocol.reference.naimitrehel.NaimiTrehel;
import io.quorate.core.protocol.reference.naimitrehel.Rule;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.mutant.Mutant;
import java.util.Arrays;
import java.util.List;

/** The kit of Naimi and Trehel's algorithm. */
public final class NaimiTrehelKit implements CheckKit {
    private static final List<Mutant> MUTANTS = Arrays.stream(Rule.values())
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> NaimiTrehel.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "naimi-trehel";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return NaimiTrehelChecks.forMutants();
    }

    @Override
    public List<CheckSystem> small() {
        return NaimiTrehelChecks.small();
    }

    @Override
    public List<CheckSystem> large() {
        return NaimiTrehelChecks.large();
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS;
    }

    @Override
    public String knownSynchronisation() {
        return "T";
    }
}
