// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

/** Checks that stay on in production: a broken one is our bug, never an operating error. */
public final class Invariant {
    private Invariant() {}

    /** Throws if the condition, which the sentence states, does not hold. */
    public static void hold(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalStateException("This must always be true and is not (please report it): " + sentence);
        }
    }
}
