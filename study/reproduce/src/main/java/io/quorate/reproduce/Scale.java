// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

/** How much work an item makes. */
public enum Scale {
    /** So little that all items together take about a minute: fewer sizes, fewer runs, the same verdicts. */
    QUICK,
    /** As large as in the paper, as far as that can be done in minutes. */
    FULL;

    /** One of two values: the first for a quick run, the second for a full one. */
    public <T> T choose(T quick, T full) {
        return this == QUICK ? quick : full;
    }
}
