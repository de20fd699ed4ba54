// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.Progress;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Measures items, several at once, each on a thread of its own. Earlier findings are taken as they are. A new finding is in its file as
 * soon as it is known, so an interruption loses only the item in progress.
 */
final class Reproduction {
    private static final long LOOK_MILLIS = 200;

    private final FindingFiles files;
    private final int jobs;
    private final boolean again;
    private final Console console;

    /** @param again whether to measure also what is there from before */
    Reproduction(FindingFiles files, int jobs, boolean again, Console console) {
        if (jobs < 1) {
            throw new IllegalArgumentException(
                    "At least one item is measured at a time: give --jobs 1 or more, not " + jobs + ".");
        }
        this.files = files;
        this.jobs = jobs;
        this.again = again;
        this.console = console;
    }

    /** The outcome of these items, in their order. */
    List<Outcome> run(List<Item> items) throws IOException, InterruptedException {
        files.prepare();
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        List<Item> open = new ArrayList<>();
        for (Item item : items) {
            Optional<Measured> before = again ? Optional.empty() : files.read(item, this::notice);
            before.ifPresentOrElse(
                    measured -> outcomes.put(item.name(), Outcome.reused(item, measured)), () -> open.add(item));
        }
        if (!outcomes.isEmpty()) {
            notice(outcomes.size() + " of " + items.size() + " are there from before (--again repeats them).");
        }
        for (Outcome outcome : measure(open)) {
            outcomes.put(outcome.item().name(), outcome);
        }
        List<Outcome> inOrder = new ArrayList<>();
        for (Item item : items) {
            inOrder.add(Optional.ofNullable(outcomes.get(item.name())).orElseThrow());
        }
        return inOrder;
    }

    private void notice(String text) {
        console.err().println(text);
    }

    /** The longest first: then all threads are busy until the end. */
    private List<Outcome> measure(List<Item> open) throws IOException, InterruptedException {
        List<Item> longestFirst = new ArrayList<>(open);
        longestFirst.sort(
                Comparator.comparingDouble((Item item) -> item.effort().at(files.scale()))
                        .reversed());
        Estimate estimate = new Estimate(longestFirst, files.scale(), jobs, System::nanoTime);
        ExecutorService threads = Executors.newFixedThreadPool(jobs, Reproduction::newThread);
        try (Progress progress = new Progress(console)) {
            CompletionService<Outcome> service = new ExecutorCompletionService<>(threads);
            longestFirst.forEach(item -> service.submit(() -> measure(item, estimate)));
            List<Outcome> outcomes = new ArrayList<>();
            while (outcomes.size() < longestFirst.size()) {
                Future<Outcome> next = service.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    outcomes.add(resultOf(next));
                }
                progress.update(estimate::text);
            }
            return outcomes;
        } finally {
            threads.shutdownNow();
        }
    }

    /** An experiment cannot be told to stop; a program that ends does not wait for it. */
    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "reproduce");
        thread.setDaemon(true);
        return thread;
    }

    private static Outcome resultOf(Future<Outcome> future) throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException unwritten) {
                throw unwritten;
            }
            if (failed.getCause() instanceof Error error) {
                throw error; // out of memory, above all
            }
            throw new IllegalStateException(failed.getCause());
        }
    }

    private Outcome measure(Item item, Estimate estimate) throws IOException {
        long begun = System.nanoTime();
        estimate.begin(item);
        Finding finding;
        try {
            finding = item.experiment().run(files.scale(), done -> estimate.at(item, done));
        } catch (RuntimeException failure) {
            estimate.end(item);
            return Outcome.failed(item, failure); // the others go on
        }
        Measured measured =
                new Measured(item.name(), files.scale(), files.code(), (System.nanoTime() - begun) / 1e9, finding);
        files.write(item, measured);
        estimate.end(item);
        return Outcome.measured(item, measured);
    }
}
