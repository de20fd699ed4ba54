package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.ricartagrawala.Choices.Choice;

/** Section 2.2, Highest_Sequence_Number: how the next number is chosen, and which of two requests goes first. */
abstract class SequenceNumbers {
    static SequenceNumbers of(Rules rules, MachineContext context) {
        return rules.has(Choice.COUNTED) || rules.has(Choice.PRACTICAL) || rules.has(Choice.AS_PRINTED)
                ? new CountedNumbers(rules)
                : new ClockNumbers(context);
    }

    /** Our_Sequence_Number := Highest_Sequence_Number + 1. */
    abstract long choose();

    /** Highest_Sequence_Number := Maximum (Highest_Sequence_Number, k). */
    abstract void see(long number);

    /** Highest_Sequence_Number, for others to learn: section 7.2.3. */
    long highest() {
        return 0;
    }

    /** Whether the first of two sequence numbers is the smaller one. */
    boolean isSmaller(Stamp one, Stamp other) {
        return one.counter() < other.counter();
    }

    /** Whether a number that is chosen after these were forgotten is larger than all that were seen. */
    abstract boolean mayBeForgotten();

    abstract SequenceNumbers copy(MachineContext context);

    abstract void describeTo(StateWriter writer);

    /**
     * Departure: the numbers are those of the node's logical clock, which it shares with all its locks and which follows every
     * message, REPLYs too. So a lock that nobody uses can be forgotten, and its numbers still rise.
     */
    private static final class ClockNumbers extends SequenceNumbers {
        private final MachineContext context;

        ClockNumbers(MachineContext context) {
            this.context = context;
        }

        @Override
        long choose() {
            return context.clock().tick();
        }

        @Override
        void see(long number) {
            context.clock().observe(number);
        }

        @Override
        boolean mayBeForgotten() {
            return true;
        }

        @Override
        SequenceNumbers copy(MachineContext other) {
            return new ClockNumbers(other);
        }

        /** The node describes its clock. */
        @Override
        void describeTo(StateWriter writer) {}
    }

    /** As in the report: a variable of the lock, which only REQUESTs raise. A lock that was asked for once is never forgotten. */
    private static final class CountedNumbers extends SequenceNumbers {
        private final Rules rules;
        private long highest;

        CountedNumbers(Rules rules) {
            this.rules = rules;
        }

        @Override
        long choose() {
            long number = highest + 1;
            if (rules.keep(Rule.N1_OWN_NUMBER)) {
                highest = number;
            }
            return number;
        }

        @Override
        void see(long number) {
            if (rules.keep(Rule.N3_NUMBERS_SEEN)) {
                highest = rules.keep(Rule.N2_NEVER_BACK) ? Math.max(highest, number) : number;
            }
        }

        @Override
        long highest() {
            return highest;
        }

        @Override
        boolean mayBeForgotten() {
            return highest == 0;
        }

        @Override
        SequenceNumbers copy(MachineContext other) {
            CountedNumbers copy = new CountedNumbers(rules);
            copy.highest = highest;
            return copy;
        }

        @Override
        void describeTo(StateWriter writer) {
            writer.number("highest", highest);
        }
    }
}
