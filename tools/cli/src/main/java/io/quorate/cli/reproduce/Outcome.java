// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.reproduce.Item;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an item.
 *
 * @param measured null if it was not asked for and is not there from before, or failed
 * @param isReused whether it was there from before
 * @param failure what its experiment died of; null if it did not
 */
record Outcome(
        Item item,
        @Nullable Measured measured,
        boolean isReused,
        @Nullable Throwable failure) {
    static Outcome reused(Item item, Measured measured) {
        return new Outcome(item, measured, true, null);
    }

    static Outcome measured(Item item, Measured measured) {
        return new Outcome(item, measured, false, null);
    }

    static Outcome failed(Item item, Throwable failure) {
        return new Outcome(item, null, false, failure);
    }

    static Outcome missing(Item item) {
        return new Outcome(item, null, false, null);
    }

    /** Whether it was measured and every verdict may stand. */
    boolean holds() {
        return measured != null && measured.finding().holds();
    }
}
