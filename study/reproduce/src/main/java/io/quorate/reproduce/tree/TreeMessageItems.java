package io.quorate.reproduce.tree;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.draw.QuorumPicture;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.lamport.Lamport;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.tree.TreeLock;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Points;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.measure.KindCounter;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.measure.SetProperties;
import io.quorate.reproduce.measure.SingleEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tree paper: its complexity study, and the numbers of its introduction and conclusion. */
final class TreeMessageItems {
    private TreeMessageItems() {}

    static List<Item> all() {
        return List.of(
                item(
                        "tree-introduction",
                        "Strategies adopted until now",
                        "3(N-1) messages by Lamport's, 2(N-1) by Ricart and Agrawala's",
                        0.1,
                        0.3,
                        TreeMessageItems::introduction),
                item(
                        "tree-complexity",
                        "Complexity study, Fig. 2",
                        "A quorum of h+1 sites, 2h messages, h at most log N / log d",
                        0.1,
                        0.3,
                        TreeMessageItems::complexity),
                item(
                        "tree-incomplete",
                        "Complexity study, remark",
                        "Trees that are not complete: 2 to 2h messages",
                        0.2,
                        2,
                        TreeMessageItems::incomplete),
                item(
                        "tree-contention",
                        "Algorithm principle",
                        "Inquire and Yield: what the 2h messages leave out",
                        0.3,
                        2,
                        TreeMessageItems::contention),
                item(
                        "tree-conclusion",
                        "Conclusion",
                        "Fewer messages than log N / log d, and the overcharge on the root",
                        0.1,
                        0.1,
                        TreeMessageItems::conclusion));
    }

    private static Item item(
            String name, String place, String title, double quick, double full, Experiment experiment) {
        return new Item(name, Paper.TREE, place, title, new Item.Effort(quick, full), experiment);
    }

    private static Finding introduction(Scale scale, Experiment.Progress progress) {
        List<Integer> sizes = scale.choose(List.of(3, 9, 15), List.of(3, 9, 15, 31, 63));
        Finding.Builder finding = Finding.of("N = " + sizes + ", every site enters once, alone (simulator, seed 1).");
        for (int nodes : sizes) {
            finding.compare(Comparison.equal(
                    "N = " + nodes + ": Lamport's, 3(N-1)",
                    3.0 * (nodes - 1),
                    Demand.light(Setup.usual(new Lamport(), nodes)).messagesPerEntry()));
            finding.compare(Comparison.equal(
                    "N = " + nodes + ": Ricart and Agrawala's, 2(N-1)",
                    2.0 * (nodes - 1),
                    Demand.light(Setup.usual(new RicartAgrawala(), nodes)).messagesPerEntry()));
        }
        return finding.found();
    }

    /** A complete tree: so many levels below the root, so many children of each site that is no leaf. */
    record Complete(int degree, int depth) {
        int sites() {
            int sites = 1;
            int level = 1;
            for (int below = 1; below <= depth; below++) {
                level *= degree;
                sites += level;
            }
            return sites;
        }

        Setup setup() {
            return Setup.of(new TreeLock(), new Tree(sites(), degree), sites());
        }

        double logarithm() {
            return Math.log(sites()) / Math.log(degree);
        }
    }

    private static List<Complete> trees(Scale scale) {
        return scale.choose(
                List.of(
                        new Complete(2, 1),
                        new Complete(2, 2),
                        new Complete(2, 3),
                        new Complete(2, 4),
                        new Complete(3, 1),
                        new Complete(3, 2),
                        new Complete(3, 3)),
                List.of(
                        new Complete(2, 1),
                        new Complete(2, 2),
                        new Complete(2, 3),
                        new Complete(2, 4),
                        new Complete(2, 5),
                        new Complete(2, 6),
                        new Complete(2, 7),
                        new Complete(3, 1),
                        new Complete(3, 2),
                        new Complete(3, 3),
                        new Complete(3, 4),
                        new Complete(4, 2),
                        new Complete(4, 3)));
    }

    private static Finding complexity(Scale scale, Experiment.Progress progress) {
        List<Complete> trees = trees(scale);
        Finding.Builder finding = Finding.of("Complete trees of degree 2 to " + scale.choose(3, 4)
                + ", every site enters once, alone (simulator, seed 1).");
        Rows rows = new Rows(
                "Complete trees",
                "d",
                "h",
                "N",
                "quorum: paper, h+1",
                "ours",
                "Request + Reply: paper, 2h",
                "ours",
                "with Relinq",
                "log N / log d");
        Points binary = new Points();
        boolean areThree = true;
        for (Complete tree : trees) {
            SimulationReport report = Demand.light(tree.setup());
            double toEnter = compare(finding, rows, tree, report);
            areThree &= report.messagesPerEntry() == 3.0 * tree.depth;
            if (tree.degree == 2) {
                binary.add(tree.sites(), toEnter);
            }
            progress.at((double) rows.count() / trees.size());
        }
        finding.compare(Comparison.differs(
                "messages for an entry, all kinds",
                "precisely 2h",
                areThree ? "3h in every tree" : "not 3h in every tree",
                areThree,
                "Relinq, by which a site leaves, is not counted (E-T6)"));
        List<Chart.Series> lines = List.of(
                binary.measured("Request and Reply"),
                binary.theory("2 log N / log 2", sites -> 2 * Math.log(sites) / Math.log(2)));
        return finding.show(rows.sheet())
                .plot(new Chart(
                        "Binary trees, entries alone",
                        "sites N",
                        "messages to enter",
                        lines,
                        Chart.Scale.LOGARITHMIC,
                        Chart.Scale.LINEAR))
                .draw(QuorumPicture.svgOf(new Tree(13, 3), NodeId.of(12)))
                .found();
    }

    /** Answers how many messages an entry takes until the site is inside. */
    private static double compare(Finding.Builder finding, Rows rows, Complete tree, SimulationReport report) {
        Map<String, Long> kinds = report.traffic().messagesByKind();
        SetProperties.Span quorum =
                SetProperties.of(new Tree(tree.sites(), tree.degree)).size();
        double requests = (double) kinds.getOrDefault("Request", 0L) / tree.sites();
        double replies = (double) kinds.getOrDefault("Reply", 0L) / tree.sites();
        String of = "d = " + tree.degree + ", h = " + tree.depth + ", N = " + tree.sites() + ": ";
        finding.compare(Comparison.equal(of + "sites of a quorum, h+1", "" + (tree.depth + 1), quorum.toString()));
        finding.compare(Comparison.equal(of + "Requests, h", (double) tree.depth, requests));
        finding.compare(Comparison.equal(of + "Replies, h", (double) tree.depth, replies));
        finding.compare(Comparison.within(
                of + "h",
                "at most log N / log d = " + Comparison.text(tree.logarithm()),
                0,
                tree.depth,
                tree.logarithm()));
        rows.add(
                tree.degree,
                tree.depth,
                tree.sites(),
                tree.depth + 1,
                quorum,
                2 * tree.depth,
                requests + replies,
                report.messagesPerEntry(),
                tree.logarithm());
        return requests + replies;
    }

    private static Finding incomplete(Scale scale, Experiment.Progress progress) {
        int most = scale.choose(40, 150);
        Finding.Builder finding =
                Finding.of("Trees of 3 to " + most + " sites of degree 2, 3 and 4, filled level by level; an entry of"
                        + " each site alone, counted where N is a multiple of 7, by the size of its quorum elsewhere.");
        for (int degree = 2; degree <= 4; degree++) {
            int trees = 0;
            boolean isWithin = true;
            for (int sites = 3; sites <= most; sites++) {
                Tree tree = new Tree(sites, degree);
                int depth = depth(tree);
                for (int site = 0; site < sites; site++) {
                    long messages = sites % 7 == 0
                            ? toEnter(SingleEntry.of(Setup.of(new TreeLock(), tree, sites), NodeId.of(site)))
                            : 2L * (tree.quorumOf(NodeId.of(site)).size() - 1);
                    isWithin &= messages >= 2 && messages <= 2L * depth;
                }
                trees++;
                progress.at((degree - 2 + (double) sites / most) / 3);
            }
            finding.compare(Comparison.holds(
                    "degree " + degree + ": messages to enter",
                    "in the interval 2*(1...h)",
                    trees + " trees" + (isWithin ? ", so for every site" : ", not so"),
                    isWithin));
        }
        return finding.draw(QuorumPicture.svgOf(new Tree(12), NodeId.of(11))).found();
    }

    private static long toEnter(KindCounter counts) {
        return counts.of("Request") + counts.of("Reply");
    }

    /** How many levels there are below the root. */
    private static int depth(Tree tree) {
        int deepest = 0;
        for (int site = 0; site < tree.size(); site++) {
            int levels = 0;
            for (Optional<NodeId> father = tree.fatherOf(NodeId.of(site));
                    father.isPresent();
                    father = tree.fatherOf(father.orElseThrow())) {
                levels++;
            }
            deepest = Math.max(deepest, levels);
        }
        return deepest;
    }

    private static Finding contention(Scale scale, Experiment.Progress progress) {
        List<Complete> trees = scale.choose(
                List.of(new Complete(2, 2), new Complete(2, 3), new Complete(3, 2)),
                List.of(
                        new Complete(2, 2),
                        new Complete(2, 3),
                        new Complete(2, 4),
                        new Complete(2, 5),
                        new Complete(3, 2),
                        new Complete(3, 3)));
        int seeds = scale.choose(2, 10);
        Finding.Builder finding =
                Finding.of("Complete trees in which all sites always want the lock, 20 entries each, seeds 1 to "
                        + seeds + "; and the scenario tree/five-messages-for-each-site on seven sites, h = 2.");
        Rows rows =
                new Rows("Messages for an entry and level, all sites want the lock", "d", "h", "N", "least", "most");
        for (Complete tree : trees) {
            Points each = new Points();
            for (int seed = 1; seed <= seeds; seed++) {
                Load load = Load.of(new Arrivals.ClosedLoop(RandomDuration.constant(0), 1), 20 * tree.sites());
                SimulationReport report = Demand.run(Simulation.of(tree.setup(), seed, load));
                each.add(seed, report.messagesPerEntry() / tree.depth);
            }
            finding.compare(
                    Comparison.differs(
                            "d = " + tree.degree + ", h = " + tree.depth + ": messages for an entry and h, precisely",
                            2,
                            each.most(),
                            each.least() >= 3 && each.most() <= 6,
                            "with Relinq it is 3, and what older requests that come late cause is not counted: up to 6 on average (E-T6)"));
            rows.add(tree.degree, tree.depth, tree.sites(), each.least(), each.most());
            progress.at((double) rows.count() / trees.size());
        }
        PlayedScenario dearest = PlayedScenario.of("tree/five-messages-for-each-site");
        int h = 2;
        int alone = 3 * h;
        finding.compare(
                Comparison.differs(
                        "an older request comes late at every site, h = 2: messages of both entries, 2h each",
                        2 * 2 * h,
                        dearest.messages(),
                        dearest.messages() == 5 * h + alone + h,
                        "5h for the older, with Inquire and Yield, 3h for the younger and h Replies that it gets again (E-T6)"));
        return finding.show(rows.sheet()).draw(dearest.drawing()).found();
    }

    private static Finding conclusion(Scale scale, Experiment.Progress progress) {
        Complete tree = new Complete(2, scale.choose(3, 5));
        SimulationReport report = Demand.light(tree.setup());
        SetProperties sets = SetProperties.of(new Tree(tree.sites()));
        Finding.Builder finding = Finding.of("A binary tree with h = " + tree.depth + ", " + tree.sites()
                + " sites; every site enters once, alone (simulator, seed 1).");
        Map<String, Long> kinds = report.traffic().messagesByKind();
        double toEnter = (double) (kinds.getOrDefault("Request", 0L) + kinds.getOrDefault("Reply", 0L)) / tree.sites();
        finding.compare(Comparison.differs(
                "messages, less than log N / log d",
                "less than " + Comparison.text(tree.logarithm()),
                toEnter,
                toEnter > tree.logarithm() && toEnter <= 2 * tree.logarithm(),
                "h is below log N / log d, and the study itself has 2h messages: less than twice that"));
        finding.compare(Comparison.equal(
                "the overcharge on the root: quorums that it is in, of " + tree.sites(),
                tree.sites(),
                sets.memberships().most()));
        double part =
                (double) report.traffic().busiestMessages() / report.traffic().messages();
        finding.compare(Comparison.holds(
                "the busiest site",
                "the root",
                report.traffic().busiest() + ", with a part in " + Comparison.text(100 * part) + " % of all messages",
                report.traffic().busiest().index() == 0));
        return finding.found();
    }
}
