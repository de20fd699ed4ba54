// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.bench.Samples;
import io.quorate.cli.bench.floor.Figures.Round;
import io.quorate.cli.bench.load.Measured;
import io.quorate.cli.bench.load.Usage;
import io.quorate.cli.bench.load.Workload;
import io.quorate.faultnet.FaultNet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Runs the floor and our contestants side by side and measures them in turns. */
final class FloorRun {
    private final Plan plan;
    private final Place place;
    private final Consumer<String> progress;
    private final Figures figures = new Figures();

    /** How much to measure. */
    record Plan(List<Integer> voters, int rounds, long roundMillis, long warmUpMillis) {}

    FloorRun(Plan plan, Place place, Consumer<String> progress) {
        this.plan = plan;
        this.place = place;
        this.progress = progress;
    }

    Figures figures() {
        return figures;
    }

    /** The floor comes first. */
    static List<Contestant> contestants(Place place, Plan plan, boolean tls) {
        List<Contestant> contestants = new ArrayList<>(List.of(Contestant.floor(tls)));
        for (int voters : plan.voters()) {
            place.programs().keySet().forEach(build -> contestants.add(new Contestant(voters, tls, build)));
        }
        return contestants;
    }

    /** On loopback. */
    void measureSpeed(boolean tls, List<Workload> workloads) throws IOException, InterruptedException {
        List<Deployment> running = start(contestants(place, plan, tls), place);
        try {
            measureAll(running, workloads, 0);
        } finally {
            running.forEach(Deployment::close);
        }
    }

    /** On a network of hosts that are so far apart, with TLS as between real machines. */
    void measureDistances(List<Long> delays) throws IOException, InterruptedException {
        try (FaultNet net = FaultNet.open(0)) { // nothing here is left to chance
            net.host(Place.SERVER);
            int most = Math.max(Contestant.CLIENTS, Collections.max(plan.voters()));
            for (String id : Deployment.ids(most)) {
                net.host(id);
            }
            List<Deployment> running = start(contestants(place, plan, true), place.on(net));
            try {
                for (long delay : delays) {
                    net.allLinks().delay(delay);
                    measureAll(running, List.of(Workload.FRESH_NAMES, Workload.CONTENDED), delay);
                }
            } finally {
                running.forEach(Deployment::close);
            }
        }
    }

    private List<Deployment> start(List<Contestant> contestants, Place where) throws IOException, InterruptedException {
        List<Deployment> running = new ArrayList<>();
        try {
            for (Contestant contestant : contestants) {
                progress.accept("starting " + contestant.title());
                running.add(Deployment.start(contestant, where));
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            running.forEach(Deployment::close);
            throw e;
        }
        return running;
    }

    private void measureAll(List<Deployment> running, List<Workload> workloads, long delay)
            throws IOException, InterruptedException {
        for (Workload workload : workloads) {
            for (Deployment each : running) {
                progress.accept("warming up: " + each.contestant().title() + ", " + workload.words());
                measure(each, workload, plan.warmUpMillis());
            }
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            List<Deployment> order = new ArrayList<>(running);
            Collections.rotate(order, round - 1);
            for (Workload workload : workloads) {
                for (Deployment each : order) {
                    progress.accept("round " + round + " of " + plan.rounds() + ", " + delay + " ms apart: "
                            + each.contestant().title() + ", " + workload.words());
                    figures.add(round(each, workload, delay, round));
                }
            }
        }
    }

    private Round round(Deployment deployment, Workload workload, long delay, int round)
            throws IOException, InterruptedException {
        Usage before = Usage.of(deployment.pids());
        List<Measured> measured = measure(deployment, workload, plan.roundMillis());
        Usage usage = Usage.of(deployment.pids()).since(before);
        Histogram acquires = Samples.newHistogram();
        Histogram turns = Samples.newHistogram();
        double perSecond = 0;
        double handOffsPerSecond = 0;
        for (Measured each : measured) {
            acquires.add(each.acquires().nanos());
            turns.add(each.turns().nanos());
            double seconds = each.turns().elapsedNanos() / 1e9;
            perSecond += each.turns().nanos().getTotalCount() / seconds;
            handOffsPerSecond += each.handOffs() / seconds;
        }
        return new Round(
                deployment.contestant().title(),
                workload,
                delay,
                round,
                turns.getTotalCount(),
                acquires.getValueAtPercentile(50) / 1e3,
                turns.getValueAtPercentile(50) / 1e3,
                turns.getValueAtPercentile(99) / 1e3,
                perSecond,
                handOffsPerSecond,
                usage.cpuNanos() / 1e3 / Math.max(1, turns.getTotalCount()),
                usage.partOfOthers(),
                measured.stream().mapToLong(Measured::overlaps).sum(),
                measured.stream().mapToLong(Measured::failures).sum());
    }

    private static List<Measured> measure(Deployment deployment, Workload workload, long millis)
            throws InterruptedException {
        for (int client = 0; client < workload.clients(); client++) {
            deployment.client(client).tell(FloorNodeCommand.MEASURE + " " + workload + " " + millis);
        }
        List<Measured> measured = new ArrayList<>();
        for (int client = 0; client < workload.clients(); client++) {
            measured.add(Measured.ofLine(deployment.client(client).await("measured", Deployment.TIMEOUT)));
        }
        return measured;
    }
}
