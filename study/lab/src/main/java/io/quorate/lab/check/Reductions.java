// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

/**
 * The steps that a search leaves out because others show the same. Verdicts do not depend on it, nor does the length of shortest runs.
 *
 * @param sleepSets whether only one order is tried of steps that cannot influence each other ({@link SleepSets})
 * @param symmetry whether states that differ only in the names of nodes that are alike are looked at once ({@link Symmetry})
 */
public record Reductions(boolean sleepSets, boolean symmetry) {
    /** Every step of every state. */
    public static final Reductions NONE = new Reductions(false, false);

    /** All that the system allows. */
    public static final Reductions ALL = new Reductions(true, true);
}
