// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.numbers;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.LamportClock;
import io.quorate.papers.ricartagrawala.Rule;
import io.quorate.papers.ricartagrawala.Rules;

/** As in the report: a variable of the lock, which only REQUESTs raise. A lock that was asked for once is never forgotten. */
final class CountedNumbers extends SequenceNumbers {
    private final Rules rules;
    private final Increments increments;
    private long highest;

    CountedNumbers(Rules rules, Increments increments) {
        this.rules = rules;
        this.increments = increments;
    }

    /** E-R2: the comment of the listing says "sent or received", but what was sent is not noted there. */
    @Override
    public long choose() {
        long number = highest + increments.after(highest);
        if (rules.keep(Rule.N1_OWN_NUMBER)) {
            highest = number;
        }
        return number;
    }

    @Override
    public void see(long number) {
        if (rules.keep(Rule.N3_NUMBERS_SEEN)) {
            long followed = LamportClock.followed(number);
            highest = rules.keep(Rule.N2_NEVER_BACK) ? Math.max(highest, followed) : followed;
        }
    }

    @Override
    public long highest() {
        return highest;
    }

    @Override
    public boolean mayBeForgotten() {
        return highest == 0;
    }

    @Override
    public SequenceNumbers copy(MachineContext other) {
        CountedNumbers copy = new CountedNumbers(rules, increments);
        copy.highest = highest;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.number("highest", highest);
    }
}
