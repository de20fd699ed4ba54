package io.quorate.peers;

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
final class LoadGenerator {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final LockClient locks;
    private final SharedPage page;
    private final int client;

    /** So that no name comes twice in a run: locks of one round are fresh in the next. */
    private long freshNames;

    LoadGenerator(LockClient locks, SharedPage page, int client) {
        this.locks = locks;
        this.page = page;
        this.client = client;
    }

    /** Which part of a workload one thread does. */
    private record Part(Workload workload, int thread, long firstTurn, long end) {}

    /** Takes locks and gives them back for so long, on as many threads as the workload has. */
    Measured run(Workload workload, long millis) throws InterruptedException {
        long start = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(workload.threads());
        try {
            List<Callable<Measured.Tally>> parts = new ArrayList<>();
            for (int thread = 0; thread < workload.threads(); thread++) {
                Part part = new Part(workload, thread, freshNames, start + millis * 1_000_000);
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
        } finally {
            threads.shutdown();
        }
    }

    private Measured.Tally run(Part part) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(client * 1_000L + part.thread());
        Measured.Tally tally = new Measured.Tally();
        String prefix = part.workload().letter() + "/";
        for (long turn = part.firstTurn(); System.nanoTime() - part.end() < 0; turn++) {
            long lock = part.workload().next(random, turn);
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
