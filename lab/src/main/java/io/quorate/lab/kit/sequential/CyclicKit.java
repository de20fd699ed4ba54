package io.quorate.lab.kit.sequential;

import io.quorate.core.protocol.sequential.Cyclic;
import io.quorate.core.protocol.sequential.Rule;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.mutant.Mutant;
import java.util.List;

/** The kit of the second variation of Maekawa's section 10. */
public final class CyclicKit implements CheckKit {
    private static final List<Mutant> MUTANTS = Rule.of(Rule.Variant.CYCLIC).stream()
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> Cyclic.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "cyclic";
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
