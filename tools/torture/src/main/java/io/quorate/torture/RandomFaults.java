// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Words;
import io.quorate.torture.holds.HoldAudit;
import io.quorate.torture.holds.HoldWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Three voters and two guests take locks for a given time; meanwhile one, two or all of them are killed, stopped, restarted or cut off. Two
 * of them, the veterans, are never ended, so that it can be seen whether they grow. The seed decides
 * what happens to whom, though not when exactly: the processes are real.
 */
final class RandomFaults {
    private static final List<String> VOTERS = List.of("n1", "n2", "n3");
    private static final List<String> GUESTS = List.of("g1", "g2");
    private static final List<String> VETERANS = List.of("n1", "g1");
    private static final int THREADS = 2;
    private static final Duration WARM_UP_MAX = Duration.ofSeconds(30);
    private static final int LOOK_EVERY_MILLIS = 100;

    private final Plan plan;
    private final Consumer<String> progress;
    private final Random random;
    private final Network network;
    private final TortureCluster cluster;
    private final Map<String, Integer> faults = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private long deadline;
    private long loads;

    /** The logs go into the folder, the data too if the voters keep any. */
    record Plan(Duration time, long seed, Duration lease, boolean keepsData, Path folder, List<String> java) {}

    RandomFaults(Plan plan, Network network, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
        this.random = new Random(plan.seed());
        this.network = network;
        this.cluster = new TortureCluster(
                new TortureCluster.Settings(
                        plan.folder(), plan.lease(), plan.lease().dividedBy(2), plan.keepsData(), plan.java()),
                network);
    }

    /** A network namespace for each process, if available; otherwise a network in which no link can be cut. */
    static Network network() throws IOException, InterruptedException {
        return Namespaces.whyNot() == null ? Namespaces.open(VOTERS, GUESTS) : Network.loopback(VOTERS.size());
    }

    RandomReport run() throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (cluster) {
            progress.accept("starting the processes");
            cluster.startAll(everybody());
            everybody().forEach(this::load);
            Duration warmUp = plan.time().dividedBy(5);
            pass(warmUp.compareTo(WARM_UP_MAX) < 0 ? warmUp : WARM_UP_MAX, "all is well yet");
            Map<String, ResourceUsage> before = vitals();
            deadline = start + plan.time().toNanos();
            while (System.nanoTime() - deadline < 0 && violations.isEmpty()) {
                oneRound();
            }
            progress.accept("everybody takes every lock once more");
            Map<String, ResourceUsage> after = vitals();
            takeAllOnceMore();
            restAll(); // before the first goes: the last has no quorum any more
            for (String id : cluster.running()) {
                cluster.end(id);
            }
            return report(System.nanoTime() - start, before, after);
        } catch (CommandFailure | IllegalStateException failure) {
            violations.add("a process did not do as it should: " + failure.getMessage());
            return report(System.nanoTime() - start, Map.of(), Map.of());
        }
    }

    private static List<String> everybody() {
        List<String> all = new ArrayList<>(VOTERS);
        all.addAll(GUESTS);
        return all;
    }

    private void load(String id) {
        cluster.process(id).tell("load " + THREADS + " " + (plan.seed() * 1_000_003 + loads++));
    }

    /** Lets them work for so long; nobody may end by itself meanwhile. */
    private void pass(Duration time, String what) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            int count = faults.values().stream().mapToInt(each -> each).sum();
            progress.accept(Words.count(count, "fault") + " so far; now: " + what);
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    private Duration leases(double most) {
        return Duration.ofNanos((long) (plan.lease().toNanos() * most * random.nextDouble()));
    }

    /** Injects faults into some processes for some time; then repairs everything and pauses. */
    private void oneRound() throws IOException, InterruptedException {
        Map<String, Fault> victims = victims();
        List<String> sentence = new ArrayList<>();
        for (Map.Entry<String, Fault> each : victims.entrySet()) {
            each.getValue().begin(cluster, network, each.getKey(), VOTERS);
            sentence.add(each.getKey() + " " + each.getValue().words());
            faults.merge(each.getValue().words(), 1, Integer::sum);
        }
        pass(random.nextInt(3) == 0 ? Duration.ZERO : leases(2.5), String.join(", ", sentence));
        for (Map.Entry<String, Fault> each : victims.entrySet()) {
            each.getValue().mend(cluster, network, each.getKey());
        }
        for (Map.Entry<String, Fault> each : victims.entrySet()) {
            if (each.getValue() == Fault.RESTART) {
                cluster.awaitEnd(each.getKey());
            }
            if (each.getValue().endsProcess()) {
                cluster.start(each.getKey());
                load(each.getKey());
            }
        }
        pass(leases(3), "all is repaired");
        for (ChildProcess child : cluster.processes()) {
            if (!child.isAlive()) {
                violations.add("process " + child.name() + " ended by itself. Its log:\n" + child.logText());
            }
        }
    }

    /** One, two, or everybody; sometimes the same happens to all of them, as when a whole rack fails. */
    private Map<String, Fault> victims() {
        List<String> candidates = new ArrayList<>(everybody());
        Collections.shuffle(candidates, random);
        int die = random.nextInt(100);
        int count = die < 60 ? 1 : die < 90 ? 2 : candidates.size();
        boolean alike = random.nextBoolean();
        Fault forAll = fault(false);
        Map<String, Fault> victims = new LinkedHashMap<>();
        for (String id : candidates.subList(0, count)) {
            boolean veteran = VETERANS.contains(id);
            victims.put(id, alike && !(veteran && forAll.endsProcess()) ? forAll : fault(veteran));
        }
        return victims;
    }

    private Fault fault(boolean veteran) {
        int die = random.nextInt(100);
        if (die < 45 && !veteran) {
            return die < 30 ? Fault.KILL : Fault.RESTART;
        }
        List<Fault> cuts = Arrays.stream(Fault.values()).filter(Fault::isCut).toList();
        return die < 75 || !network.canCut() ? Fault.STOP : cuts.get(random.nextInt(cuts.size()));
    }

    /** The resources of the longest-running processes while all rest. */
    private Map<String, ResourceUsage> vitals() throws IOException, InterruptedException {
        restAll();
        Map<String, ResourceUsage> all = new LinkedHashMap<>();
        for (String id : VETERANS) {
            long heap = Long.parseLong(cluster.ask(id, "memory", "memory"));
            all.put(id, ResourceUsage.of(cluster.process(id).pid(), heap));
        }
        cluster.running().forEach(this::load);
        return all;
    }

    private void restAll() throws InterruptedException {
        for (String id : cluster.running()) {
            cluster.process(id).tell("rest");
        }
        for (String id : cluster.running()) {
            cluster.await(id, "resting");
        }
    }

    private void takeAllOnceMore() throws InterruptedException {
        for (String lock : LockLoad.locks(everybody())) {
            for (String id : everybody()) {
                cluster.take(id, lock);
                cluster.ask(id, "give " + lock, "gave " + lock);
            }
        }
    }

    private RandomReport report(long nanos, Map<String, ResourceUsage> before, Map<String, ResourceUsage> after)
            throws IOException {
        List<RandomReport.Veteran> veterans = new ArrayList<>();
        after.forEach((id, vitals) -> veterans.add(
                new RandomReport.Veteran(id, Objects.requireNonNull(before.get(id), "looked at twice"), vitals)));
        veterans.forEach(each -> each.leak().ifPresent(violations::add));
        HoldAudit audit = cluster.audit();
        violations.addAll(audit.violations());
        audit.failures().forEach((why, count) -> {
            if (!why.equals(HoldWatch.GAVE_UP) && !why.equals("LockUnavailableException")) {
                violations.add(count + " wishes failed for a reason that should not be: " + why);
            }
        });
        return new RandomReport(
                plan.seed(), nanos / 1_000_000_000, network.canCut(), faults, audit, veterans, violations);
    }
}
