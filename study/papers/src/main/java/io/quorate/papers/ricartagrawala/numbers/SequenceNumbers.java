// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.numbers;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Stamp;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.Rules;

/** Section 2.2, Highest_Sequence_Number: how the next number is chosen, and which of two requests goes first. */
public abstract class SequenceNumbers {
    public static SequenceNumbers of(Rules rules, MachineContext context) {
        Increments increments = Increments.of(rules, context);
        if (rules.has(Choice.MODULO)) {
            return new ModuloNumbers(rules, context.quorums().size());
        }
        boolean counted = rules.has(Choice.COUNTED)
                || rules.has(Choice.PRIORITY)
                || rules.has(Choice.PRACTICAL)
                || rules.has(Choice.AS_PRINTED);
        return counted ? new CountedNumbers(rules, increments) : new ClockNumbers(context, increments);
    }

    /** Our_Sequence_Number := Highest_Sequence_Number + 1. */
    public abstract long choose();

    /** Highest_Sequence_Number := Maximum (Highest_Sequence_Number, k). */
    public abstract void see(long number);

    /** Highest_Sequence_Number, for others to learn: section 7.2.3. */
    public long highest() {
        return 0;
    }

    /** Whether there is such a number; a request with one that there is not is refused. */
    public boolean isPossible(long number) {
        return true;
    }

    /** Whether the first of two sequence numbers is the smaller one. */
    public boolean isSmaller(Stamp one, Stamp other) {
        return one.counter() < other.counter();
    }

    /** Whether the first of two requests goes first: by the smaller number, and if they are equal by the smaller node number. */
    public final boolean goesBefore(Stamp one, Stamp other) {
        return isSmaller(one, other) || (!isSmaller(other, one) && one.isBefore(other));
    }

    /** Whether a number that is chosen after these were forgotten is larger than all that were seen. */
    public abstract boolean mayBeForgotten();

    public abstract SequenceNumbers copy(MachineContext context);

    public abstract void describeTo(StateWriter writer);

    /**
     * Departure: the numbers are those of the node's logical clock, which it shares with all its locks and which follows every
     * message, REPLYs too. So a lock that nobody uses can be forgotten, and its numbers still rise.
     */
    private static final class ClockNumbers extends SequenceNumbers {
        private final MachineContext context;
        private final Increments increments;

        ClockNumbers(MachineContext context, Increments increments) {
            this.context = context;
            this.increments = increments;
        }

        @Override
        public long choose() {
            long last = context.clock().counter();
            long number = last + increments.after(last);
            while (context.clock().counter() < number) {
                context.clock().tick();
            }
            return number;
        }

        @Override
        public void see(long number) {
            context.clock().observe(number);
        }

        @Override
        public boolean mayBeForgotten() {
            return true;
        }

        @Override
        public SequenceNumbers copy(MachineContext other) {
            return new ClockNumbers(other, increments);
        }

        /** The node describes its clock. */
        @Override
        public void describeTo(StateWriter writer) {}
    }
}
