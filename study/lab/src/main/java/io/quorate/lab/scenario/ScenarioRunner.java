// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.scenario;

import io.quorate.core.model.NodeId;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.audit.MutualExclusion;
import io.quorate.lab.audit.OrderOfWaiters;
import io.quorate.lab.draw.SpaceTimeRecorder;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Transcript;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.step.NodeSnapshot;
import io.quorate.trace.SpaceTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Plays a scenario. */
public final class ScenarioRunner {
    /** Maximum number of steps to settle: more means an endless loop. */
    private static final int SETTLING_STEPS_MAX = 10_000;

    private final Scenario scenario;
    private final Transcript transcript = new Transcript();
    private final SpaceTimeRecorder recorder;
    private final SendOrder order = new SendOrder();
    private final Cluster cluster;
    private boolean broken;

    private ScenarioRunner(Scenario scenario) {
        this.scenario = scenario;
        this.recorder = SpaceTimeRecorder.inSteps("", scenario.setup().nodes());
        this.cluster =
                Cluster.of(scenario.setup(), ClusterObserver.all(transcript, recorder, order, new MutualExclusion()));
    }

    /**
     * The outcome of playing a scenario.
     *
     * @param text the file as it should be
     * @param diagram everything that happened, a step for each choice
     */
    public record Outcome(String text, SpaceTime diagram) {}

    /** Plays it to the end; a step that cannot be taken or an expectation that is not met is an error with its line. */
    public static Outcome play(Scenario scenario) {
        return new ScenarioRunner(scenario).play();
    }

    private Outcome play() {
        List<List<String>> transcripts = new ArrayList<>();
        for (Scenario.Block block : scenario.blocks()) {
            List<String> lines = new ArrayList<>();
            for (int place = 0; place < block.script().size(); place++) {
                step(block.script().get(place).strip(), block.firstLine() + place, lines);
            }
            transcript.take().lines().forEach(lines::add);
            transcripts.add(lines);
        }
        return new Outcome(scenario.withTranscripts(transcripts), recorder.diagram());
    }

    private void step(String line, int number, List<String> lines) {
        if (line.startsWith("#") || broken) {
            return;
        }
        try {
            obey(line);
        } catch (AuditFailure failure) {
            // Errors of a protocol without one of its rules, or with rules that are not for use, are part of the
            // story.
            if (scenario.setup().isForUse()) {
                throw new IllegalStateException(
                        "line " + number + ", \"" + line + "\": " + failure.getMessage(), failure);
            }
            transcript.take().lines().forEach(lines::add);
            lines.add("BROKEN: " + failure.getMessage());
            broken = true;
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException("line " + number + ": " + refused.getMessage(), refused);
        }
    }

    private void obey(String line) {
        String[] words = line.split("\\s+");
        switch (words[0]) {
            case "settle" -> settle(words);
            case "expect" -> expect(line, words);
            default -> cluster.apply(Choice.parse(line));
        }
        OrderOfWaiters.require(cluster);
    }

    private void settle(String[] words) {
        Set<String> left = new LinkedHashSet<>(List.of(words).subList(Math.min(2, words.length), words.length));
        if (words.length > 1 && !words[1].equals("but")) {
            throw new IllegalArgumentException(
                    "write \"settle\", or \"settle but n1->n2\" to leave what n1->n2 carries");
        }
        for (int steps = 0; order.deliverNext(left); steps++) {
            if (steps == SETTLING_STEPS_MAX) {
                throw new IllegalArgumentException("after " + steps + " deliveries there is still no end");
            }
        }
    }

    private void expect(String line, String[] words) {
        boolean met = switch (line.substring("expect".length()).strip()) {
            case "nobody holds" ->
                allNodes().stream().allMatch(node -> node.holding().isEmpty());
            case "nobody waits" ->
                allNodes().stream().allMatch(node -> node.waiting().isEmpty());
            case "nothing remains" -> nothingRemains();
            case "something remains" -> !nothingRemains();
            default -> expectOf(line, words);
        };
        if (!met) {
            throw new IllegalArgumentException("\"" + line + "\" is not so. "
                    + String.join(
                            ", ",
                            allNodes().stream().map(ScenarioRunner::describe).toList()) + "; "
                    + cluster.framesInFlight() + " frames under way");
        }
    }

    private boolean nothingRemains() {
        return cluster.framesInFlight() == 0 && allNodes().stream().allMatch(NodeSnapshot::isEmpty);
    }

    private boolean expectOf(String line, String[] words) {
        if (words.length != 3) {
            throw noExpectation(line);
        }
        NodeSnapshot node = cluster.node(NodeId.parse(words[1]));
        return switch (words[2]) {
            case "holding" -> !node.holding().isEmpty();
            case "waiting" -> !node.waiting().isEmpty();
            case "idle" -> node.holding().isEmpty() && node.waiting().isEmpty();
            default -> throw noExpectation(line);
        };
    }

    private static IllegalArgumentException noExpectation(String line) {
        return new IllegalArgumentException(
                "\"" + line + "\" is no expectation. Write expect n1 holding, waiting or idle;"
                        + " expect nobody holds or waits; expect nothing or something remains");
    }

    private List<NodeSnapshot> allNodes() {
        List<NodeSnapshot> nodes = new ArrayList<>();
        for (int index = 0; index < cluster.size(); index++) {
            nodes.add(cluster.node(index));
        }
        return nodes;
    }

    private static String describe(NodeSnapshot node) {
        String rest = node.isEmpty() ? " remembers nothing" : " remembers something";
        return node.self() + " holds " + node.holding() + ", waits " + node.waiting() + "," + rest;
    }

    /** Remembers in which order frames were sent. */
    private final class SendOrder implements ClusterObserver {
        private final List<Sent> sent = new ArrayList<>();

        private record Sent(NodeId from, NodeId to, FrameInFlight packet) {}

        @Override
        public void sent(NodeId from, NodeId to, FrameInFlight packet) {
            sent.add(new Sent(from, to, packet));
        }

        @Override
        public void duplicated(NodeId from, NodeId to, FrameInFlight packet) {
            sent.add(new Sent(from, to, packet));
        }

        /** Delivers the first of those under way; false if there is none. */
        boolean deliverNext(Set<String> leftChannels) {
            for (int place = 0; place < sent.size(); place++) {
                Sent each = sent.get(place);
                int position = position(each);
                if (position == 0) {
                    sent.remove(place--); // delivered by name, or lost
                } else if (!leftChannels.contains(each.from + "->" + each.to)) {
                    sent.remove(place);
                    cluster.apply(new Choice.Deliver(each.from, each.to, position));
                    return true;
                }
            }
            return false;
        }

        private int position(Sent frame) {
            Channel channel = cluster.channel(frame.from, frame.to);
            for (int position = 1; position <= channel.size(); position++) {
                if (channel.at(position) == frame.packet) {
                    return position;
                }
            }
            return 0;
        }
    }
}
