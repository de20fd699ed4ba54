// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.lab.kit.Kit;
import java.util.List;

/** A kit with systems to explore, and with properties that only its protocol has. */
public interface CheckKit extends Kit {
    /** From small to large, systems of which each breaks without some rule of the protocol. */
    List<CheckSystem> forMutants();

    /** Those of them that a mutant without this rule is tried on. */
    default List<CheckSystem> forMutant(String rule) {
        return forMutants();
    }

    /** For every build: together a matter of seconds. */
    List<CheckSystem> small();

    /** For long runs: each takes from seconds to some minutes. */
    List<CheckSystem> large();

    /** The properties of the protocol in this system, besides those of every lock. */
    default List<Property> properties(CheckSystem system) {
        return List.of();
    }

    /** Whether a link reset may lose something that only a time-out helps against, since others notice it than who waits. */
    default boolean waitsOnTheWay() {
        return false;
    }

    /** How often time-outs run out before somebody gets on, where something was lost that nobody notices. */
    default int recoveryRounds() {
        return Recovery.ROUNDS_MAX;
    }
}
