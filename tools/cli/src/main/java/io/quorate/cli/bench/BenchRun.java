// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench;

import io.quorate.cli.bench.Series.Result;
import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.cluster.ProtocolOptions;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Starts processes, each a node of both clusters, and lets them measure in turn. */
final class BenchRun {
    static final String FLOOR = "central";

    /** The second node: not the centre, which would only talk to itself. */
    private static final int ALONE = 1;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final BenchPlan plan;
    private final Consumer<String> progress;
    private final List<ChildProcess> children = new ArrayList<>();
    private final Map<String, Series> series = new LinkedHashMap<>();

    BenchRun(BenchPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** How much to measure; {@code java} is the command that starts this program. */
    record BenchPlan(
            int nodes, ProtocolOptions subject, int rounds, long roundMillis, long warmUpMillis, List<String> java) {}

    List<Result> run() throws IOException, InterruptedException {
        Path logs = Files.createTempDirectory("quorate-bench-");
        Roster floor = FreePorts.roster("quorate-bench-floor", plan.nodes());
        Roster subject = FreePorts.roster("quorate-bench-subject", plan.nodes());
        try {
            for (Roster.Member member : floor.members()) {
                List<String> arguments = new ArrayList<>(List.of("bench-node", "--id", member.id()));
                arguments.addAll(List.of("--floor", text(floor), "--subject", text(subject)));
                arguments.addAll(plan.subject().arguments());
                children.add(
                        ChildProcess.start(member.id(), plan.java(), arguments, logs.resolve(member.id() + ".log")));
            }
            for (ChildProcess child : children) {
                child.await("ready", TIMEOUT);
            }
            measureAll();
            children.forEach(child -> child.tell(ParentProcess.END));
        } finally {
            children.forEach(ChildProcess::close);
        }
        List<Result> results = new ArrayList<>();
        series.forEach((key, rounds) -> {
            String[] words = key.split(" ");
            results.add(rounds.result(words[0], words[1]));
        });
        return results;
    }

    private String subject() {
        return plan.subject().name();
    }

    private static String text(Roster roster) {
        return roster.members().stream().map(Roster.Member::toString).collect(Collectors.joining(","));
    }

    /** First warm-up, then rounds in which both take turns, so that what changes on the machine changes for both. */
    private void measureAll() throws InterruptedException {
        for (Situation situation : Situation.values()) {
            for (String protocol : List.of(FLOOR, subject())) {
                progress.accept("warming up: " + protocol + ", " + situation);
                measure(situation, protocol, plan.warmUpMillis());
            }
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            List<String> order = round % 2 == 1 ? List.of(FLOOR, subject()) : List.of(subject(), FLOOR);
            for (Situation situation : Situation.values()) {
                for (String protocol : order) {
                    progress.accept("round " + round + " of " + plan.rounds() + ": " + protocol + ", " + situation);
                    List<Samples> samples = measure(situation, protocol, plan.roundMillis());
                    series.computeIfAbsent(situation + " " + protocol, key -> new Series())
                            .add(withoutCentre(samples));
                }
            }
        }
    }

    /** The centre decides about its own wishes without a message: what it measures says nothing about a lock over a network. */
    private List<Samples> withoutCentre(List<Samples> samples) {
        return samples.size() == plan.nodes() ? samples.subList(1, plan.nodes()) : samples;
    }

    private List<Samples> measure(Situation situation, String protocol, long millis) throws InterruptedException {
        List<ChildProcess> taking = situation == Situation.CONTENDED ? children : List.of(children.get(ALONE));
        taking.forEach(child -> child.tell(BenchNodeCommand.MEASURE + " " + protocol + " " + situation + " " + millis));
        List<Samples> samples = new ArrayList<>();
        for (ChildProcess child : taking) {
            samples.add(Samples.ofLine(child.await("measured", TIMEOUT)));
        }
        return samples;
    }
}
