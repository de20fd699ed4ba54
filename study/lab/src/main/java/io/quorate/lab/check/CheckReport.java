// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.core.model.NodeSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search.
 *
 * @param states how many different states it found
 * @param transitions how many choices it tried
 * @param depth how many choices lead to the farthest state found
 * @param terminalStates how many states have no choice but faults
 * @param complete whether every reachable state was looked at
 * @param alike sets of nodes whose names were taken to make no difference
 */
public record CheckReport(
        CheckSystem system,
        long states,
        long transitions,
        int depth,
        long terminalStates,
        boolean complete,
        List<PropertyVerdict> properties,
        @Nullable Counterexample counterexample,
        List<NodeSet> alike) {

    /** The findings about one property. */
    public record PropertyVerdict(Property property, Verdict verdict) {}

    /** INVALID if any property is, else UNKNOWN if any is, else VALID. */
    public Verdict verdict() {
        Verdict verdict = Verdict.VALID;
        for (PropertyVerdict each : properties) {
            if (each.verdict() == Verdict.INVALID) {
                return Verdict.INVALID;
            }
            if (each.verdict() == Verdict.UNKNOWN) {
                verdict = Verdict.UNKNOWN;
            }
        }
        return verdict;
    }

    /** Whether the run that was found ends in a deadlock: no frame is under way, nobody holds, and somebody waits. */
    public boolean isDeadlock() {
        return counterexample != null && counterexample.property().sentence().startsWith(LockProperties.NO_DEADLOCK);
    }

    /** The report in a few lines. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        text.append(system.name()).append(": ").append(headline()).append('\n');
        text.append(String.format(
                Locale.ROOT,
                "  %,d states, %,d transitions, %d steps deep, %,d terminal%n",
                states,
                transitions,
                depth,
                terminalStates));
        for (PropertyVerdict each : properties) {
            text.append(String.format(
                    "  %-8s %-10s %s%n",
                    each.verdict().name().toLowerCase(Locale.ROOT),
                    each.property().kind().name().toLowerCase(Locale.ROOT),
                    each.property().sentence()));
        }
        Counterexample shown = counterexample;
        if (shown != null) {
            text.append('\n').append(shown.toScenario());
        }
        return text.toString();
    }

    private String headline() {
        return switch (verdict()) {
            case VALID -> "verified within its limits";
            case INVALID ->
                isDeadlock()
                        ? "VIOLATED by a deadlock: nobody holds, nothing is under way, and somebody waits"
                        : "VIOLATED";
            case UNKNOWN ->
                "stopped at the limit of " + String.format(Locale.ROOT, "%,d", system.statesMax())
                        + " states: NOT verified (allow more states, or take a smaller system)";
        };
    }
}
