// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.bench.Samples;
import io.quorate.cli.bench.load.LockClient;
import io.quorate.cli.cluster.ParentProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/** Many clients in one process, all connected, of whom one after the other takes a lock. */
final class Crowd {
    private static final int JOINING_AT_ONCE = 8;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Callable<LockClient> one;
    private final int number;
    private final List<LockClient> clients = new ArrayList<>();
    private long turns;

    Crowd(Callable<LockClient> one, int number) {
        this.one = one;
        this.number = number;
    }

    void serve(ParentProcess parent) throws Exception {
        parent.tell("ready");
        for (String line = parent.next(); !line.equals(ParentProcess.END); line = parent.next()) {
            String[] words = line.split(" ");
            int amount = Integer.parseInt(words[1]);
            if (words[0].equals(FloorNodeCommand.CROWD)) {
                join(amount);
                parent.tell("joined");
            } else {
                parent.tell("measured " + measure(amount).toLine());
            }
        }
        // Without saying goodbye for each: the process ends.
    }

    /** Each takes a lock once, so that it is connected. */
    private void join(int count) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(JOINING_AT_ONCE);
        try {
            List<Future<LockClient>> joining = new ArrayList<>();
            for (int index = 0; index < count; index++) {
                String name = "crowd/" + number + "/join/" + index;
                joining.add(threads.submit(() -> {
                    LockClient client = one.call();
                    client.acquire(name, TIMEOUT).release();
                    return client;
                }));
            }
            for (Future<LockClient> each : joining) {
                clients.add(each.get());
            }
        } finally {
            threads.shutdown();
        }
    }

    /** For a number of milliseconds, one client after the other, a new name each time. */
    private Samples measure(long millis) throws Exception {
        Histogram histogram = Samples.newHistogram();
        long start = System.nanoTime();
        long end = start + millis * 1_000_000;
        while (System.nanoTime() - end < 0) {
            LockClient client = clients.get((int) (turns % clients.size()));
            long before = System.nanoTime();
            LockClient.Held held = client.acquire("crowd/" + number + "/" + turns++, TIMEOUT);
            histogram.recordValue(Math.min(System.nanoTime() - before, Samples.NANOS_MAX));
            held.release();
        }
        return new Samples(histogram, System.nanoTime() - start);
    }
}
