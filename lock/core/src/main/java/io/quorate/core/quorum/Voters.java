// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

/** The condition of every construction on its number of voters. */
public final class Voters {
    private Voters() {}

    public static void requireAny(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a quorum system needs at least one voter, not " + size);
        }
    }
}
