// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.lab.mutant.Mutant;
import org.jspecify.annotations.Nullable;

/** The verdict on a mutant: the report on the system that rejected it, or none if it survived. */
public record MutantVerdict(Mutant mutant, @Nullable CheckReport rejection) {
    public boolean isRejected() {
        return rejection != null;
    }

    /** The shortest run that shows what goes wrong without the rule; empty if none was found. */
    public String toScenario() {
        CheckReport report = rejection;
        Counterexample shown = report == null ? null : report.counterexample();
        if (shown == null) {
            return "";
        }
        return shown.trace()
                .toScenario("Without " + mutant.rule() + " " + mutant.leftOut() + ". Violates: "
                        + shown.property().sentence() + ".");
    }

    /** One line. */
    public String toText() {
        CheckReport report = rejection;
        Counterexample shown = report == null ? null : report.counterexample();
        if (report == null || shown == null) {
            return mutant.rule() + " SURVIVES: " + mutant.leftOut()
                    + " (a property is missing, or the rule is not needed)";
        }
        return mutant.rule() + " rejected on " + report.system().name() + " after "
                + shown.trace().choices().size() + " steps: " + shown.property().sentence();
    }
}
