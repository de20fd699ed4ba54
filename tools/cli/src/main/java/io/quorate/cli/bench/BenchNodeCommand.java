// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench;

import io.quorate.api.DistributedLock;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.cluster.ProtocolOptions;
import io.quorate.cli.cluster.RunningMember;
import io.quorate.cli.console.Console;
import io.quorate.node.ClusterNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One of the processes that {@code quorate bench} starts: a node of two clusters, one for each protocol. */
@Command(
        name = "bench-node",
        hidden = true,
        description = "One node of the benchmark; quorate bench starts it.",
        footer = "  quorate bench")
public final class BenchNodeCommand implements Callable<Integer> {
    static final String MEASURE = "measure";

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Console console;

    @Option(names = "--id", required = true)
    private String id = "";

    @Option(names = "--floor", required = true, split = ",")
    private List<String> floor = List.of();

    @Option(names = "--subject", required = true, split = ",")
    private List<String> subject = List.of();

    @Mixin
    private final ProtocolOptions options = new ProtocolOptions();

    /** How many new names were used. */
    private long names;

    public BenchNodeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        ParentProcess parent = ParentProcess.ofThisProcess(console);
        Map<String, RunningMember> nodes = new LinkedHashMap<>();
        try {
            LocksConfig central = LocksConfig.of(floor).nodeId(id).protocol(BenchRun.FLOOR);
            nodes.put(BenchRun.FLOOR, RunningMember.of(ClusterNode.open(central, UnaryOperator.identity())));
            LocksConfig measured = LocksConfig.of(subject).nodeId(id);
            nodes.put(options.name(), options.open(measured, ClusterNode.roster(measured), UnaryOperator.identity()));
            for (RunningMember member : nodes.values()) {
                member.awaitAll(TIMEOUT);
            }
            parent.tell("ready");
            for (String line = parent.next(); !line.equals(ParentProcess.END); line = parent.next()) {
                String[] words = line.split(" ");
                RunningMember member = nodes.get(words[1]);
                if (member != null) {
                    Samples samples =
                            measure(member.node().locks(), Situation.named(words[2]), Long.parseLong(words[3]));
                    parent.tell("measured " + samples.toLine());
                }
            }
        } finally {
            nodes.values().forEach(RunningMember::close);
        }
        return 0;
    }

    /** Takes locks and gives them back, again and again, for so long. */
    private Samples measure(Locks locks, Situation situation, long millis) throws InterruptedException {
        Histogram histogram = Samples.newHistogram();
        long start = System.nanoTime();
        long end = start + millis * 1_000_000;
        long before = start;
        DistributedLock lock = locks.lock(situation.toString());
        while (before - end < 0) {
            if (situation == Situation.NEW_NAMES) {
                lock = locks.lock(situation + "/" + names++);
            }
            lock.acquire(TIMEOUT).close();
            long after = System.nanoTime();
            histogram.recordValue(Math.min(after - before, Samples.NANOS_MAX));
            before = after;
        }
        return new Samples(histogram, before - start);
    }
}
