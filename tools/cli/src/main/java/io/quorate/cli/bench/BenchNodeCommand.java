package io.quorate.cli.bench;

import io.quorate.api.DistributedLock;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.AllNodes;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.console.Console;
import io.quorate.node.ClusterNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One of the processes that {@code quorate bench} starts: a node of one cluster for each protocol. */
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

    /** Of each protocol, its roster with {@code /} between the members. */
    @Option(names = "--roster", required = true)
    private Map<String, String> rosters = new LinkedHashMap<>();

    /** How many new names were used. */
    private long names;

    public BenchNodeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        ParentProcess parent = ParentProcess.ofThisProcess(console);
        Map<String, ClusterNode> nodes = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, String> each : rosters.entrySet()) {
                LocksConfig config =
                        LocksConfig.of(each.getValue().split("/")).nodeId(id).protocol(each.getKey());
                nodes.put(each.getKey(), ClusterNode.open(config, UnaryOperator.identity()));
            }
            for (ClusterNode node : nodes.values()) {
                AllNodes.await(node, TIMEOUT);
            }
            parent.tell("ready");
            for (String line = parent.next(); !line.equals(ParentProcess.END); line = parent.next()) {
                String[] words = line.split(" ");
                ClusterNode node = nodes.get(words[1]);
                if (node != null) {
                    Samples samples = measure(node.locks(), Situation.named(words[2]), Long.parseLong(words[3]));
                    parent.tell("measured " + samples.toLine());
                }
            }
        } finally {
            nodes.values().forEach(ClusterNode::close);
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
