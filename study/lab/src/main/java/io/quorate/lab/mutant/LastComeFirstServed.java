// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.mutant;

import java.util.List;

/** Takes the place of a queue in mutants that serve those who wait in the wrong order. */
public final class LastComeFirstServed {
    private LastComeFirstServed() {}

    /** Adds a waiter before all others, behind the first, who has the lock. */
    public static <T> boolean add(List<T> queue, T last) {
        queue.add(Math.min(1, queue.size()), last);
        return true;
    }

    /** Adds a waiter before all others, where the first does not have the lock either. */
    public static <T> boolean addFirst(List<T> queue, T last) {
        queue.add(0, last);
        return true;
    }
}
