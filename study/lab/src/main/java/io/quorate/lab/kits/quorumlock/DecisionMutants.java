// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.quorumlock;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.mutant.Change;
import io.quorate.lab.mutant.GuardedProtocol;
import io.quorate.lab.mutant.Mutant;
import java.util.List;

/** The rules by which the next roster is decided, each left out once. No lock shows them: they are searched by themselves. */
public final class DecisionMutants {
    private static final GuardedProtocol GUARDED = new GuardedProtocol(new QuorumLock());

    public static final List<Mutant> ALL = List.of(
            without("D1", "a single voter decides", Change.TRUE),
            without("D3a", "a promise is not on disk", Change.FALSE),
            without("D3b", "an acceptance is not on disk", Change.FALSE),
            without("D3c", "a voter accepts below what it has promised", Change.TRUE),
            without("D4a", "a proposer puts its own roster in spite of an accepted one", Change.FIRST),
            without(
                    "D4b",
                    "a proposer takes the last roster that it receives, not that of the highest ballot",
                    Change.TRUE));

    private DecisionMutants() {}

    private static Mutant without(String rule, String leftOut, Change change) {
        return GUARDED.without(rule, leftOut, change);
    }

    /** The one without this rule. */
    public static Mutant without(String rule) {
        return ALL.stream()
                .filter(mutant -> mutant.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }
}
