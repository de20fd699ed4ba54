// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import io.quorate.cli.bench.grey.GreyFigures.Side;
import io.quorate.cli.bench.load.HandOffs;
import io.quorate.cli.bench.load.Measured;
import io.quorate.cli.bench.load.Timeline;
import io.quorate.cli.bench.load.Timeline.Waits;
import io.quorate.cli.console.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures one cluster with each fault in turn: first healthy, then with a grey voter. Each measurement of a grey voter has a
 * fault of its own, which begins after the load; in between the cluster gets well.
 */
final class GreyRun implements AutoCloseable {
    private static final long SECOND = 1_000_000_000;

    /** The load runs so long before the fault begins. */
    private static final long LEAD_MILLIS = 500;

    private final Plan plan;
    private final Subject subject;
    private final Path folder;
    private final Consumer<String> progress;
    private @Nullable GreyCluster cluster;

    /**
     * How much to measure.
     *
     * @param rate uncontended acquires a second of all clients together
     * @param healthyMillis of each of the three measurements
     * @param greyMillis the same, from the beginning of the fault
     */
    record Plan(int rate, long warmUpMillis, long healthyMillis, long greyMillis) {}

    /**
     * The nodes to measure.
     *
     * @param build its name; empty for this one
     * @param program the command that starts it
     */
    record Subject(String build, List<String> program, int voters, boolean onNetwork) {}

    /** The result of one fault: figures, or why there are none. */
    record Outcome(
            @Nullable GreyFigures figures,
            GreyFault fault,
            int voters,
            String build,
            @Nullable String failure) {}

    GreyRun(Plan plan, Subject subject, Path folder, Consumer<String> progress) {
        this.plan = plan;
        this.subject = subject;
        this.folder = folder;
        this.progress = progress;
    }

    /** A cluster in which a node died, or did not come back, is replaced for the next fault. */
    Outcome measure(GreyFault fault) throws IOException, InterruptedException {
        try {
            return new Outcome(figures(fault), fault, subject.voters(), subject.build(), null);
        } catch (CommandFailure failure) {
            close();
            return new Outcome(null, fault, subject.voters(), subject.build(), String.valueOf(failure.getMessage()));
        }
    }

    private GreyFigures figures(GreyFault fault) throws IOException, InterruptedException {
        GreyCluster running = cluster();
        say(fault, "healthy");
        Side healthy = healthy(running, plan.healthyMillis());
        say(fault, "grey, open loop");
        long millis = plan.greyMillis();
        running.tell(openLoop(running, LEAD_MILLIS + millis));
        Thread.sleep(LEAD_MILLIS);
        Injection injection = running.inject(fault);
        List<Timeline> open;
        double pause;
        try (MachinePauses pauses = new MachinePauses()) {
            open = timelines(answers(running, injection, millis));
            pause = pauses.longestMillis();
        }
        long began = injection.began();
        say(fault, "grey, closed loop");
        injection = running.inject(fault);
        running.tell(GreyNodeCommand.CLOSED + " " + millis);
        Closed closed = Closed.of(answers(running, injection, millis));
        say(fault, "grey, contended");
        running.tell(GreyNodeCommand.CONTEND + " " + (LEAD_MILLIS + millis));
        Thread.sleep(LEAD_MILLIS);
        injection = running.inject(fault);
        HandOffs handOffs = handOffs(answers(running, injection, millis), injection.began());
        Side grey = new Side(
                waits(open, began + SECOND, Long.MAX_VALUE / 2 + began),
                closed.turnsPerSecond(),
                handOffs,
                closed.overlaps() + handOffs.overlaps());
        Waits first = waits(open, began, began + SECOND);
        return new GreyFigures(subject.build(), subject.voters(), fault, healthy, first, grey, pause);
    }

    /** The figures under a fault that has ended. */
    private static List<String> answers(GreyCluster running, Injection injection, long millis)
            throws IOException, InterruptedException {
        List<String> answers;
        try {
            answers = running.answers(millis);
        } finally {
            injection.end();
        }
        running.settle();
        return answers;
    }

    private void say(GreyFault fault, String part) {
        progress.accept(subject.voters() + " voters, " + subject.build() + " " + fault.words() + ": " + part);
    }

    private GreyCluster cluster() throws IOException, InterruptedException {
        GreyCluster running = cluster;
        if (running == null) {
            progress.accept("starting " + subject.voters() + " voters " + subject.build());
            Path logs = Files.createTempDirectory(folder, "cluster");
            running = GreyCluster.start(subject.program(), subject.voters(), logs, subject.onNetwork());
            cluster = running;
            progress.accept("warming up");
            healthy(running, plan.warmUpMillis());
        }
        return running;
    }

    private String openLoop(GreyCluster running, long millis) {
        return GreyNodeCommand.OPEN + " " + millis + " " + SECOND * running.well() / plan.rate();
    }

    private Side healthy(GreyCluster running, long millis) throws InterruptedException {
        running.tell(openLoop(running, millis));
        Waits open = waits(timelines(running.answers(millis)), Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);
        running.tell(GreyNodeCommand.CLOSED + " " + millis);
        Closed closed = Closed.of(running.answers(millis));
        running.tell(GreyNodeCommand.CONTEND + " " + millis);
        HandOffs handOffs = handOffs(running.answers(millis), Long.MIN_VALUE / 2);
        return new Side(open, closed.turnsPerSecond(), handOffs, closed.overlaps() + handOffs.overlaps());
    }

    private static List<Timeline> timelines(List<String> lines) {
        return lines.stream().map(Timeline::ofLine).toList();
    }

    private static Waits waits(List<Timeline> all, long from, long to) {
        return Waits.of(all.stream()
                .map(each -> each.scheduled(from, to))
                .reduce(LongStream::concat)
                .orElseGet(LongStream::empty));
    }

    private static HandOffs handOffs(List<String> lines, long from) {
        List<HandOffs.Held> all = new ArrayList<>();
        for (int client = 0; client < lines.size(); client++) {
            all.addAll(HandOffs.ofLine(client, lines.get(client)));
        }
        return HandOffs.of(all, from);
    }

    /** The joint throughput of closed loops. */
    private record Closed(double turnsPerSecond, long overlaps) {
        static Closed of(List<String> lines) {
            double perSecond = 0;
            long overlaps = 0;
            for (String line : lines) {
                Measured each = Measured.ofLine(line);
                perSecond += each.turns().nanos().getTotalCount()
                        * 1e9
                        / each.turns().elapsedNanos();
                overlaps += each.overlaps();
            }
            return new Closed(perSecond, overlaps);
        }
    }

    @Override
    public void close() {
        GreyCluster running = cluster;
        cluster = null;
        if (running != null) {
            running.close();
        }
    }
}
