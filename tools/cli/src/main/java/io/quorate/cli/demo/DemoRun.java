// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.cluster.ProtocolOptions;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Words;
import io.quorate.cli.lab.Drawings;
import io.quorate.node.net.Roster;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTimeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Starts the processes, has them contend, and collects what they wrote. */
final class DemoRun {
    /** For a machine with much other work. A process that dies is noticed at once. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    private final DemoPlan plan;
    private final Consumer<String> progress;
    private final HoldJournal journal;
    private final List<ChildProcess> children = new ArrayList<>();

    /** Messages that are copies of a broadcast, which counts once. */
    private long copies;

    private long copiesAlone;

    DemoRun(DemoPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
        this.journal = new HoldJournal(plan.directory());
    }

    /** The plan of a demonstration; {@code java} is the command that starts this program. */
    record DemoPlan(
            int nodes,
            int rounds,
            String hold,
            Path directory,
            boolean withoutLock,
            ProtocolOptions options,
            List<String> java) {
        long holds() {
            return (long) nodes * rounds;
        }
    }

    DemoReport run() throws IOException, InterruptedException {
        Files.createDirectories(plan.directory());
        journal.startAnew();
        Roster roster = FreePorts.roster("quorate-demo", plan.nodes());
        List<DemoReport.DemoNode> nodes = new ArrayList<>();
        try {
            long origin = System.nanoTime();
            for (Roster.Member member : roster.members()) {
                ChildProcess child = start(member, roster, origin);
                children.add(child);
                nodes.add(new DemoReport.DemoNode(member.id(), child.pid(), member.address()));
            }
            progress.accept("starting " + plan.nodes() + " node processes");
            converse(null, "ready", startTimeout());
            for (ChildProcess child : children) { // one after the other, so that nobody contends
                child.tell("alone");
                child.await("was-alone", startTimeout());
            }
            progress.accept(plan.withoutLock() ? "the nodes work without the lock" : "the nodes contend for the lock");
            converse("go", "done", workTimeout());
            for (String line : converse("finish", "traced", START_TIMEOUT)) {
                String[] words = line.split(" ");
                copiesAlone += Long.parseLong(words[words.length - 2]);
                copies += Long.parseLong(words[words.length - 1]);
            }
            children.forEach(child -> child.tell(ParentProcess.END));
        } finally {
            children.forEach(ChildProcess::close);
        }
        return report(roster, nodes);
    }

    private ChildProcess start(Roster.Member member, Roster roster, long origin) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("demo-node", "--id", member.id()));
        arguments.addAll(List.of(
                "--roster",
                roster.members().stream().map(Roster.Member::toString).collect(Collectors.joining(","))));
        arguments.addAll(List.of("--rounds", String.valueOf(plan.rounds()), "--hold", plan.hold()));
        arguments.addAll(List.of("--dir", plan.directory().toString(), "--origin", String.valueOf(origin)));
        arguments.addAll(plan.options().arguments());
        if (plan.withoutLock()) {
            arguments.add("--without-lock");
        }
        Path log = plan.directory().resolve(member.id() + ".log");
        return ChildProcess.start(member.id(), plan.java(), arguments, log);
    }

    /** Nodes take locks for the first time. */
    private Duration startTimeout() {
        return START_TIMEOUT.plus(DemoNodeCommand.holdTimeout(plan.options()));
    }

    private Duration workTimeout() {
        return startTimeout().plus(Words.duration(plan.hold()).plusMillis(50).multipliedBy(plan.holds()));
    }

    /** Says a line to all children, and waits until each has answered; gives the answers. */
    private List<String> converse(@Nullable String line, String answer, Duration timeout) throws InterruptedException {
        if (line != null) {
            children.forEach(child -> child.tell(line));
        }
        List<String> answers = new ArrayList<>();
        for (ChildProcess child : children) {
            answers.add(child.await(answer, timeout));
        }
        return answers;
    }

    private DemoReport report(Roster roster, List<DemoReport.DemoNode> nodes) throws IOException {
        HoldProof proof = HoldProof.of(journal.read(), plan.holds(), journal.readCounter());
        Path traceFile = plan.directory().resolve("demo.trace");
        SpaceTime diagram =
                fromZero(SpaceTimeFile.read(ShortStamps.in(mergedTrace(roster, DemoNodeCommand.TRACE_SUFFIX))));
        SpaceTime alone = SpaceTimeFile.read(mergedTrace(roster, DemoNodeCommand.TRACE_ALONE_SUFFIX));
        List<Path> files = new ArrayList<>(List.of(journal.journalFile(), journal.counterFile()));
        Path svg = plan.directory().resolve("demo.svg");
        if (plan.withoutLock()) { // no message was sent: there is nothing to draw, nor should an older drawing lie
            // there
            Files.deleteIfExists(traceFile);
            Files.deleteIfExists(svg);
        } else {
            Drawings.writeTrace(diagram, traceFile);
            Drawings.writeSvg(diagram, svg);
            files.addAll(List.of(traceFile, svg));
        }
        double messagesAlone = (double) (alone.messages().size() - copiesAlone) / plan.nodes();
        return new DemoReport(
                nodes, proof, diagram, messagesAlone, copies, DemoCost.of(plan.options(), plan.nodes()), files);
    }

    /** The same, beginning at the time 0. */
    private static SpaceTime fromZero(SpaceTime diagram) {
        long[] times = diagram.times();
        long start = times.length == 0 ? 0 : times[0];
        SpaceTime.Builder moved = SpaceTime.of(diagram.title(), diagram.scale(), diagram.nodes());
        for (SpaceTime.Message each : diagram.messages()) {
            long received = each.isReceived() ? each.receivedAt() - start : SpaceTime.NEVER;
            moved.message(new SpaceTime.Message(
                    each.from(), each.to(), each.sentAt() - start, received, each.kind(), each.text()));
        }
        for (SpaceTime.Span each : diagram.spans()) {
            long to = each.to() == SpaceTime.NEVER ? SpaceTime.NEVER : each.to() - start;
            moved.span(new SpaceTime.Span(each.node(), each.activity(), each.from() - start, to, each.label()));
        }
        return moved.build();
    }

    /** The traces of all nodes, one behind the other, without arrivals of what nobody has taken down as sent. */
    private List<String> mergedTrace(Roster roster, String suffix) throws IOException {
        List<String> all = new ArrayList<>();
        all.add(SpaceTimeFile.HEADER);
        all.add("title " + plan.nodes() + " nodes take one lock " + plan.rounds() + " times each");
        for (Roster.Member member : roster.members()) {
            Path file = plan.directory().resolve(member.id() + suffix);
            if (!Files.exists(file)) {
                throw new CommandFailure(
                        ExitCode.ENVIRONMENT, "Node " + member.id() + " wrote no trace. Look into its log in " + file);
            }
            all.addAll(Files.readAllLines(file));
            Files.delete(file);
        }
        Set<String> sent = all.stream()
                .map(line -> line.split(" "))
                .filter(words -> words.length > 4 && words[2].equals("send"))
                .map(words -> words[4])
                .collect(Collectors.toSet());
        return all.stream()
                .filter(line -> {
                    String[] words = line.split(" ");
                    return words.length < 4 || !words[2].equals("receive") || sent.contains(words[3]);
                })
                .toList();
    }
}
