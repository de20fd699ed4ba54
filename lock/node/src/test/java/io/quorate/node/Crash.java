// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

/** Ends nodes without a word, for tests of other modules. */
public final class Crash {
    private Crash() {}

    public static void of(ClusterNode node) {
        node.crash();
    }
}
