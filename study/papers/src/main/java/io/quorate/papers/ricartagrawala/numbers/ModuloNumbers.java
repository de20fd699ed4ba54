// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.numbers;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Stamp;
import io.quorate.papers.ricartagrawala.Rule;
import io.quorate.papers.ricartagrawala.Rules;

/**
 * Section 6.4: numbers modulo 2N - 1. It is enough because all numbers that are compared lie within N that follow each other,
 * and they do only if the own number counts as seen (E-R3) and no request is given up before it was granted.
 */
final class ModuloNumbers extends SequenceNumbers {
    private final Rules rules;
    private final int nodes;
    private final long modulus;
    private long highest;

    ModuloNumbers(Rules rules, int nodes) {
        this.rules = rules;
        this.nodes = nodes;
        this.modulus = rules.keep(Rule.B1_MODULUS) ? 2L * nodes - 1 : 2L * nodes - 2;
    }

    @Override
    public long choose() {
        long number = (highest + 1) % modulus;
        if (rules.keep(Rule.B3_OWN_NUMBER)) {
            highest = number;
        }
        return number;
    }

    @Override
    public void see(long number) {
        if (isSmaller(highest, number)) {
            highest = number;
        }
    }

    @Override
    public boolean isPossible(long number) {
        return number < modulus;
    }

    @Override
    public boolean isSmaller(Stamp one, Stamp other) {
        return isSmaller(one.counter(), other.counter());
    }

    /** "The smaller number should be increased by M if the difference is N or more." */
    private boolean isSmaller(long one, long other) {
        boolean isFar = Math.abs(one - other) >= nodes && rules.keep(Rule.B2_ROUND);
        return isFar ? one > other : one < other;
    }

    @Override
    public boolean mayBeForgotten() {
        return highest == 0;
    }

    @Override
    public SequenceNumbers copy(MachineContext other) {
        ModuloNumbers copy = new ModuloNumbers(rules, nodes);
        copy.highest = highest;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.number("highest", highest);
    }
}
