package io.quorate.lab.kits.ricartagrawala;

import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.mutant.Mutant;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.ricartagrawala.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The kit of Ricart and Agrawala's algorithm with its modifications. */
public final class RicartAgrawalaKit implements CheckKit {
    private static final String USUAL = new RicartAgrawala().rules();

    private static final List<Mutant> MUTANTS = Arrays.stream(Rule.values())
            .map(rule -> new Mutant(rule.number(), rule.leftOut(), () -> RicartAgrawala.without(rule)))
            .toList();

    @Override
    public String protocol() {
        return "ricart-agrawala";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return Stream.of(
                        RicartAgrawalaChecks.forMutants(),
                        RicartAgrawalaNumbersChecks.forMutants(),
                        RicartAgrawalaMediaChecks.forMutants(),
                        RicartAgrawalaPracticeChecks.forMutants())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<CheckSystem> small() {
        return Stream.of(
                        RicartAgrawalaChecks.small(),
                        RicartAgrawalaNumbersChecks.small(),
                        RicartAgrawalaMediaChecks.small(),
                        RicartAgrawalaPracticeChecks.small())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<CheckSystem> large() {
        return Stream.of(
                        RicartAgrawalaChecks.large(),
                        RicartAgrawalaNumbersChecks.large(),
                        RicartAgrawalaMediaChecks.large(),
                        RicartAgrawalaPracticeChecks.large())
                .flatMap(List::stream)
                .toList();
    }

    /** Of the algorithm of section 2, those of all modifications too, each with the fewest choices that have the rule. */
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
