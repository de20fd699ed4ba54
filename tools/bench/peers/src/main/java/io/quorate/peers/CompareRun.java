// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.bench.load.Measured;
import io.quorate.cli.bench.load.Usage;
import io.quorate.cli.bench.load.Workload;
import io.quorate.cli.cluster.ChildProcess;
import io.quorate.peers.Figures.Fault;
import io.quorate.peers.Figures.Outage;
import io.quorate.peers.Figures.Round;
import io.quorate.peers.StallWatch.Stall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Runs all contestants side by side and measures them in turns, so that what changes on the machine changes for all. */
final class CompareRun {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Plan plan;
    private final Deployment.Place place;
    private final Figures figures = new Figures();

    /**
     * How much to measure.
     *
     * @param kills how often each contestant's holder is killed, and its server
     * @param faultMillis how long to wait for the lock after a kill
     * @param lease of all contestants while they are killed
     */
    record Plan(
            List<Contestant> contestants,
            List<Workload> workloads,
            List<Fault> faults,
            int rounds,
            long roundMillis,
            long warmUpMillis,
            int kills,
            long faultMillis,
            Duration lease) {}

    CompareRun(Plan plan, Deployment.Place place) {
        this.plan = plan;
        this.place = place;
    }

    Figures figures() {
        return figures;
    }

    /** Workloads A to D. */
    void measureSpeed(Consumer<String> progress) throws IOException, InterruptedException {
        if (plan.workloads().isEmpty()) {
            return;
        }
        Map<Contestant, Deployment> running = new EnumMap<>(Contestant.class);
        try {
            for (Contestant contestant : plan.contestants()) {
                progress.accept("starting " + contestant);
                Deployment deployment = Deployment.start(contestant, place.below(contestant.title()));
                running.put(contestant, deployment);
                figures.settings(contestant, deployment.settings());
            }
            for (Workload workload : plan.workloads()) {
                for (Contestant contestant : plan.contestants()) {
                    progress.accept("warming up: " + contestant + ", " + workload.words());
                    measure(running.get(contestant), workload, plan.warmUpMillis());
                }
            }
            for (int round = 1; round <= plan.rounds(); round++) {
                List<Contestant> order = new ArrayList<>(plan.contestants());
                Collections.rotate(order, round - 1);
                for (Workload workload : plan.workloads()) {
                    for (Contestant contestant : order) {
                        progress.accept("round " + round + " of " + plan.rounds() + ": " + contestant + ", "
                                + workload.words());
                        measureRound(contestant, running.get(contestant), workload, round);
                    }
                }
            }
        } finally {
            running.values().forEach(Deployment::close);
        }
    }

    private void measureRound(Contestant contestant, @Nullable Deployment deployment, Workload workload, int round)
            throws IOException, InterruptedException {
        if (deployment == null) {
            throw new IllegalStateException(contestant + " does not run");
        }
        Usage before = Usage.of(deployment.pids());
        List<Measured> measured = measure(deployment, workload, plan.roundMillis());
        Usage usage = Usage.of(deployment.pids()).since(before);
        Histogram acquires = new Histogram(measured.get(0).acquires().nanos());
        Histogram turns = new Histogram(measured.get(0).turns().nanos());
        acquires.reset();
        turns.reset();
        double perSecond = 0;
        double handOffsPerSecond = 0;
        for (Measured each : measured) {
            acquires.add(each.acquires().nanos());
            turns.add(each.turns().nanos());
            double seconds = each.turns().elapsedNanos() / 1e9;
            perSecond += each.turns().nanos().getTotalCount() / seconds;
            handOffsPerSecond += each.handOffs() / seconds;
        }
        double count = Math.max(1, turns.getTotalCount());
        figures.add(new Round(
                contestant,
                workload,
                round,
                turns.getTotalCount(),
                acquires.getValueAtPercentile(50) / 1e3,
                turns.getValueAtPercentile(50) / 1e3,
                turns.getValueAtPercentile(99) / 1e3,
                perSecond,
                handOffsPerSecond,
                usage.cpuNanos() / 1e3 / count,
                usage.isTrafficKnown() ? usage.bytes() / count : null,
                usage.isTrafficKnown() ? usage.packets() / count : null,
                usage.partOfOthers(),
                measured.stream().mapToLong(Measured::overlaps).sum(),
                measured.stream().mapToLong(Measured::failures).sum()));
    }

    private static List<Measured> measure(@Nullable Deployment deployment, Workload workload, long millis)
            throws InterruptedException {
        List<Measured> measured = new ArrayList<>();
        if (deployment != null) {
            for (int client = 0; client < workload.clients(); client++) {
                deployment.client(client).tell(ClientCommand.MEASURE + " " + workload + " " + millis);
            }
            for (int client = 0; client < workload.clients(); client++) {
                measured.add(Measured.ofLine(deployment.client(client).await("measured", TIMEOUT)));
            }
        }
        return measured;
    }

    /** Kills E and F, each contestant in a deployment of its own. */
    void measureFaults(Consumer<String> progress) throws IOException, InterruptedException {
        for (Fault fault : plan.faults()) {
            for (Contestant contestant : plan.contestants()) {
                progress.accept("starting " + contestant + ", to be killed");
                Deployment.Place ownPlace =
                        place.below(contestant.title() + "-" + fault.letter()).withLease(plan.lease());
                try (Deployment deployment = Deployment.start(contestant, ownPlace)) {
                    boolean isOver = true;
                    for (int repeat = 1; repeat <= plan.kills() && isOver; repeat++) {
                        progress.accept(
                                "kill " + repeat + " of " + plan.kills() + ": " + contestant + ", " + fault.words());
                        Outage outage = fault == Fault.HOLDER
                                ? killHolder(contestant, deployment, repeat)
                                : killServer(contestant, deployment, repeat);
                        figures.add(outage);
                        isOver = outage.millis() != null;
                        if (isOver && repeat < plan.kills()) {
                            restore(fault, deployment);
                        }
                    }
                }
            }
        }
    }

    private static void restore(Fault fault, Deployment deployment) throws IOException, InterruptedException {
        if (fault == Fault.HOLDER) {
            deployment.restoreClient(0);
        } else {
            deployment.restoreServer();
        }
    }

    private Outage killHolder(Contestant contestant, Deployment deployment, int repeat) throws InterruptedException {
        String lock = "E/" + repeat;
        deployment.client(0).tell(ClientCommand.HOLD + " " + lock);
        deployment.client(0).await("held", TIMEOUT);
        ChildProcess waiting = deployment.client(1);
        waiting.tell(ClientCommand.WAIT + " " + lock + " " + plan.faultMillis());
        // Long enough for it to stand in the queue and for the lease to have been renewed, wherever that happens.
        Thread.sleep(1_000);
        long killedAt = System.nanoTime();
        deployment.killClient(0);
        String granted = waiting.await("granted", TIMEOUT);
        Double millis = granted.equals("never") ? null : (Long.parseLong(granted) - killedAt) / 1e6;
        return new Outage(contestant, Fault.HOLDER, repeat, millis, plan.faultMillis(), null, 0);
    }

    /** The first two clients go on while a server that they need, or another node, is killed. */
    private Outage killServer(Contestant contestant, Deployment deployment, int repeat)
            throws IOException, InterruptedException {
        List<ChildProcess> others = List.of(deployment.client(0), deployment.client(1));
        Stall usual = watch(others, 2_000, () -> {});
        Stall stall = watch(others, plan.faultMillis(), () -> {
            Thread.sleep(1_000);
            deployment.killServer();
        });
        Double millis = stall.isOver() ? stall.longestNanos() / 1e6 : null;
        return new Outage(
                contestant,
                Fault.SERVER,
                repeat,
                millis,
                plan.faultMillis(),
                usual.longestNanos() / 1e6,
                stall.failures());
    }

    /** The fault during which the clients watch. */
    private interface Event {
        void happen() throws IOException, InterruptedException;
    }

    private static Stall watch(List<ChildProcess> clients, long millis, Event event)
            throws IOException, InterruptedException {
        clients.forEach(client -> client.tell(ClientCommand.WATCH + " " + millis));
        event.happen();
        Stall worst = new Stall(0, true, 0, 0);
        for (ChildProcess client : clients) {
            worst = worst.and(Stall.ofLine(client.await("watched", TIMEOUT)));
        }
        return worst;
    }
}
