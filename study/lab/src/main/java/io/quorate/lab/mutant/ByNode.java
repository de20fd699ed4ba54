// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.mutant;

import io.quorate.core.model.Stamp;

/** Takes the place of the order of stamps in mutants that serve those who wait in another order. Safe, and free of deadlock. */
public final class ByNode {
    private ByNode() {}

    /** The request of the node with the larger number goes first, however late it comes. */
    public static boolean isBefore(Stamp one, Stamp other) {
        int nodes = other.node().compareTo(one.node());
        return nodes == 0 ? one.isBefore(other) : nodes < 0;
    }
}
