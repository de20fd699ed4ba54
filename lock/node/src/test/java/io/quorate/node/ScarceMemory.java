// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.embedded.EmbeddedLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A program of three nodes, some of whose threads take locks while others use up the heap for a while. It ends with 0 if afterwards
 * each of those threads comes back from {@code acquire}, with the lock or with an exception, and each node works or says why not.
 */
final class ScarceMemory {
    private static final long FILLED_NANOS = Duration.ofSeconds(4).toNanos();
    private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();
    private static final int WORKERS = 3;
    private static final int CHUNK_MAX = 1 << 20;

    private ScarceMemory() {}

    /** Takes a lock again and again, whatever happens. */
    private static final class Worker extends Thread {
        private final Locks locks;
        private final AtomicLong rounds = new AtomicLong();

        Worker(Locks locks) {
            this.locks = locks;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (true) {
                try (Hold hold = locks.lock("x").acquire()) {
                    LockSupport.parkNanos(hold.isValid() ? 100_000 : 1);
                } catch (Exception | Error failure) {
                    LockSupport.parkNanos(1_000_000);
                }
                rounds.incrementAndGet();
            }
        }
    }

    /** The members, one for each argument. */
    public static void main(String[] args) {
        LocksConfig config = LocksConfig.of(List.of(args))
                .cluster("scarce")
                .lease(Duration.ofSeconds(1))
                .unavailableAfter(Duration.ofSeconds(1))
                .joinTimeout(Duration.ofSeconds(30));
        List<EmbeddedLocks> nodes = TcpLockTest.joinAll(config);
        List<Worker> workers = new ArrayList<>();
        for (Locks each : nodes) {
            for (int count = 0; count < WORKERS; count++) {
                workers.add(new Worker(each));
            }
        }
        workers.forEach(Thread::start);
        awaitRounds(workers, 2);
        long refusals = fill();
        boolean wellDone = refusals > 0 && awaitRounds(workers, 2);
        for (EmbeddedLocks each : nodes) {
            String why = each.statistics().failure();
            System.out.println(each.nodeId() + ": " + (why == null ? "works" : "ended, because " + why));
        }
        System.out.println(refusals + " times no memory was left");
        if (!wellDone) {
            workers.forEach(worker -> {
                System.out.println(worker + " " + worker.rounds);
                for (StackTraceElement line : worker.getStackTrace()) {
                    System.out.println("    " + line);
                }
            });
        }
        Runtime.getRuntime().halt(wellDone ? 0 : 1);
    }

    /** Waits until each has come round so often; false if one does not. */
    private static boolean awaitRounds(List<Worker> workers, long rounds) {
        List<Long> before = workers.stream().map(worker -> worker.rounds.get()).toList();
        long start = System.nanoTime();
        for (int index = 0; index < workers.size(); index++) {
            while (workers.get(index).rounds.get() < before.get(index) + rounds) {
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    return false;
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
        return true;
    }

    /** Leaves no memory for a while; says how often there was none. */
    private static long fill() {
        Object[] kept = new Object[1 << 16];
        int count = 0;
        long refusals = 0;
        long start = System.nanoTime();
        int size = CHUNK_MAX;
        while (System.nanoTime() - start < FILLED_NANOS && count < kept.length) {
            try {
                kept[count] = new byte[size];
                count++;
            } catch (OutOfMemoryError full) {
                refusals++;
                size = Math.max(64, size / 2);
                LockSupport.parkNanos(200_000);
            }
        }
        return refusals;
    }
}
