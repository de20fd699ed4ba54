// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

/** The checks of a fence that all guards share. */
final class Fences {
    private Fences() {}

    static void requireSound(long fence) {
        if (fence <= 0) {
            throw new IllegalArgumentException(
                    "Fence " + fence + " protects nothing: give that of a hold, hold.fence().");
        }
    }
}
