package io.quorate.lab.kit.sequential;

import io.quorate.core.protocol.sequential.Rule;
import io.quorate.core.protocol.sequential.Sequential;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.mutant.Mutant;
import java.util.List;

/** The kit of the first variation of Maekawa's section 10. */
public final class SequentialKit implements CheckKit {
    private static final List<Mutant> MUTANTS = Rule.of(Rule.Variant.SEQUENTIAL).stream()
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> Sequential.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "sequential";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return SequentialChecks.forMutants(protocol());
    }

    @Override
    public List<CheckSystem> small() {
        return SequentialChecks.of(protocol(), SequentialChecks.small());
    }

    @Override
    public List<CheckSystem> large() {
        return SequentialChecks.of(protocol(), SequentialChecks.large());
    }

    @Override
    public List<Mutant> mutants(String rules) {
        return MUTANTS;
    }
}
