// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.thiarefall;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.StandardChecks;
import io.quorate.lab.draw.QuorumPicture;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.maekawa.ThiareFall;
import io.quorate.papers.quorum.IntersectionOnly;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.claims.Answer;
import io.quorate.reproduce.claims.ClaimTable;
import io.quorate.reproduce.claims.Measure;
import io.quorate.reproduce.maekawa.MaekawaFigure1;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.measure.KindCounter;
import io.quorate.reproduce.measure.SetProperties;
import io.quorate.reproduce.measure.WorstCaseRuns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The items of Thiare and Fall's paper, as its table of claims says, and the measurements that only they need. */
public final class ThiareFallItems {
    private static final String FANO = """
            S1 = {1, 2, 3}
            S2 = {2, 5, 7}
            S3 = {3, 4, 7}
            S4 = {4, 1, 5}
            S5 = {5, 3, 6}
            S6 = {6, 2, 4}
            S7 = {7, 1, 6}
            """;

    private static final Map<String, Measure> MEASURES = Map.of(
            "fano", ThiareFallItems::fano,
            "planes", words -> planes(number(words, 0)),
            "as-printed", words -> explored(Explored.of(asPrinted(words.get(0)))),
            "corrected", words -> explored(Explored.of(system(words.get(0)))),
            "families", words -> families(number(words, 0)),
            "one-quorum",
                    words -> Answer.of(isRefused(number(words, 0)) ? "no intersection node, refused" : "accepted"),
            "arbiters", ThiareFallItems::arbiters,
            "dearest", words -> dearest(number(words, 0), number(words, 1)),
            "same-as-maekawa", words -> sameAsMaekawa(number(words, 0)),
            "everybody", ThiareFallItems::everybody);

    private ThiareFallItems() {}

    public static List<Item> all() {
        return ClaimTable.items(
                Paper.THIARE_FALL,
                ThiareFallItems.class,
                MEASURES,
                Map.of(
                        "ThiareFallDelays.compared", ThiareFallDelays::compared,
                        "ThiareFallRelatedItems.tokenRing", ThiareFallRelatedItems::tokenRing,
                        "ThiareFallRelatedItems.costOfFailures", ThiareFallRelatedItems::costOfFailures));
    }

    private static int number(List<String> words, int place) {
        return Integer.parseInt(words.get(place));
    }

    private static Answer explored(Explored explored) {
        Answer answer = Answer.of(explored.summary(), explored.isVerified());
        return explored.isBroken() ? answer.drawn(explored::drawing) : answer;
    }

    /** The properties of Figure 1. */
    private static Answer fano(List<String> words) {
        Explicit printed = Explicit.ofLines(FANO, 0);
        SetProperties sets = SetProperties.of(printed);
        return switch (words.get(0)) {
            case "plane" ->
                Answer.of(
                                sets.size() + " members, " + sets.memberships() + " sets of a node, " + sets.common()
                                        + " in common",
                                sets.isPlane(3))
                        .drawn(() -> QuorumPicture.svgOf(printed));
            case "lines-through-two" -> Answer.of(linesThroughTwo(printed));
            case "maekawa" -> {
                boolean isSame = lines(MaekawaFigure1.part(3)).equals(lines(printed));
                yield Answer.of(isSame ? "the same lines" : "other lines", isSame);
            }
            default -> Answer.of(printed.size() + " lines and " + sets.size() + " points on a line");
        };
    }

    private static Answer planes(int most) {
        boolean areAll = true;
        for (int order = 1; order <= most; order++) {
            if (ProjectivePlane.isOrder(order)) {
                ProjectivePlane plane = new ProjectivePlane(order * order + order + 1);
                areAll &= SetProperties.of(plane).isPlane(order + 1)
                        && linesThroughTwo(plane).equals("1");
            }
        }
        return Answer.of(areAll ? "so for all of them" : "not so", areAll);
    }

    private static List<String> lines(Explicit sets) {
        return SetProperties.sets(sets).stream()
                .map(SetProperties::text)
                .sorted()
                .toList();
    }

    private static String linesThroughTwo(QuorumSystem system) {
        List<NodeSet> sets = SetProperties.sets(system);
        int least = sets.size();
        int most = 0;
        for (int one = 0; one < system.size(); one++) {
            for (int other = 0; other < one; other++) {
                NodeSet two = NodeSet.ofIndexes(one, other);
                int count =
                        (int) sets.stream().filter(set -> set.containsAll(two)).count();
                least = Math.min(least, count);
                most = Math.max(most, count);
            }
        }
        return new SetProperties.Span(least, most).toString();
    }

    /** One of the systems that are always checked, by its name. */
    public static CheckSystem system(String name) {
        return StandardChecks.small().stream()
                .filter(system -> system.name().equals("thiare-fall-" + name))
                .findFirst()
                .orElseThrow();
    }

    /** The same by the rules of section 4.2. */
    public static CheckSystem asPrinted(String name) {
        CheckSystem corrected = system(name);
        Setup setup = corrected.setup();
        return corrected.with(new Setup(ThiareFall.asPrinted(), "", setup.placement(), setup.nodes(), setup.network()));
    }

    private static Answer families(int most) {
        long families = 0;
        long broken = 0;
        for (int nodes = 2; nodes <= most; nodes++) {
            for (int size = 1; size <= nodes; size++) {
                Families search = new Families(nodes, size);
                search.from(0, List.of());
                families += search.families;
                broken += search.broken;
            }
        }
        return Answer.of(
                Comparison.text(families) + " families, " + broken + " of them broken", families > 100 && broken == 0);
    }

    private static boolean isRefused(int nodes) {
        try {
            IntersectionOnly.of(nodes, List.of(NodeSet.first(nodes)));
            return false;
        } catch (IllegalArgumentException refused) {
            return true;
        }
    }

    /** {@code arbiters 21 7 7}: nodes, quorums, and how many arbiters there must be. */
    private static Answer arbiters(List<String> words) {
        int nodes = number(words, 0);
        IntersectionOnly system = IntersectionOnly.made(nodes, number(words, 1));
        return Answer.of(
                        system.arbiters() + " arbiters, " + (nodes - system.arbiters())
                                + " clients that are never asked",
                        system.arbiters() == number(words, 2)
                                && SetProperties.of(system).memberships().least() == 0)
                .drawn(() -> QuorumPicture.svgOf(system));
    }

    /** All clients share the arbiters, and each is in a quorum of its own with them: more than 5 for each, and 6 at most. */
    private static Answer dearest(int members, int clients) {
        List<NodeSet> family = new ArrayList<>();
        for (int client = members; client < members + clients; client++) {
            family.add(NodeSet.first(members).with(NodeId.of(client)));
        }
        int nodes = members + clients;
        Setup shared = Setup.of(new ThiareFall(), IntersectionOnly.of(nodes, family), nodes);
        KindCounter counts = WorstCaseRuns.onAverage(shared, members);
        double each = (double) counts.all() / clients / members;
        boolean isAsComputed = counts.all() == WorstCaseRuns.formula(members, clients) && each > 5 && each <= 6;
        return Answer.of(Comparison.text(each), isAsComputed);
    }

    private static Answer sameAsMaekawa(int nodes) {
        SimulationReport here = Demand.light(Setup.usual(new ThiareFall(), nodes));
        SimulationReport maekawa = Demand.light(Setup.usual(new Maekawa(), nodes));
        return Answer.of(
                Comparison.text(here.messagesPerEntry()) + ", the same of each kind and at the busiest node",
                here.traffic().equals(maekawa.traffic()));
    }

    /** {@code everybody size 5}, or {@code everybody messages 5}: one set of all nodes, listed twice. */
    private static Answer everybody(List<String> words) {
        int nodes = number(words, 1);
        IntersectionOnly everybody = IntersectionOnly.of(nodes, Collections.nCopies(2, NodeSet.first(nodes)));
        return words.get(0).equals("size")
                ? Answer.of(SetProperties.of(everybody).size().toString())
                : Answer.of(Demand.light(Setup.of(new ThiareFall(), everybody, nodes))
                        .messagesPerEntry());
    }

    /** All families of sets of one size, of which every two meet, with everybody in one of them. */
    private static final class Families {
        private final int nodes;
        private final List<NodeSet> sets;
        private long families;
        private long broken;

        Families(int nodes, int size) {
            this.nodes = nodes;
            this.sets = IntStream.range(1, 1 << nodes)
                    .filter(bits -> Integer.bitCount(bits) == size)
                    .mapToObj(NodeSet::ofBits)
                    .toList();
        }

        void from(int place, List<NodeSet> chosen) {
            if (place == sets.size()) {
                NodeSet everybody = chosen.stream().reduce(NodeSet.EMPTY, NodeSet::union);
                if (chosen.size() >= 2 && everybody.equals(NodeSet.first(nodes))) {
                    families++;
                    broken += meetRestricted(chosen) ? 0 : 1;
                }
                return;
            }
            from(place + 1, chosen);
            NodeSet next = sets.get(place);
            if (chosen.stream().allMatch(next::intersects)) {
                List<NodeSet> more = new ArrayList<>(chosen);
                more.add(next);
                from(place + 1, more);
            }
        }

        /** The sets that nodes ask then. */
        private boolean meetRestricted(List<NodeSet> family) {
            List<NodeSet> asked = SetProperties.sets(IntersectionOnly.of(nodes, family));
            return asked.stream().allMatch(one -> asked.stream().allMatch(one::intersects));
        }
    }
}
