package io.quorate.lab.kit.reference;

import io.quorate.core.protocol.reference.raymond.Raymond;
import io.quorate.core.protocol.reference.raymond.Rule;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.mutant.Mutant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The kit of Raymond's algorithm. */
public final class RaymondKit implements CheckKit {
    private static final List<Mutant> MUTANTS = Arrays.stream(Rule.values())
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> Raymond.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "raymond";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return RaymondChecks.forMutants();
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

    /** Under load the token goes around the tree, over each edge twice, asked for each time. */
    @Override
    public String knownMessages(int nodes, boolean underHeavyLoad) {
        double messages = 4.0 * (nodes - 1) / nodes;
        String format = messages == Math.rint(messages) ? "4(N-1)/N = %.0f" : "4(N-1)/N = %.2f";
        return underHeavyLoad ? String.format(Locale.ROOT, format, messages) : "";
    }

    @Override
    public String knownSynchronisation() {
        return "T for each edge";
    }
}
