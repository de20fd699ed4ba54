package io.quorate.lab.kit.tree;

import io.quorate.core.protocol.tree.Rule;
import io.quorate.core.protocol.tree.TreeLock;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.mutant.Mutant;
import java.util.Arrays;
import java.util.List;

/** The kit of the tree algorithm. */
public final class TreeKit implements CheckKit {
    private static final List<Mutant> MUTANTS = Arrays.stream(Rule.values())
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> TreeLock.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "tree";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return TreeChecks.forMutants();
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
    public String knownSynchronisation() {
        return "up to 2T";
    }
}
