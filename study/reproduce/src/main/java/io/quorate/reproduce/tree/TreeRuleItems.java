package io.quorate.reproduce.tree;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.draw.QuorumPicture;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.quorum.TreeAsPrinted;
import io.quorate.papers.quorum.TreeAsPrinted.Reading;
import io.quorate.papers.tree.TreeLock;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.measure.SetProperties;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tree paper: how quorums are built, the example with nine sites, and the rules. */
public final class TreeRuleItems {
    private static final String ONE_INSIDE = "the mutual exclusion is guaranteed, and the deadlock avoided";
    private static final Setup THREE = Setup.usual(TreeLock.asPrinted(), 3);

    /** Of four sites, the last two ask, once each. */
    private static final Limits LEAVES_ONCE =
            Limits.of(List.of(List.of(), List.of(), List.of(Wish.EXCLUSIVE), List.of(Wish.EXCLUSIVE)));

    private TreeRuleItems() {}

    static List<Item> all() {
        return List.of(
                new Item(
                        "tree-build-quorum",
                        Paper.TREE,
                        "Algorithm principle",
                        "Build_Quorum: intersection and minimality, as printed and made safe",
                        new Item.Effort(0.3, 0.4),
                        TreeRuleItems::buildQuorum),
                new Item(
                        "tree-example",
                        Paper.TREE,
                        "Arborescent logic, Fig. 1",
                        "The example with nine sites, t0 to t7",
                        new Item.Effort(0.2, 0.2),
                        TreeRuleItems::example),
                new Item(
                        "tree-rules",
                        Paper.TREE,
                        "Algorithm presentation, Insurance of the process",
                        "The messages as printed, where they hold and where two get in",
                        new Item.Effort(0.5, 0.5),
                        TreeRuleItems::rules));
    }

    /** Every quorum that some requester is given for some view of what has failed. */
    public static Set<NodeSet> quorumsOfAllViews(QuorumSystem system) {
        Set<NodeSet> quorums = new LinkedHashSet<>();
        for (int failed = 0; failed < 1 << system.size(); failed++) {
            for (int requester = 0; requester < system.size(); requester++) {
                system.quorumAvoiding(NodeId.of(requester), NodeSet.ofBits(failed))
                        .ifPresent(quorums::add);
            }
        }
        return quorums;
    }

    private static boolean doMeet(Set<NodeSet> quorums) {
        return quorums.stream().allMatch(one -> quorums.stream().allMatch(one::intersects));
    }

    private static boolean areMinimal(Set<NodeSet> quorums) {
        return quorums.stream()
                .noneMatch(one -> quorums.stream().anyMatch(other -> !one.equals(other) && one.containsAll(other)));
    }

    /** Sites as the paper numbers them. */
    private static NodeSet sites(int... numbers) {
        NodeSet.Builder sites = new NodeSet.Builder();
        for (int number : numbers) {
            sites.add(number - 1);
        }
        return sites.build();
    }

    private static String quorumOf(QuorumSystem system, int site, int... failed) {
        Optional<NodeSet> quorum = system.quorumAvoiding(NodeId.of(site - 1), sites(failed));
        return quorum.map(SetProperties::text).orElse("none");
    }

    /** A tree, and how many quorums it has over all views of what has failed. */
    private record Shape(int sites, int degree, int quorums) {}

    private static Finding buildQuorum(Scale scale, Experiment.Progress progress) {
        List<Shape> shapes = scale.choose(
                List.of(new Shape(7, 2, 15), new Shape(9, 2, 31), new Shape(4, 3, 4), new Shape(5, 4, 5)),
                List.of(
                        new Shape(7, 2, 15),
                        new Shape(9, 2, 31),
                        new Shape(4, 3, 4),
                        new Shape(5, 4, 5),
                        new Shape(13, 3, 76)));
        Finding.Builder finding =
                Finding.of("Every quorum that any site builds for any view of which sites have failed, and every"
                        + " two of them intersected; for Tree, which takes paths below all children of a failed site, and for the"
                        + " printed function in two readings.");
        Rows rows =
                new Rows("Quorums of all views", "sites", "degree", "function", "quorums", "members", "every two meet");
        for (Shape shape : shapes) {
            Tree tree = new Tree(shape.sites, shape.degree);
            Set<NodeSet> quorums = quorumsOfAllViews(tree);
            show(rows, shape, "ours", quorums);
            finding.compare(Comparison.holds(
                    shape.sites + " sites of degree " + shape.degree + ": intersection and minimality",
                    "every two meet, none contains another",
                    quorums.size() + " quorums" + (doMeet(quorums) ? ", all meet" : ", not all meet")
                            + (areMinimal(quorums) ? ", none contains another" : ", one contains another"),
                    quorums.size() == shape.quorums && doMeet(quorums) && areMinimal(quorums)));
            if (shape.sites <= 9) {
                show(rows, shape, "literal", quorumsOfAllViews(literal(shape)));
                show(rows, shape, "as the example needs", quorumsOfAllViews(asTheExampleNeeds(shape)));
            }
        }
        asPrinted(finding);
        return finding.show(rows.sheet())
                .draw(QuorumPicture.svgOf(new Tree(9), NodeId.of(5), sites(1)))
                .draw(QuorumPicture.svgOf(new Tree(13, 3), NodeId.of(12), sites(1)))
                .found();
    }

    private static void show(Rows rows, Shape shape, String function, Set<NodeSet> quorums) {
        int least = quorums.stream().mapToInt(NodeSet::size).min().orElse(0);
        int most = quorums.stream().mapToInt(NodeSet::size).max().orElse(0);
        rows.add(
                shape.sites,
                shape.degree,
                function,
                quorums.size(),
                new SetProperties.Span(least, most),
                doMeet(quorums) ? "yes" : "no");
    }

    private static TreeAsPrinted literal(Shape shape) {
        return new TreeAsPrinted(shape.sites, shape.degree, Reading.LITERAL);
    }

    private static TreeAsPrinted asTheExampleNeeds(Shape shape) {
        return new TreeAsPrinted(shape.sites, shape.degree, Reading.AS_THE_EXAMPLE_NEEDS);
    }

    private static void asPrinted(Finding.Builder finding) {
        TreeAsPrinted three = literal(new Shape(4, 3, 0));
        String one = quorumOf(three, 2);
        String other = quorumOf(three, 3, 1, 2);
        finding.compare(Comparison.differs(
                "as printed, a tree of any degree: root 1 with children 2, 3, 4",
                "two quorums have a site in common",
                one + " and " + other,
                one.equals("{1, 2}") && other.equals("{3, 4}"),
                "a failed site is replaced by one other child, where all the others are needed (E-T1)"));
        TreeAsPrinted nine = asTheExampleNeeds(new Shape(9, 2, 0));
        String path = quorumOf(nine, 6);
        String detour = quorumOf(nine, 7, 1, 3, 4, 6);
        finding.compare(Comparison.differs(
                "as printed and read as the example needs, nine sites",
                "two quorums have a site in common",
                path + " and " + detour,
                path.equals("{1, 3, 6}") && detour.equals("{2, 5, 7}"),
                "a failed leaf counts as the empty set (E-T1)"));
        finding.compare(Comparison.holds(
                "as printed and read literally, binary trees",
                "two quorums have a site in common",
                "7 and 9 sites: "
                        + quorumsOfAllViews(literal(new Shape(7, 2, 0))).size() + " and "
                        + quorumsOfAllViews(literal(new Shape(9, 2, 0))).size() + " quorums, all meet",
                doMeet(quorumsOfAllViews(literal(new Shape(7, 2, 0))))
                        && doMeet(quorumsOfAllViews(literal(new Shape(9, 2, 0))))));
    }

    private static Finding example(Scale scale, Experiment.Progress progress) {
        PlayedScenario story = PlayedScenario.of("tree/nine-sites");
        Tree tree = new Tree(9);
        Finding.Builder finding =
                Finding.of("The binary tree of nine sites of Fig. 1, and the scenario " + story.name() + ".");
        finding.compare(Comparison.equal("t0: the quorum of site 6", "{1, 3, 6}", quorumOf(tree, 6)));
        finding.compare(Comparison.equal("t2: the quorum of site 4", "{1, 2, 4, 8}", quorumOf(tree, 4)));
        finding.compare(Comparison.equal("t2, or, there is a choice", "{1, 2, 4, 9}", quorumOf(tree, 4, 8)));
        finding.compare(Comparison.equal(
                "t7: the quorum of site 6 when 1, 2, 3 and 8 are down",
                "{4, 5, 6, 7, 9}",
                quorumOf(tree, 6, 1, 2, 3, 8)));
        finding.compare(Comparison.equal("they enter in the order", List.of("n6", "n4", "n6"), story.entries()));
        List<String> told = List.of(
                "n6 -> n1,n3 Request",
                "n6 holds",
                "n4 -> n1,n2,n8 Request",
                "n2 -> n4 Reply",
                "n8 -> n4 Reply",
                "n6 -> n1,n3 Relinq",
                "n1 -> n4 Reply",
                "n4 holds",
                "n6 -> n4,n5,n7,n9 Request",
                "n5 -> n6 Reply",
                "n7 -> n6 Reply",
                "n9 -> n6 Reply",
                "n4 releases",
                "n4 -> n6 Reply",
                "n6 holds");
        finding.compare(Comparison.equal(
                "t0 to t7, and site 4 adjusts the mutual exclusion: what happens, in this order",
                told.size(),
                story.tellsInOrder(told)));
        finding.compare(
                Comparison.differs(
                        "t7 by the printed function, read literally",
                        "{4, 5, 6, 7, 9}",
                        quorumOf(literal(new Shape(9, 2, 0)), 6, 1, 2, 3, 8),
                        quorumOf(literal(new Shape(9, 2, 0)), 6, 1, 2, 3, 8).equals("none"),
                        "it selects only a child that lives, and 2 has failed: the quorum of its own example cannot be built (E-T1)"));
        return finding.show(new Sheet(
                        "What happens from t0 to t7",
                        List.of("line"),
                        told.stream().map(List::of).toList()))
                .draw(QuorumPicture.svgOf(tree, NodeId.of(5), sites(1, 2, 3, 8)))
                .draw(story.drawing())
                .found();
    }

    private static Finding rules(Scale scale, Experiment.Progress progress) {
        Finding.Builder finding =
                Finding.of("The checker: everything that can happen among three sites unless it says otherwise;"
                        + " steps are those of a shortest run.");
        Limits once = Limits.contenders(3, 1);
        for (int sites : List.of(3, 7)) {
            finding.compare(Explored.of(Setup.usual(TreeLock.asPrinted(), sites), once)
                    .verified(
                            "as printed, " + sites + " sites, messages in order, no failures, 3 ask once", ONE_INSIDE));
        }
        Explored overtakes = Explored.of(THREE.over(Network.UNORDERED), once);
        finding.compare(overtakes.breaks(
                "as printed, no order of messages, which is not supposed",
                ONE_INSIDE,
                Explored.TWO_INSIDE,
                8,
                "an Inquire overtakes its Reply (E-T8)"));
        finding.compare(Explored.of(THREE, Limits.contenders(3, 2))
                .breaks(
                        "as printed, in order, 3 ask twice",
                        ONE_INSIDE,
                        Explored.TWO_INSIDE,
                        18,
                        "an Inquire finds the next request of its site (E-T9)"));
        finding.compare(Explored.of(THREE, Limits.contenders(2, 1).withSuspicions(1))
                .breaks(
                        "as printed, FAIL(i) of a site that lives",
                        ONE_INSIDE,
                        Explored.TWO_INSIDE,
                        7,
                        "FAIL deletes the request that has the permission too (E-T4)"));
        finding.compare(Explored.of(THREE, Limits.contenders(1, 1).withSuspicions(1))
                .breaks(
                        "as printed, a quorum is ignored and another constructed",
                        ONE_INSIDE,
                        "in a quiet state in which nobody holds or waits, no node remembers anything",
                        8,
                        "members of the old quorum are not told, and stay locked for ever (E-T5)"));
        finding.compare(Explored.of(Setup.usual(TreeLock.printedQuorums(), 4), LEAVES_ONCE.withCrashes(1))
                .breaks(
                        "as printed with its Build_Quorum, root 1 with children 2, 3, 4, one crash that is detected rightly",
                        ONE_INSIDE,
                        Explored.TWO_INSIDE,
                        8,
                        "3 and 4 replace the dead root by different children (E-T1)"));
        corrected(finding);
        holder(finding);
        return finding.draw(overtakes.drawing()).found();
    }

    private static void corrected(Finding.Builder finding) {
        Setup three = Setup.usual(new TreeLock(), 3);
        finding.compare(Explored.of(three.over(Network.UNORDERED), Limits.contenders(3, 1))
                .verified("corrected, without order, 3 ask once", ONE_INSIDE));
        finding.compare(
                Explored.of(three, Limits.contenders(3, 2)).verified("corrected, in order, 3 ask twice", ONE_INSIDE));
        finding.compare(Explored.of(three, Limits.contenders(2, 1).withSuspicions(1))
                .verified("corrected, a wrong suspicion, 2 ask once", ONE_INSIDE));
        finding.compare(Explored.of(three, Limits.contenders(2, 1).withCrashes(1))
                .verified("corrected, a site crashes, 2 ask once", ONE_INSIDE));
    }

    /** "The site in critical section ... is present in all subsequently constructed quorums." */
    private static void holder(Finding.Builder finding) {
        PlayedScenario story = PlayedScenario.of("tree/the-holder-is-in-no-later-quorum");
        String later = quorumOf(new Tree(9), 6, 1);
        finding.compare(Comparison.differs(
                "site 8 is inside, site 1 fails, site 6 builds a quorum",
                "the site in critical section is present in it",
                later,
                later.equals("{2, 3, 5, 6}") && story.entries().equals(List.of("n8", "n6")),
                "it is not; site 2, which remembers to whom it gave its permission, keeps site 6 out (E-T3)"));
    }
}
