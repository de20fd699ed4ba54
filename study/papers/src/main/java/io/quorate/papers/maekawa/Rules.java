// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A set of rules.
 *
 * @param kept the rules that are followed
 * @param lockedEndsFailed whether LOCKED takes back an earlier FAILED of the same member; else a request that has failed once
 *     counts as failed until it is over
 * @param takesOver whether the role of a failed node is taken over by another
 */
record Rules(Set<Rule> kept, boolean lockedEndsFailed, boolean takesOver) {
    static final Rules TAKE_OVER = new Rules(EnumSet.allOf(Rule.class), true, true);

    static final Rules CORRECTED = new Rules(those(rule -> !rule.isForTakeOver()), true, false);

    /** The rules of section 4, and "has received a FAILED message" read as at any time before. */
    static final Rules AS_PRINTED = new Rules(those(Rule::isInAllSets), false, false);

    /**
     * Thiare and Fall, section 4.2: FAILED only to a request that the locking one precedes, and "has not received new LOCKED
     * message from it (after receipt of FAILED message)". Points that they leave open are read as in Maekawa's paper.
     */
    static final Rules THIARE_FALL_AS_PRINTED =
            new Rules(AS_PRINTED.without(Rule.A1_TELL_BEHIND_ANOTHER).kept(), true, false);

    public Rules {
        kept = Collections.unmodifiableSet(EnumSet.copyOf(kept));
    }

    private static Set<Rule> those(Predicate<Rule> which) {
        return Arrays.stream(Rule.values())
                .filter(which)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rule.class)));
    }

    Rules without(Rule rule) {
        EnumSet<Rule> others = EnumSet.copyOf(kept);
        others.remove(rule);
        return new Rules(others, lockedEndsFailed, takesOver);
    }

    public boolean keep(Rule rule) {
        return kept.contains(rule);
    }
}
