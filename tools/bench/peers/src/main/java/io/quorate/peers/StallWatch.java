// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.bench.load.LockClient;
import io.quorate.cli.bench.load.Workload;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Takes locks that hardly anybody else wants, on a few threads, and remembers the longest time that any of them had to wait
 * for the next one: what a user sees when a server dies.
 */
final class StallWatch {
    private static final int THREADS = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final LockClient locks;
    private final int client;

    StallWatch(LockClient locks, int client) {
        this.locks = locks;
        this.client = client;
    }

    /**
     * The observations.
     *
     * @param longestNanos the longest time between two grants of one thread
     * @param isOver whether the lock came at last, for every thread
     */
    record Stall(long longestNanos, boolean isOver, long grants, long failures) {
        String toLine() {
            return longestNanos + " " + isOver + " " + grants + " " + failures;
        }

        static Stall ofLine(String line) {
            String[] words = line.split(" ");
            return new Stall(
                    Long.parseLong(words[0]),
                    Boolean.parseBoolean(words[1]),
                    Long.parseLong(words[2]),
                    Long.parseLong(words[3]));
        }

        /** The worse of both. */
        Stall and(Stall other) {
            return new Stall(
                    Math.max(longestNanos, other.longestNanos),
                    isOver && other.isOver,
                    grants + other.grants,
                    failures + other.failures);
        }
    }

    /** One thread that takes locks; read from outside while it is stuck. */
    private final class Worker extends Thread {
        private final SplittableRandom random;
        private final long end;
        private volatile long lastGrant = System.nanoTime();
        private volatile long longest;
        private volatile long grants;
        private volatile long failures;

        Worker(int thread, long end) {
            super("stall-watch-" + thread);
            setDaemon(true);
            this.random = new SplittableRandom(client * 1_000L + thread);
            this.end = end;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // only this thread writes
        public void run() {
            while (System.nanoTime() - end < 0) {
                try {
                    LockClient.Held held = locks.acquire("F/" + random.nextInt(Workload.NAMES), TIMEOUT);
                    long now = System.nanoTime();
                    longest = Math.max(longest, now - lastGrant);
                    lastGrant = now;
                    grants++;
                    held.release();
                } catch (InterruptedException e) {
                    return;
                } catch (Exception notGot) {
                    failures++;
                    System.err.println("while watched for stalls: " + notGot);
                }
            }
        }

        /** A wait that still lasts counts as long as it has lasted; one of a second at the end is not over. */
        Stall seen(long now) {
            long open = now - lastGrant;
            return new Stall(Math.max(longest, open), open < TimeUnit.SECONDS.toNanos(1), grants, failures);
        }
    }

    /** Watches for so long, and does not wait for a thread that is stuck then. */
    Stall watch(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        Worker[] workers = new Worker[THREADS];
        for (int thread = 0; thread < THREADS; thread++) {
            workers[thread] = new Worker(thread, end);
            workers[thread].start();
        }
        TimeUnit.NANOSECONDS.sleep(Math.max(0, end - System.nanoTime()));
        long now = System.nanoTime();
        Stall all = new Stall(0, true, 0, 0);
        for (Worker worker : workers) {
            all = all.and(worker.seen(now));
        }
        return all;
    }
}
