// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.claims;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.draw.QuorumPicture;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.measure.SetProperties;
import io.quorate.reproduce.measure.SingleEntry;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The measurements that tables of claims share. A system is written as protocol, quorums and number of nodes: {@code maekawa plane 13},
 * {@code ricart-agrawala usual 7}.
 */
final class Measures {
    /** All, by name. */
    static final Map<String, Measure> ALL = new LinkedHashMap<>();

    /** Properties of the sets that nodes ask, by name. */
    private static final Map<String, Function<SetProperties, String>> OF_SETS = Map.of(
            "letters", SetProperties::letters,
            "size", sets -> sets.size().toString(),
            "memberships", sets -> sets.memberships().toString(),
            "common", sets -> sets.common().toString(),
            "total", sets -> Comparison.text(sets.total()));

    static {
        ALL.put("value", words -> Answer.of(Double.parseDouble(words.get(0))));
        ALL.put("alone", words -> Answer.of(light(words).messagesPerEntry()));
        ALL.put("alone-kind", words -> {
            SimulationReport report = light(words.subList(1, words.size()));
            long messages = report.traffic().messagesByKind().getOrDefault(words.get(0), 0L);
            return Answer.of((double) messages / report.claims().entries());
        });
        ALL.put("alone-kinds", words -> kinds(light(words)));
        ALL.put("alone-all", words -> Answer.of(light(words).traffic().messages()));
        ALL.put("alone-busiest", words -> Answer.of(light(words).traffic().busiestMessages()));
        ALL.put("heavy", words -> Answer.of(Demand.perAsked(Demand.heavy(setup(words)))));
        ALL.put(
                "entry",
                words -> Answer.of(SingleEntry.of(setup(words.subList(1, words.size())), node(words.get(0)))
                        .all()));
        ALL.put("sets", Measures::sets);
        ALL.put("quorum", Measures::quorum);
        ALL.put("check", Measures::check);
        ALL.put("enters", words -> played(words, story -> Answer.of(String.join(", ", story.entries()))));
        ALL.put(
                "first",
                words -> played(words, story -> Answer.of(story.entries().get(0))));
        ALL.put(
                "entries",
                words -> played(words, story -> Answer.of(story.entries().size())));
        ALL.put("messages", words -> played(words, story -> Answer.of(story.messages())));
        ALL.put("tells", Measures::tells);
    }

    private Measures() {}

    /** A node as the papers count them, from one. */
    private static NodeId node(String number) {
        return NodeId.of(Integer.parseInt(number) - 1);
    }

    private static NodeSet nodes(String numbers) {
        return NodeSet.ofIndexes(Arrays.stream(numbers.split(","))
                .mapToInt(number -> Integer.parseInt(number) - 1)
                .toArray());
    }

    /** A system of protocol, quorums and number of nodes. */
    static Setup setup(List<String> words) {
        require(words.size() == 3, "a system is a protocol, quorums and a number of nodes, not " + words);
        Protocol<?> protocol = Protocols.named(words.get(0));
        int size = Integer.parseInt(words.get(2));
        return words.get(1).equals("usual")
                ? Setup.usual(protocol, size)
                : Setup.of(protocol, Quorums.named(words.get(1), size), size);
    }

    private static void require(boolean isSo, String message) {
        if (!isSo) {
            throw new IllegalArgumentException(message);
        }
    }

    private static SimulationReport light(List<String> words) {
        return Demand.light(setup(words));
    }

    /** How many of each kind an entry takes, as in "Locked 1, Release 1, Request 1". */
    private static Answer kinds(SimulationReport report) {
        return Answer.of(String.join(
                ", ",
                report.traffic().messagesByKind().entrySet().stream()
                        .map(kind -> kind.getKey() + " "
                                + Comparison.text((double) kind.getValue()
                                        / report.claims().entries()))
                        .sorted()
                        .toList()));
    }

    /** {@code sets size plane 13}. */
    private static Answer sets(List<String> words) {
        require(words.size() == 3, "write: sets " + OF_SETS.keySet() + " QUORUMS N, not " + words);
        Function<SetProperties, String> property = OF_SETS.get(words.get(0));
        require(property != null, "sets have " + OF_SETS.keySet() + ", not " + words.get(0));
        QuorumSystem system = Quorums.named(words.get(1), Integer.parseInt(words.get(2)));
        return Answer.of(Optional.ofNullable(property).orElseThrow().apply(SetProperties.of(system)))
                .drawn(() -> QuorumPicture.svgOf(system));
    }

    /** {@code quorum 6 tree 9 1,2,3,8}: what node 6 asks while others are down. */
    private static Answer quorum(List<String> words) {
        QuorumSystem system = Quorums.named(words.get(1), Integer.parseInt(words.get(2)));
        NodeSet failed = words.size() > 3 ? nodes(words.get(3)) : NodeSet.EMPTY;
        NodeId node = node(words.get(0));
        return Answer.of(system.quorumAvoiding(node, failed)
                        .map(SetProperties::text)
                        .orElse("none"))
                .drawn(() -> system instanceof Tree tree
                        ? QuorumPicture.svgOf(tree, node, failed)
                        : QuorumPicture.svgOf(system));
    }

    /**
     * {@code check nodes 4 protocol maekawa quorums all network fifo / 3 ask 2 crashes 1}: everything that can happen. Behind the stroke
     * stands who asks how often, or {@code asking 2,3,4} for these nodes, and faults.
     */
    private static Answer check(List<String> words) {
        int stroke = words.indexOf("/");
        require(stroke > 0, "write: check SETUP / 3 ask 1");
        Setup setup = Setup.parse(String.join("  ", words.subList(0, stroke)));
        Explored explored = Explored.of(setup, limits(words.subList(stroke + 1, words.size())));
        Answer answer = Answer.of(explored.summary(), explored.isVerified());
        return explored.isBroken() ? answer.drawn(explored::drawing) : answer;
    }

    private static Limits limits(List<String> words) {
        boolean isNamed = words.get(0).equals("asking");
        Limits limits = isNamed
                ? Explored.asking(Arrays.stream(words.get(1).split(","))
                        .mapToInt(Integer::parseInt)
                        .toArray())
                : Limits.contenders(Integer.parseInt(words.get(0)), Integer.parseInt(words.get(2)));
        for (int place = isNamed ? 2 : 3; place + 1 < words.size(); place += 2) {
            int count = Integer.parseInt(words.get(place + 1));
            limits = switch (words.get(place)) {
                case "crashes" -> limits.withCrashes(count);
                case "suspicions" -> limits.withSuspicions(count);
                case "copies" -> limits.withDuplicates(count);
                default ->
                    throw new IllegalArgumentException(
                            "faults are crashes, suspicions and copies, not " + words.get(place));
            };
        }
        return limits;
    }

    private static Answer played(List<String> words, Function<PlayedScenario, Answer> measured) {
        PlayedScenario story = PlayedScenario.of(words.get(0));
        return measured.apply(story).drawn(story::drawing);
    }

    /** {@code tells maekawa/figure-3 n1 -> n4 Failed ; n2 holds}: whether all of this is said, in this order. */
    private static Answer tells(List<String> words) {
        return played(words, story -> {
            List<String> lines =
                    List.of(String.join(" ", words.subList(1, words.size())).split(" ; "));
            int told = story.tellsInOrder(lines);
            return Answer.of(told + " of " + lines.size() + ", in this order", told == lines.size());
        });
    }
}
