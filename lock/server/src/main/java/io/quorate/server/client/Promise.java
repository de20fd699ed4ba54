// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.client;

import java.time.Duration;

/** For how long a client may count on what it was told. */
final class Promise {
    /**
     * A client counts by its own clock, which may run slower than the one here: 1 % is what leases allow for, and as much again is a
     * margin.
     */
    private static final long PERCENT = 98;

    private Promise() {}

    /** The time that the client is told if this much is left by the local clock. */
    static long millis(Duration left) {
        return left.isNegative() ? 0 : left.toMillis() / 100 * PERCENT + left.toMillis() % 100 * PERCENT / 100;
    }
}
