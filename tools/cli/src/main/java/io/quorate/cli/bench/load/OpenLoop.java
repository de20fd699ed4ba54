// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes locks at fixed times, whether or not earlier acquires have come to an end, so that no stall hides others behind it. Each
 * acquire is of a new name, and is given back at once.
 *
 * <p>Each worker takes the next scheduled time, sleeps until then and acquires. When no other worker is free to take the time
 * after that, it starts one more.
 */
public final class OpenLoop {
    private static final int WORKERS_AT_FIRST = 4;
    private static final int WORKERS_MAX = 4_000;

    private final LockClient locks;
    private final String prefix;
    private final long start;
    private final long interval;
    private final Duration timeout;
    private final AtomicLongArray nanos;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger free = new AtomicInteger();
    private final List<Thread> workers = new ArrayList<>();

    private OpenLoop(LockClient locks, String prefix, Schedule schedule) {
        this.locks = locks;
        this.prefix = prefix;
        this.start = schedule.start();
        this.interval = schedule.interval();
        this.timeout = schedule.timeout();
        this.nanos = new AtomicLongArray(schedule.count());
    }

    /**
     * When to acquire.
     *
     * @param start the first time, by {@link System#nanoTime()}
     * @param interval nanoseconds between two times
     * @param timeout of each acquire
     */
    public record Schedule(long start, long interval, int count, Duration timeout) {}

    /**
     * Runs the whole schedule, and waits until every acquire has come to an end.
     *
     * @param prefix of all names; another one for each run and each client, so that nobody else wants them
     */
    public static Timeline run(LockClient locks, String prefix, Schedule schedule) throws InterruptedException {
        OpenLoop loop = new OpenLoop(locks, prefix, schedule);
        for (int worker = 0; worker < WORKERS_AT_FIRST; worker++) {
            loop.addWorker();
        }
        for (int index = 0; index < loop.countWorkers(); index++) { // may grow until the last has ended
            loop.worker(index).join();
        }
        long[] all = new long[schedule.count()];
        Arrays.setAll(all, loop.nanos::get);
        return new Timeline(
                schedule.start(),
                schedule.interval(),
                Arrays.stream(all).boxed().toList());
    }

    private synchronized void addWorker() {
        if (workers.size() < WORKERS_MAX) {
            free.incrementAndGet();
            Thread thread = new Thread(this::work, "open-loop-" + workers.size());
            thread.setDaemon(true);
            workers.add(thread);
            thread.start();
        }
    }

    private synchronized int countWorkers() {
        return workers.size();
    }

    private synchronized Thread worker(int index) {
        return workers.get(index);
    }

    private void work() {
        for (int index = next.getAndIncrement(); index < nanos.length(); index = next.getAndIncrement()) {
            long scheduled = start + index * interval;
            for (long wait = scheduled - System.nanoTime(); wait > 0; wait = scheduled - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            if (free.decrementAndGet() == 0) {
                addWorker();
            }
            nanos.set(index, acquire(prefix + index, scheduled));
            free.incrementAndGet();
        }
    }

    private long acquire(String name, long scheduled) {
        try {
            LockClient.Held held = locks.acquire(name, timeout);
            long acquired = System.nanoTime();
            held.release();
            return acquired - scheduled;
        } catch (Exception failure) {
            System.err.println(name + ": " + failure);
            return scheduled - System.nanoTime();
        }
    }
}
