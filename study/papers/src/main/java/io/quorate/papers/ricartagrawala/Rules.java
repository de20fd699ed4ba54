// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.papers.ricartagrawala.Choices.Choice;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The modifications that are used, and the rules that are followed. */
public record Rules(Choices choices, Set<Rule> kept) {
    public Rules {
        kept = Collections.unmodifiableSet(EnumSet.copyOf(kept));
    }

    static Rules of(Choices choices) {
        boolean asPrinted = choices.has(Choice.AS_PRINTED);
        return new Rules(
                choices,
                Arrays.stream(Rule.values())
                        .filter(rule -> rule.isInThePaper() || !asPrinted)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rule.class))));
    }

    Rules without(Rule rule) {
        EnumSet<Rule> others = EnumSet.copyOf(kept);
        others.remove(rule);
        return new Rules(choices, others);
    }

    public boolean keep(Rule rule) {
        return kept.contains(rule);
    }

    /** Whether a REQUEST is one broadcast. */
    boolean broadcasts() {
        return has(Choice.BROADCAST) || has(Choice.BROADCAST_REPLIES);
    }

    public boolean has(Choice choice) {
        return choices.has(choice);
    }
}
