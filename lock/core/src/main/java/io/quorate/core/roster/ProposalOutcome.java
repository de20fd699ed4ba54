// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import org.jspecify.annotations.Nullable;

/**
 * How a proposal ended.
 *
 * @param proposed the roster that was proposed
 * @param decided the roster that was decided, which may be another one; null if none was
 * @param refusal why the proposal was refused, in words; empty if a roster was decided
 */
public record ProposalOutcome(Roster proposed, @Nullable Roster decided, String refusal) {
    public static ProposalOutcome refused(Roster proposed, String why) {
        return new ProposalOutcome(proposed, null, why);
    }

    public static ProposalOutcome decided(Roster proposed, Roster decided) {
        return new ProposalOutcome(proposed, decided, "");
    }

    /** Whether the proposed roster itself was decided. */
    public boolean isChosen() {
        return proposed.equals(decided);
    }
}
