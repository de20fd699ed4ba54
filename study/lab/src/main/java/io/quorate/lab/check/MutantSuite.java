// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.mutant.Mutant;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows that the checker sees something: every rule of a protocol is left out once, and some system must break. A mutant
 * that survives is a failure, of the properties or of the rule.
 */
public final class MutantSuite {
    private MutantSuite() {}

    /** A verdict for every mutant, each tried on the systems from small to large until one rejects it. */
    public static List<MutantVerdict> run(Protocol<?> protocol, Progress progress) {
        List<MutantVerdict> verdicts = new ArrayList<>();
        for (Mutant mutant : Kits.mutants(protocol)) {
            verdicts.add(hunt(mutant, progress));
        }
        return verdicts;
    }

    /** Tries one mutant on the systems from small to large until one rejects it. */
    public static MutantVerdict hunt(Mutant mutant, Progress progress) {
        return hunt(mutant, systemsFor(mutant), progress);
    }

    /** The systems that a mutant is tried on, from small to large. */
    static List<CheckSystem> systemsFor(Mutant mutant) {
        return StandardChecks.forMutant(mutant.protocol(), mutant.rule()).stream()
                .filter(system -> system.setup()
                        .protocol()
                        .rules()
                        .equals(mutant.protocol().rules()))
                .toList();
    }

    /** Tries one mutant on these systems, one after the other, until one rejects it. */
    static MutantVerdict hunt(Mutant mutant, List<CheckSystem> systems, Progress progress) {
        for (CheckSystem system : systems) {
            CheckSystem broken = system.with(system.setup().without(mutant));
            CheckReport report = ModelChecker.check(broken, progress);
            if (report.counterexample() != null) {
                return new MutantVerdict(mutant, report);
            }
        }
        return new MutantVerdict(mutant, null);
    }
}
