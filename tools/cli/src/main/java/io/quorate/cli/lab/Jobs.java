// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.lab.simulate.ParallelRuns;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many runs of a command go on at the same time. */
public final class Jobs {
    @Option(
            names = "--jobs",
            paramLabel = "N",
            description =
                    "Number of runs at once (default: one for each processor); the outcome is the same with any number.")
    private @Nullable Integer jobs;

    /** Does something with runs in threads that end when it is done. */
    public <T> T with(Function<ParallelRuns, T> work) {
        Integer wanted = jobs;
        if (wanted != null && wanted < 1) {
            throw new IllegalArgumentException("There must be at least one job, not " + wanted + ".");
        }
        int count = wanted == null ? Runtime.getRuntime().availableProcessors() : wanted;
        if (count == 1) {
            return work.apply(ParallelRuns.SEQUENTIAL);
        }
        ExecutorService threads = Executors.newFixedThreadPool(count, Jobs::thread);
        try {
            return work.apply(new ParallelRuns(threads, count));
        } finally {
            threads.shutdownNow();
        }
    }

    /** Runs that continue after the first failure must not keep the program from ending. */
    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "run");
        thread.setDaemon(true);
        return thread;
    }
}
