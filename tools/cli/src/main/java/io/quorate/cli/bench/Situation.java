// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench;

import java.util.Locale;

/** The clients and their locks during a measurement. */
enum Situation {
    /** One node takes a lock that it has never had, each time. */
    NEW_NAMES,
    /** One node takes the same lock again and again. */
    SAME_NAME,
    /** All nodes want the same lock all the time. */
    CONTENDED;

    static Situation named(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
