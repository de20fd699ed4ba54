// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Puts the load of a workload on the locks of one client, and measures it. */
public final class LoadGenerator {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration TURNS_TIMEOUT = Duration.ofMinutes(2);

    private final LockClient locks;
    private final SharedPage page;
    private final int client;

    /** They stay between the rounds, and with them what a client keeps for each thread. */
    private final ExecutorService threads = Executors.newCachedThreadPool(LoadGenerator::daemon);

    /** So that no name comes twice in a run: locks of one round are fresh in the next. */
    private long freshNames;

    public LoadGenerator(LockClient locks, SharedPage page, int client) {
        this.locks = locks;
        this.page = page;
        this.client = client;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "load");
        thread.setDaemon(true);
        return thread;
    }

    /** Which part of a workload one thread does: until a time, or a number of turns, whichever comes first. */
    private record Part(Workload workload, int thread, long firstTurn, long turns, long end) {}

    /** Takes locks and gives them back for so long, on as many threads as the workload has. */
    public Measured run(Workload workload, long millis) throws InterruptedException {
        return run(workload, Long.MAX_VALUE, millis * 1_000_000);
    }

    /** Takes locks and gives them back so often, all threads together. */
    public Measured turns(Workload workload, long count) throws InterruptedException {
        return run(workload, count / workload.threads(), TURNS_TIMEOUT.toNanos());
    }

    private Measured run(Workload workload, long turns, long nanos) throws InterruptedException {
        long start = System.nanoTime();
        try {
            List<Callable<Measured.Tally>> parts = new ArrayList<>();
            for (int thread = 0; thread < workload.threads(); thread++) {
                Part part = new Part(workload, thread, freshNames, turns, start + nanos);
                parts.add(() -> run(part));
            }
            Measured.Tally all = new Measured.Tally();
            for (Future<Measured.Tally> part : threads.invokeAll(parts)) {
                all.add(part.get());
            }
            Measured measured = all.during(System.nanoTime() - start);
            freshNames += measured.turns().nanos().getTotalCount() + measured.failures();
            return measured;
        } catch (ExecutionException e) {
            throw new IllegalStateException("A thread of the load failed.", e);
        }
    }

    private Measured.Tally run(Part part) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(client * 1_000L + part.thread());
        Measured.Tally tally = new Measured.Tally();
        String prefix = part.workload().letter() + "/";
        for (long done = 0; done < part.turns() && System.nanoTime() - part.end() < 0; done++) {
            long turn = part.firstTurn() + done;
            long lock = part.workload().next(random, turn, part.thread());
            try {
                turn(prefix + lock, lock, part, tally);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception notGot) {
                tally.failure();
                System.err.println(prefix + lock + ": " + notGot);
            }
        }
        return tally;
    }

    private void turn(String name, long lock, Part part, Measured.Tally tally) throws Exception {
        long before = System.nanoTime();
        LockClient.Held held = locks.acquire(name, TIMEOUT);
        long acquired = System.nanoTime();
        if (part.workload().isShared()) {
            witness((int) lock, part, tally);
        }
        held.release();
        tally.turn(acquired - before, System.nanoTime() - before);
    }

    private void witness(int lock, Part part, Measured.Tally tally) {
        long me = client * 1_000L + part.thread();
        boolean wasAlone = page.enter(lock, me);
        if (page.isHandOff(lock, client)) {
            tally.handOff();
        }
        boolean stayedAlone = page.leave(lock, me);
        if (!wasAlone || !stayedAlone) {
            tally.overlap();
        }
    }
}
