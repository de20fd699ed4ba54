// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.lab.world.Trace;

/** A shortest run that shows that a property does not hold. */
public record Counterexample(Property property, Trace trace) {
    /** The run as a scenario: each choice, and below it what it led to. */
    public String toScenario() {
        return trace.toScenario("Violates: " + property.sentence() + ".");
    }
}
