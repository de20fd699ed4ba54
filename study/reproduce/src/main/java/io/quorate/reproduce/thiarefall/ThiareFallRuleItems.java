package io.quorate.reproduce.thiarefall;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.StandardChecks;
import io.quorate.lab.draw.QuorumPicture;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.ThiareFall;
import io.quorate.papers.quorum.IntersectionOnly;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.maekawa.MaekawaFigure1;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.measure.SetProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Thiare and Fall, sections 3 to 6: the Fano plane, the rules, and the conditions on the quorums. */
public final class ThiareFallRuleItems {
    private static final String FANO = """
            S1 = {1, 2, 3}
            S2 = {2, 5, 7}
            S3 = {3, 4, 7}
            S4 = {4, 1, 5}
            S5 = {5, 3, 6}
            S6 = {6, 2, 4}
            S7 = {7, 1, 6}
            """;

    private static final String FREE = "deadlock and starvation free (Theorem 6.2)";

    private ThiareFallRuleItems() {}

    static List<Item> all() {
        return List.of(
                new Item(
                        "thiare-fall-figure-1",
                        Paper.THIARE_FALL,
                        "Section 3.1, Figure 1",
                        "The finite projective plane of order 2, and the numbers of points and lines",
                        new Item.Effort(0.1, 0.2),
                        ThiareFallRuleItems::fano),
                new Item(
                        "thiare-fall-section-4.2",
                        Paper.THIARE_FALL,
                        "Sections 4.2 and 6",
                        "The rules as printed deadlock; corrected they do not",
                        new Item.Effort(1.5, 1.5),
                        ThiareFallRuleItems::rules),
                new Item(
                        "thiare-fall-section-5",
                        Paper.THIARE_FALL,
                        "Section 5",
                        "Quorums under conditions (i) to (iii) still meet when only intersection nodes are asked",
                        new Item.Effort(0.2, 2),
                        ThiareFallRuleItems::conditions));
    }

    private static Finding fano(Scale scale, Experiment.Progress progress) {
        int most = scale.choose(7, 16);
        Explicit printed = Explicit.ofLines(FANO, 0);
        SetProperties sets = SetProperties.of(printed);
        Finding.Builder finding =
                Finding.of("The seven sets as printed, and planes of all orders k up to " + most + ".");
        finding.compare(Comparison.holds(
                "Figure 1: (i) intersection, (iii) equal size k+1 = 3, (iv) equal effort k+1 = 3",
                "so",
                sets.size() + " members, " + sets.memberships() + " sets of a node, " + sets.common() + " in common",
                sets.isPlane(3)));
        finding.compare(
                Comparison.equal("Figure 1: any two points lie on so many lines", "1", linesThroughTwo(printed)));
        finding.compare(Comparison.equal(
                "they are the lines of Maekawa's Figure 1(b)", lines(MaekawaFigure1.part(3)), lines(printed)));
        boolean areAll = true;
        for (int order = 1; order <= most; order++) {
            if (ProjectivePlane.isOrder(order)) {
                ProjectivePlane plane = new ProjectivePlane(order * order + order + 1);
                areAll &= SetProperties.of(plane).isPlane(order + 1)
                        && linesThroughTwo(plane).equals("1");
            }
        }
        finding.compare(Comparison.holds(
                "Definition 3.1: k*k+k+1 points and lines, k+1 points on a line, k+1 lines through a point",
                "for every power of a prime",
                areAll ? "so for all of them" : "not so",
                areAll));
        finding.compare(Comparison.differs(
                "section 3.1, last sentence: a plane of order 2",
                "(k+1) = 3 lines and k = 2 points on a line",
                printed.size() + " lines and " + sets.size() + " points on a line",
                printed.size() == 7 && sets.size().most() == 3,
                "k*k+k+1 lines with k+1 points, as Definition 3.1 says itself"));
        return finding.draw(QuorumPicture.svgOf(printed)).found();
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

    private static Finding rules(Scale scale, Experiment.Progress progress) {
        Finding.Builder finding =
                Finding.of("The checker: everything that can happen, messages in order, each contender asks"
                        + " once; steps are those of a shortest run. 4 nodes: the usual quorums, three arbiters and a client. Shared:"
                        + " two arbiters that three clients ask both.");
        Explored four = Explored.of(asPrinted("4-3x1"));
        finding.compare(four.breaks(
                "as printed, 4 nodes, 3 ask",
                FREE,
                Explored.DEADLOCK,
                14,
                "giving a lock back does not count as a failure: with the FAILED of the other member gone, a waiter keeps a"
                        + " lock that an older request needs"));
        finding.compare(Explored.of(asPrinted("shared-3x1"))
                .breaks(
                        "as printed, shared, the clients ask",
                        FREE,
                        Explored.DEADLOCK,
                        16,
                        "a request behind another waiting one is not told FAILED"));
        finding.compare(Explored.of(asPrinted("shared-arbiter-asks-3x1"))
                .breaks("as printed, shared, an arbiter and 2 clients ask", FREE, Explored.DEADLOCK, 14, "the same"));
        finding.compare(Explored.of(asPrinted("hub-4x1")).verified("as printed, one arbiter for all, 4 ask", FREE));
        for (String name : List.of("4-3x1", "shared-3x1", "shared-arbiter-asks-3x1", "8-3x1")) {
            finding.compare(Explored.of(system(name))
                    .verified("corrected, " + name + ": one inside (Theorem 6.1), and everybody in the end", FREE));
        }
        PlayedScenario healed = PlayedScenario.of("thiare-fall/giving-a-lock-back-is-a-failure");
        finding.compare(Comparison.holds(
                "the first of these runs by the corrected rules",
                "everybody enters",
                String.join(", ", healed.entries()),
                healed.entries().size() == 3));
        return finding.draw(four.drawing()).draw(healed.drawing()).found();
    }

    private static Finding conditions(Scale scale, Experiment.Progress progress) {
        int most = scale.choose(5, 6);
        Finding.Builder finding = Finding.of("All families of y sets of equal size among up to " + most
                + " nodes that meet and leave nobody out, each restricted to its intersection nodes.");
        long families = 0;
        long broken = 0;
        for (int nodes = 2; nodes <= most; nodes++) {
            for (int size = 1; size <= nodes; size++) {
                Families search = new Families(nodes, size);
                search.from(0, List.of());
                families += search.families;
                broken += search.broken;
            }
            progress.at((double) nodes / (most + 1));
        }
        finding.compare(Comparison.holds(
                "y of at least 2: intersection nodes of two quorums have one in common (Theorem 6.1)",
                "for any two quorums",
                Comparison.text(families) + " families, " + broken + " of them broken",
                families > 100 && broken == 0));
        finding.compare(Comparison.differs(
                "y = 1, which \"y <= N\" allows",
                "mutual exclusion",
                isRefused(4) ? "no intersection node, refused" : "accepted",
                isRefused(4),
                "no node is in two quorums, so nobody is asked, and everybody gets in: there must be two or more"));
        IntersectionOnly seven = IntersectionOnly.made(21, 7);
        finding.compare(Comparison.holds(
                "21 nodes, 7 quorums: non-intersection nodes do not take part",
                "pseudo-distributed",
                seven.arbiters() + " arbiters, " + (21 - seven.arbiters()) + " clients that are never asked",
                seven.arbiters() == 7 && SetProperties.of(seven).memberships().least() == 0));
        return finding.draw(QuorumPicture.svgOf(seven)).found();
    }

    private static boolean isRefused(int nodes) {
        try {
            IntersectionOnly.of(nodes, List.of(NodeSet.first(nodes)));
            return false;
        } catch (IllegalArgumentException refused) {
            return true;
        }
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

        /** What nodes ask then. */
        private boolean meetRestricted(List<NodeSet> family) {
            List<NodeSet> asked = SetProperties.sets(IntersectionOnly.of(nodes, family));
            return asked.stream().allMatch(one -> asked.stream().allMatch(one::intersects));
        }
    }
}
