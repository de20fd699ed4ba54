// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Several runs, as many at once as somebody else has threads for. Runs share nothing that changes, so what comes of each is what
 * comes of it alone; and the outcomes are looked at in their order, so that the first that fails is the first.
 */
public final class ParallelRuns {
    /** One after the other, in the thread that asks for them. */
    public static final ParallelRuns SEQUENTIAL = new ParallelRuns(Runnable::run, 1);

    /** The number of runs for each thread that are submitted before the first result is read: a long run does not delay the others. */
    private static final int AHEAD = 8;

    private final Executor executor;
    private final int ahead;

    /** By an executor with this number of threads. */
    public ParallelRuns(Executor executor, int atOnce) {
        if (atOnce < 1) {
            throw new IllegalArgumentException("There is at least one run at a time, not " + atOnce + ".");
        }
        this.executor = executor;
        this.ahead = atOnce == 1 ? 1 : AHEAD * atOnce;
    }

    /** The outcome of each run, from number 0 on. */
    public <T> List<T> all(int count, IntFunction<T> run) {
        return until(count, run, outcome -> false);
    }

    /** The outcome of each run, up to the first one in their order that is the last by this; whatever runs beyond it means nothing. */
    public <T> List<T> until(int count, IntFunction<T> run, Predicate<T> isLast) {
        List<T> outcomes = new ArrayList<>();
        ArrayDeque<FutureTask<T>> handedOut = new ArrayDeque<>();
        int next = 0;
        try {
            while (outcomes.size() < count) {
                while (next < count && handedOut.size() < ahead) {
                    int number = next++;
                    FutureTask<T> task = new FutureTask<>(() -> run.apply(number));
                    handedOut.add(task);
                    executor.execute(task);
                }
                T outcome = outcome(handedOut.remove());
                outcomes.add(outcome);
                if (isLast.test(outcome)) {
                    break;
                }
            }
        } finally {
            handedOut.forEach(task -> task.cancel(false)); // those that have not begun
        }
        return outcomes;
    }

    private static <T> T outcome(FutureTask<T> task) {
        try {
            return task.get();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the runs were stopped before they were over: start them again", stopped);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException("a run ended with an error: " + cause, failed);
        }
    }
}
