// SPDX-License-Identifier: Apache-2.0
package com.example.reports;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Health;
import io.quorate.api.Hold;
import io.quorate.api.JoinFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One replica of the service. Every replica has a timer for the report, and all timers fire at the same tick. The lock decides
 * which replica writes the report; the others skip the tick.
 */
final class Replica implements AutoCloseable {
    private static final int PARTS = 3;

    private final String id;
    private final Duration period;
    private final Ledger ledger;
    private final Consumer<String> out;
    private final Locks locks;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> ticks;

    // region start
    /** Starts without waiting for the other replicas. */
    Replica(LocksConfig cluster, String id, Duration period, Ledger ledger, Consumer<String> out) {
        this.id = id;
        this.period = period;
        this.ledger = ledger;
        this.out = out;
        locks = Locks.start(cluster.nodeId(id).shutdownHook(false)); // close() does it, in our order
        locks.addHealthListener(health -> say(health.state() + ": " + health.reason()));
        long sinceTick = System.currentTimeMillis() % period.toMillis();
        ticks = timer.scheduleAtFixedRate(
                this::tick, period.toMillis() - sinceTick, period.toMillis(), TimeUnit.MILLISECONDS);
    }
    // endregion

    // region tick
    /** Writes the report of this tick, unless another replica does. After any failure the next tick still runs. */
    private void tick() {
        String tick = "tick " + Math.round((double) System.currentTimeMillis() / period.toMillis());
        Health health = locks.health();
        if (!health.isReady()) {
            say(tick + ": left out. " + health.reason());
            return;
        }
        try {
            Optional<Hold> mine = locks.lock("report").tryAcquire(AcquireOptions.atLeast(period.dividedBy(2)));
            if (mine.isEmpty()) {
                say(tick + ": did not get the lock");
                return;
            }
            try (Hold hold = mine.get()) {
                hold.onLost(reason -> say(tick + ": LOST the lock, because " + reason.because()));
                writeReport(tick, hold);
            }
        } catch (IOException | RuntimeException failure) { // too few nodes, a late write, ...
            say(tick + ": not finished. " + failure.getMessage());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeReport(String tick, Hold hold) throws IOException {
        if (ledger.has(tick)) {
            say(tick + ": was written before, by a replica whose clock is ahead");
            return;
        }
        for (int part = 1; part <= PARTS; part++) {
            if (!hold.isValid()) {
                say(tick + ": stopped before part " + part + ", because the lock is no longer held");
                return;
            }
            ledger.append(tick, "part " + part + " of " + PARTS + " by " + id, hold.fence());
        }
        say(tick + ": wrote the report, fence " + hold.fence());
    }
    // endregion

    // region close
    /** Ends the job first, and leaves the cluster when nothing works under a lock any more. */
    @Override
    public void close() {
        ticks.cancel(false); // no further tick; the report that is being written goes on
        timer.shutdown();
        try {
            if (!timer.awaitTermination(5, TimeUnit.SECONDS)) {
                say("the report still runs, and the process ends nevertheless: its lock is free one lease later");
            }
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
        locks.close();
        say("has left the cluster");
    }
    // endregion

    private void say(String what) {
        out.accept("[" + id + "] " + what);
    }

    /** Arguments: id of this replica, members, ledger file, period in milliseconds, lease in milliseconds. */
    public static void main(String[] args) {
        if (args.length != 5) {
            System.err.println("Usage: Replica ID MEMBERS FILE PERIOD_MS LEASE_MS"
                    + "\nfor example: Replica a a=localhost:7401,b=localhost:7402,c=localhost:7403 ledger.txt 2000 5000"
                    + "\nor simply: examples/plain-java/run");
            System.exit(2);
        }
        try {
            LocksConfig cluster = LocksConfig.of(args[1].split(",")).lease(Duration.ofMillis(Long.parseLong(args[4])));
            Duration period = Duration.ofMillis(Long.parseLong(args[3]));
            Replica replica = new Replica(cluster, args[0], period, new Ledger(Path.of(args[2])), System.out::println);
            Runtime.getRuntime().addShutdownHook(new Thread(replica::close, "shutdown"));
        } catch (JoinFailedException | IllegalArgumentException refused) { // they say what to do
            System.err.println("[" + args[0] + "] " + refused.getMessage());
            System.exit(1);
        }
    }
}
