// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.roster;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that take and give back locks of many names through several guests, and watch each other. */
final class RosterLoad implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private final ConcurrentHashMap<String, Long> holders = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Long> fences = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<long[]> latencies = new ConcurrentLinkedQueue<>();
    private final List<Hold> kept = new ArrayList<>();
    final List<String> violations = new CopyOnWriteArrayList<>();
    final List<String> lost = new CopyOnWriteArrayList<>();
    final AtomicLong acquisitions = new AtomicLong();
    private volatile boolean ended;

    RosterLoad(List<Locks> guests, int count, int names) {
        for (int number = 0; number < count; number++) {
            Locks locks = guests.get(number % guests.size());
            int seed = number;
            Thread thread = new Thread(() -> work(locks, new Random(seed), names), "load-" + number);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    /** Takes locks that are held until the end. */
    void keep(Locks locks, int count, Duration timeout) throws InterruptedException {
        for (int number = 0; number < count; number++) {
            String name = "kept/" + locks.nodeId() + "/" + number;
            Hold hold = locks.lock(name).acquire(timeout);
            hold.onLost(reason -> lost.add(name + ": " + reason));
            kept.add(hold);
        }
    }

    private void work(Locks locks, Random random, int names) {
        while (!ended) {
            String name = "load/" + random.nextInt(names);
            long began = System.nanoTime();
            try (Hold hold = locks.lock(name).acquire(Duration.ofMinutes(2))) {
                long now = System.nanoTime();
                latencies.add(new long[] {now, now - began});
                acquisitions.incrementAndGet();
                Long other = holders.putIfAbsent(name, hold.fence());
                Long before = fences.put(name, hold.fence());
                if (other != null && hold.isValid()) {
                    violations.add(name + " is held twice: fences " + other + " and " + hold.fence());
                }
                if (before != null && before >= hold.fence()) {
                    violations.add(name + " has fence " + hold.fence() + " after " + before);
                }
                if (!hold.isValid()) {
                    lost.add(name + " while it was worked under");
                }
                holders.remove(name, hold.fence());
            } catch (InterruptedException interruption) {
                return;
            } catch (RuntimeException failure) {
                lost.add(name + ": " + failure.getMessage());
            }
        }
    }

    /** The latency that 99 of 100 acquisitions did not exceed between these times, in microseconds. */
    long p99(long from, long until) {
        long[] within = latencies.stream()
                .filter(each -> each[0] >= from && each[0] <= until)
                .mapToLong(each -> each[1])
                .toArray();
        Arrays.sort(within);
        return within.length == 0 ? 0 : within[(int) (within.length * 0.99)] / 1000;
    }

    /** Ends the threads, and gives back what was kept. */
    @Override
    public void close() {
        ended = true;
        try {
            for (Thread thread : threads) {
                thread.join(Duration.ofMinutes(1).toMillis());
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
        kept.forEach(Hold::close);
    }
}
