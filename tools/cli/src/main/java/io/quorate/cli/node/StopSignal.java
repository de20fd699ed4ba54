// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.node;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells that somebody wants this process to end (TERM, Ctrl-C), and lets it end in its own way, with exit code 0. */
final class StopSignal implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final CountDownLatch wanted = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "stop");

    StopSignal() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop() {
        wanted.countDown();
        try {
            boolean clean = done.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            // Java itself would end with 128 and the number of the signal; but this is how a node is meant to end.
            Runtime.getRuntime().halt(clean ? 0 : 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits so long for the signal; says whether it came. */
    boolean awaited(Duration time) throws InterruptedException {
        return wanted.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Everything is tidied up. */
    @Override
    public void close() {
        if (wanted.getCount() == 0) {
            done.countDown();
        } else {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
