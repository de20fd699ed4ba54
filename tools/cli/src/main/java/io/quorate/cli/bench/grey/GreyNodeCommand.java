// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import io.quorate.api.LocksConfig;
import io.quorate.cli.bench.load.HandOffs;
import io.quorate.cli.bench.load.LoadGenerator;
import io.quorate.cli.bench.load.MemberLocks;
import io.quorate.cli.bench.load.OpenLoop;
import io.quorate.cli.bench.load.SharedPage;
import io.quorate.cli.bench.load.Workload;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.console.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One of the processes that {@code quorate bench grey} starts: a voter that takes locks as its parent tells it. */
@Command(
        name = "grey-node",
        hidden = true,
        description = "One voter of the benchmark; quorate bench grey starts it.",
        footer = "  quorate bench grey")
public final class GreyNodeCommand implements Callable<Integer> {
    static final String OPEN = "open";
    static final String CLOSED = "closed";
    static final String CONTEND = "contend";
    static final String SETTLE = "settle";

    /** Of an acquire: longer than any stall that is to be seen, so that it is not cut short. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final int QUICK_ACQUIRES = 20;
    private static final long QUICK_NANOS = 20_000_000;

    private final Console console;

    /** From 1. */
    @Option(names = "--number", required = true)
    private int number;

    @Option(names = "--at", required = true, split = ",")
    private List<String> members = List.of();

    @Option(names = "--page", required = true)
    private Path page = Path.of("");

    private int runs;

    public GreyNodeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        ParentProcess parent = ParentProcess.ofThisProcess(console);
        LocksConfig config = LocksConfig.of(members)
                .cluster("grey")
                .nodeId("n" + number)
                .insecure(); // nobody else reaches the hosts
        try (MemberLocks locks = MemberLocks.join(config)) {
            locks.awaitAll();
            LoadGenerator load = new LoadGenerator(locks, SharedPage.open(page), number);
            parent.tell("ready");
            for (String line = parent.next(); !line.equals(ParentProcess.END); line = parent.next()) {
                String[] words = line.split(" ");
                parent.tell("did " + answer(words, locks, load));
            }
        }
        return 0;
    }

    private String answer(String[] words, MemberLocks locks, LoadGenerator load) throws InterruptedException {
        long millis = Long.parseLong(words[1]);
        runs++;
        return switch (words[0]) {
            case OPEN -> {
                long interval = Long.parseLong(words[2]);
                int count = (int) (millis * 1_000_000 / interval);
                OpenLoop.Schedule schedule = new OpenLoop.Schedule(System.nanoTime(), interval, count, TIMEOUT);
                yield OpenLoop.run(locks, "open/" + number + "/" + runs + "/", schedule)
                        .toLine();
            }
            case CLOSED -> load.run(Workload.MANY, millis).toLine();
            case CONTEND -> HandOffs.toLine(HandOffs.contend(locks, number, millis, TIMEOUT));
            case SETTLE -> "" + settle(locks, millis);
            default -> throw new IllegalArgumentException("Nobody here understands: " + String.join(" ", words));
        };
    }

    /** Whether this node hears all others, and gets locks quickly, before so long has passed. */
    private boolean settle(MemberLocks locks, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        int quick = 0;
        for (int turn = 0; quick < QUICK_ACQUIRES; turn++) {
            long before = System.nanoTime();
            if (before - end > 0) {
                return false;
            }
            try {
                locks.acquire("settle/" + number + "/" + runs + "/" + turn, TIMEOUT)
                        .release();
                quick = System.nanoTime() - before < QUICK_NANOS && locks.hasAll() ? quick + 1 : 0;
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception notYet) {
                quick = 0;
            }
            Thread.sleep(2);
        }
        return true;
    }
}
