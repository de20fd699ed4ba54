// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.mutant;

import io.quorate.core.lock.Protocol;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A protocol without one rule: a checker that lets it pass is blind. The protocol is made when it is asked for. */
public final class Mutant {
    private final String rule;
    private final String leftOut;
    private final Supplier<? extends Protocol<?>> source;
    private @Nullable Protocol<?> made;

    /**
     * @param rule the number of the rule, as on the page of the protocol
     * @param leftOut what goes differently without the rule
     */
    public Mutant(String rule, String leftOut, Supplier<? extends Protocol<?>> source) {
        this.rule = rule;
        this.leftOut = leftOut;
        this.source = source;
    }

    /** The number of the rule that is left out. */
    public String rule() {
        return rule;
    }

    /** The difference without the rule. */
    public String leftOut() {
        return leftOut;
    }

    /** The protocol without the rule. */
    public synchronized Protocol<?> protocol() {
        Protocol<?> known = made;
        if (known == null) {
            known = source.get();
            made = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return rule + ": " + leftOut;
    }
}
