// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.Locks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Shows when a voter votes: makes requests that reach all voters, and tells when the first vote has been given. */
final class VoteWatch implements AutoCloseable {
    private static final long HOLD_MILLIS = 30;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration VOTE_TIMEOUT = Duration.ofMinutes(1);

    private final Locks locks;
    private final List<Thread> threads = new ArrayList<>();

    VoteWatch(Locks locks) {
        this.locks = locks;
    }

    /** How many claims of this node wait. */
    long waiting() {
        return locks.statistics().waiting();
    }

    /**
     * Takes a new lock again and again on a number of threads, and holds each for 30 ms. Names choose voters, so every voter that
     * answers soon has votes out.
     */
    void spread(int count) {
        for (int number = 0; number < count; number++) {
            String prefix = "spread/" + locks.nodeId() + "/" + System.nanoTime() + "/" + number + "/";
            Thread thread = new Thread(() -> takeMany(prefix), "spread-" + number);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void takeMany(String prefix) {
        try {
            for (int turn = 0; true; turn++) {
                try (Hold hold = locks.lock(prefix + turn).acquire(TIMEOUT)) {
                    Thread.sleep(hold.isValid() ? HOLD_MILLIS : 0);
                } catch (LockFailedException failure) {
                    System.err.println(prefix + turn + ": " + failure);
                    Thread.sleep(HOLD_MILLIS);
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until this node, which takes no locks itself, has given a vote; tells the time, or 0 after a minute. */
    long awaitFirst() throws InterruptedException {
        long end = System.nanoTime() + VOTE_TIMEOUT.toNanos();
        while (locks.statistics().votesGiven() == 0) {
            if (System.nanoTime() - end > 0) {
                return 0;
            }
            Thread.sleep(1);
        }
        return System.nanoTime();
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }
}
