// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import java.util.List;

/** Takes the place of a queue in the mutant that serves those who wait in the wrong order. */
public final class LastComeFirstServed {
    private LastComeFirstServed() {}

    /** Adds a waiter before all others, behind the holder. */
    public static <T> boolean add(List<T> queue, T last) {
        queue.add(Math.min(1, queue.size()), last);
        return true;
    }
}
