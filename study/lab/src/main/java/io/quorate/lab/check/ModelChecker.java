// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.lab.world.step.NotAlikeException;
import java.util.List;

/** Explores everything that can happen in a system, and says which properties hold. */
public final class ModelChecker {
    private ModelChecker() {}

    /** With the properties that every lock must have, and every step of every state. */
    public static CheckReport check(CheckSystem system, Progress progress) {
        return check(system, Reductions.NONE, progress);
    }

    /** With the properties that every lock must have. */
    public static CheckReport check(CheckSystem system, Reductions reductions, Progress progress) {
        return check(system, LockProperties.of(system), reductions, progress);
    }

    public static CheckReport check(CheckSystem system, List<Property> properties, Progress progress) {
        return check(system, properties, Reductions.NONE, progress);
    }

    public static CheckReport check(
            CheckSystem system, List<Property> properties, Reductions reductions, Progress progress) {
        SleepSets sleepSets = reductions.sleepSets() ? SleepSets.of(system) : SleepSets.NONE;
        Symmetry symmetry = reductions.symmetry() ? Symmetry.of(system) : Symmetry.NONE;
        try {
            return new Search(system, properties, sleepSets, symmetry, progress).run();
        } catch (NotAlikeException different) { // which no trial had shown
            return new Search(system, properties, sleepSets, Symmetry.NONE, progress).run();
        }
    }
}
