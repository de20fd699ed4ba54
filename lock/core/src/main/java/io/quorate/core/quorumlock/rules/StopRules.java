// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock.rules;

import io.quorate.core.lock.Guard;
import io.quorate.core.session.SessionRules;

/** The rules W and E3 that sessions keep, each with its number. */
public final class StopRules implements SessionRules {
    /** W2: the next session has a higher number, for this is the last one used. */
    @Override
    @Guard("W2e")
    public long numberAfterLeaving(long left) {
        return left;
    }

    @Override
    public boolean hasPromisedNothing(int members, int guests, int own) {
        return own == 0 && areGone(members) && haveGuestsGone(guests);
    }

    /** W3: every session with a member has ended. */
    @Guard("W3a")
    private static boolean areGone(int members) {
        return members == 0;
    }

    /** W3: and every session with a guest. */
    @Guard("W3b")
    private static boolean haveGuestsGone(int guests) {
        return guests == 0;
    }

    @Override
    @Guard("W3c")
    public boolean mayCallItClean(boolean voted) {
        return voted;
    }

    /** E3: a sealed voter hears only the Releases of those who have not gone up. */
    @Override
    @Guard("E3")
    public boolean isBelowSeal(int configuration, int sealLine) {
        return configuration < sealLine;
    }
}
