// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.api.LocksConfig;
import io.quorate.cli.bench.load.LoadGenerator;
import io.quorate.cli.bench.load.LockClient;
import io.quorate.cli.bench.load.SharedPage;
import io.quorate.cli.bench.load.Workload;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.console.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A client process of a contestant, or a node of Quorate that only votes: does what its parent tells it. */
@Command(name = "client", hidden = true, description = "One client of the comparison; bench/compare starts it.")
final class ClientCommand implements Callable<Integer> {
    static final String MEASURE = "measure";
    static final String HOLD = "hold";
    static final String WAIT = "wait";
    static final String WATCH = "watch";

    private final Console console;

    @Option(names = "--kind", required = true)
    private Contestant.Kind kind = Contestant.Kind.QUORATE;

    /** The number of this client, from 1; of Quorate also its place among the members. */
    @Option(names = "--number", required = true)
    private int number;

    /** Of Quorate. */
    @Option(names = "--protocol")
    private String protocol = "";

    /** Of Quorate; null for what the protocol usually takes. */
    @Option(names = "--quorums")
    private @Nullable String quorums;

    /** Members of Quorate, the address of Redis, or those of the servers of the others. */
    @Option(names = "--at", required = true, split = ",")
    private List<String> addresses = List.of();

    /** Zero for what is usual. */
    @Option(names = "--lease-millis", required = true)
    private long leaseMillis;

    @Option(names = "--page", required = true)
    private Path page = Path.of("");

    ClientCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        ParentProcess parent = ParentProcess.ofThisProcess(console);
        try (LockClient locks = connect()) {
            LoadGenerator load = new LoadGenerator(locks, SharedPage.open(page), number);
            parent.tell("ready " + locks.settings());
            for (String line = parent.next(); !line.equals(ParentProcess.END); line = parent.next()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case MEASURE ->
                        parent.tell("measured "
                                + load.run(Workload.valueOf(words[1]), Long.parseLong(words[2]))
                                        .toLine());
                    case HOLD -> {
                        locks.acquire(words[1], Duration.ofSeconds(30));
                        parent.tell("held");
                    }
                    case WAIT -> parent.tell(grantOf(locks, words[1], Long.parseLong(words[2])));
                    case WATCH ->
                        parent.tell("watched "
                                + new StallWatch(locks, number)
                                        .watch(Long.parseLong(words[1]))
                                        .toLine());
                    default -> throw new IllegalArgumentException("unknown order: " + line);
                }
            }
        }
        return 0;
    }

    private LockClient connect() throws InterruptedException {
        Duration lease = Duration.ofMillis(leaseMillis);
        return switch (kind) {
            case QUORATE -> QuorateLocks.join(quorateConfig(lease));
            case REDIS -> RedisLocks.connect(addresses.get(0), lease);
            case ZOOKEEPER -> ZooKeeperLocks.connect(String.join(",", addresses), lease);
            case ETCD -> EtcdLocks.connect(addresses, lease);
            case HAZELCAST -> HazelcastLocks.connect(addresses, lease);
        };
    }

    private LocksConfig quorateConfig(Duration lease) {
        LocksConfig config = LocksConfig.of(addresses).nodeId("n" + number).protocol(protocol);
        if (quorums != null) {
            config = config.quorums(quorums);
        }
        return lease.isZero() ? config : config.lease(lease);
    }

    /** The time of the grant, or none; the clock is the same for all processes of a machine. */
    private static String grantOf(LockClient locks, String name, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() - end < 0) {
            try {
                LockClient.Held held = locks.acquire(name, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
                long at = System.nanoTime();
                held.release();
                return "granted " + at;
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception notYet) {
                System.err.println(name + ": " + notYet);
            }
        }
        return "granted never";
    }
}
