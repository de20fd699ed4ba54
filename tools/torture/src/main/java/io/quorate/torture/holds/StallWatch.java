// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.Locks;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures for how long a node gets no lock: takes a new lock that nobody else wants again and again, and keeps the longest wait.
 * Between two locks it sleeps, and sees by how much it wakes late: a wait that is not longer than that is one of the machine.
 */
public final class StallWatch {
    private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Locks locks;
    private final Thread thread;
    private volatile boolean over;
    private long taken;
    private long longestWait;
    private long longestPause;

    /** The observations. */
    public record Seen(long taken, long longestWaitNanos, long longestPauseNanos) {
        @Override
        public String toString() {
            return taken + " " + longestWaitNanos + " " + longestPauseNanos;
        }

        /** Joins the observations of both. */
        public Seen and(Seen other) {
            return new Seen(
                    taken + other.taken,
                    Math.max(longestWaitNanos, other.longestWaitNanos),
                    Math.max(longestPauseNanos, other.longestPauseNanos));
        }

        /** Of what {@link #toString} says. */
        public static Seen parse(String text) {
            String[] words = text.split(" ");
            return new Seen(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        }
    }

    /** Begins at once. */
    public StallWatch(Locks locks) {
        this.locks = locks;
        this.thread = new Thread(this::watch, "stall-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        String prefix = "stall/" + locks.nodeId() + "/" + System.nanoTime() + "/";
        while (!over) {
            long before = System.nanoTime();
            LockSupport.parkNanos(SLEEP_NANOS);
            long asked = System.nanoTime();
            longestPause = Math.max(longestPause, asked - before - SLEEP_NANOS);
            try (Hold hold = locks.lock(prefix + taken).acquire(TIMEOUT)) {
                taken += hold.isValid() ? 1 : 0;
            } catch (LockFailedException failure) {
                System.err.println(prefix + taken + ": " + failure); // the wait that is counted tells it too
            } catch (InterruptedException ended) {
                return;
            }
            longestWait = Math.max(longestWait, System.nanoTime() - asked);
        }
    }

    /** Ends, and tells what was seen. */
    public Seen end() throws InterruptedException {
        over = true;
        thread.join();
        return new Seen(taken, longestWait, longestPause);
    }
}
