// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import io.quorate.api.DistributedLock;
import io.quorate.api.Hold;
import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.FrameTrace;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.cluster.ProtocolOptions;
import io.quorate.cli.cluster.RunningMember;
import io.quorate.cli.cluster.TracingTransport;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.Words;
import io.quorate.core.model.LockName;
import io.quorate.node.ClusterNode;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One of the processes that {@code quorate demo} starts. */
@Command(
        name = "demo-node",
        hidden = true,
        description = "One node of the demonstration; quorate demo starts it.",
        footer = "  quorate demo")
public final class DemoNodeCommand implements Callable<Integer> {
    static final String LOCK = "demo";
    /** Short, because nodes that have just started grant nothing for so long. */
    private static final Duration LEASE = Duration.ofSeconds(1);

    /** Taken once by one node after the other, so that nobody contends. */
    static final String LOCK_ALONE = "demo-alone";

    static final String TRACE_SUFFIX = ".trace";
    static final String TRACE_ALONE_SUFFIX = ".alone.trace";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** Some ways to learn the highest number (section 7.2.3) take each node a minute, for each lock, one node after the other. */
    private static final Duration LEARNING_TIMEOUT = Duration.ofMinutes(5);

    private static final int WARM_UPS = 5;

    private final Console console;

    @Option(names = "--id", required = true)
    private String id = "";

    @Option(names = "--roster", required = true, split = ",")
    private List<String> members = List.of();

    @Option(names = "--rounds", required = true)
    private int rounds;

    @Option(names = "--hold", required = true)
    private String hold = "";

    @Option(names = "--dir", required = true)
    private Path directory = Path.of(".");

    @Option(names = "--origin", required = true)
    private long origin;

    @Option(names = "--without-lock")
    private boolean withoutLock;

    @Mixin
    private final ProtocolOptions options = new ProtocolOptions();

    public DemoNodeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ParentProcess parent = ParentProcess.ofThisProcess(console);
        LocksConfig config = LocksConfig.of(members).nodeId(id).lease(LEASE).joinTimeout(TIMEOUT);
        Roster roster = ClusterNode.roster(config);
        FrameTrace trace = new FrameTrace(roster, roster.node(id), origin);
        try (RunningMember member = options.open(config, roster, transport -> new TracingTransport(transport, trace))) {
            ClusterNode node = member.node();
            member.awaitAll(TIMEOUT);
            warmUp(node);
            parent.tell("ready");
            parent.await("alone");
            if (!withoutLock) {
                node.locks().lock(LOCK_ALONE).acquire(holdTimeout(options)).close();
            }
            parent.tell("was-alone");
            parent.await("go");
            contend(node, trace);
            parent.tell("done");
            parent.await("finish"); // a node that left earlier would take its vote with it
            write(TRACE_SUFFIX, trace.lines(node.protocol(), LockName.of(LOCK)));
            write(TRACE_ALONE_SUFFIX, trace.lines(node.protocol(), LockName.of(LOCK_ALONE)));
            parent.tell("traced " + trace.broadcastCopies(node.protocol(), LockName.of(LOCK_ALONE)) + " "
                    + trace.broadcastCopies(node.protocol(), LockName.of(LOCK)));
            parent.await(ParentProcess.END);
        }
        return 0;
    }

    /** How long a node waits for a hold at most. */
    static Duration holdTimeout(ProtocolOptions options) {
        return options.protocol().rules().contains("learn") ? LEARNING_TIMEOUT : TIMEOUT;
    }

    private void write(String suffix, List<String> lines) throws IOException {
        Files.write(directory.resolve(id + suffix), lines);
    }

    /** The first time takes long, because Java loads classes then: it should not be in the picture. */
    private void warmUp(ClusterNode node) throws InterruptedException {
        for (int round = 0; round < WARM_UPS; round++) {
            node.locks().lock("warm-up of " + id).acquire(holdTimeout(options)).close();
        }
    }

    private void contend(ClusterNode node, FrameTrace trace) throws IOException, InterruptedException {
        DistributedLock lock = node.locks().lock(LOCK);
        HoldJournal journal = new HoldJournal(directory);
        for (int round = 1; round <= rounds; round++) {
            String claim = String.valueOf(round);
            if (withoutLock) {
                work(journal, round);
                continue;
            }
            trace.claim("wait", claim, LOCK);
            try (Hold held = lock.acquire(holdTimeout(options))) {
                trace.claim("hold", claim, held.lockName());
                work(journal, round);
                trace.claim("end", claim, LOCK);
            }
        }
    }

    /** The critical section: never in two nodes at once. */
    private void work(HoldJournal journal, int round) throws IOException, InterruptedException {
        journal.enter(id, round, System.nanoTime() - origin);
        long before = journal.readCounter();
        Thread.sleep(Words.duration(hold).toMillis());
        journal.writeCounter(before + 1);
        journal.leave(id, round, System.nanoTime() - origin);
    }
}
