// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Counts the holds of a node that are open, so that its end can wait for them. */
final class OpenHolds implements LockListener {
    private long open;
    private @Nullable CountDownLatch noneLeft;

    @Override
    public synchronized void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
        if (outcome == Outcome.ACQUIRED) {
            open++;
        }
    }

    @Override
    public void released(String lockName, LockMode mode, Duration held) {
        ended();
    }

    @Override
    public void lost(String lockName, LockMode mode, Duration held, LossReason reason) {
        ended();
    }

    private synchronized void ended() {
        open--;
        if (open == 0 && noneLeft != null) {
            noneLeft.countDown();
        }
    }

    synchronized long count() {
        return open;
    }

    /** Waits until none is open, for so long at most. */
    void await(Duration time) {
        CountDownLatch last = new CountDownLatch(1);
        synchronized (this) {
            if (open == 0) {
                return;
            }
            noneLeft = last;
        }
        try {
            boolean allEnded = last.await(time.toNanos(), TimeUnit.NANOSECONDS);
            if (!allEnded) {
                System.getLogger(OpenHolds.class.getName())
                        .log(
                                System.Logger.Level.WARNING,
                                "The context ends while {0} locks are held, and gives them back now. Stop what works under them in a"
                                        + " SmartLifecycle or in a destroy method, or set quorate.shutdown-grace above {1}.",
                                count(),
                                time);
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
