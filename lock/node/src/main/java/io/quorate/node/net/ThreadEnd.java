// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import java.time.Duration;

/** Waits for a thread that was told to end, for a bounded time. */
public final class ThreadEnd {
    /** A receiver never blocks, so its thread ends in far less than this. */
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private ThreadEnd() {}

    public static void await(Thread thread) {
        try {
            thread.join(TIMEOUT.toMillis());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }
}
