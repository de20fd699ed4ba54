// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.tree;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.quorum.TreeAsPrinted;
import io.quorate.papers.quorum.TreeAsPrinted.Reading;
import io.quorate.papers.tree.TreeLock;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.claims.Answer;
import io.quorate.reproduce.claims.ClaimTable;
import io.quorate.reproduce.claims.Measure;
import io.quorate.reproduce.measure.KindCounter;
import io.quorate.reproduce.measure.SetProperties;
import io.quorate.reproduce.measure.SingleEntry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The items of the tree paper, as its table of claims says, and the measurements that only they need. */
public final class TreeItems {
    private static final Map<String, Measure> MEASURES = Map.of(
            "views", TreeItems::views,
            "printed-quorum", words -> Answer.of(printedQuorum(words)),
            "two-printed", TreeItems::twoPrinted,
            "to-enter", words -> Answer.of(toEnter(Demand.light(setup(words)))),
            "most-memberships",
                    words -> Answer.of(SetProperties.of(setup(words).quorums())
                            .memberships()
                            .most()),
            "waiting", words -> waiting(number(words, 0)),
            "busiest", TreeItems::busiest,
            "contended", TreeItems::contended,
            "incomplete", TreeItems::incomplete);

    private TreeItems() {}

    public static List<Item> all() {
        return ClaimTable.items(Paper.TREE, TreeItems.class, MEASURES, Map.of());
    }

    /** {@code tree 15}: quorums and number of sites. */
    private static Setup setup(List<String> words) {
        int sites = number(words, 1);
        return Setup.of(new TreeLock(), Quorums.named(words.get(0), sites), sites);
    }

    private static int number(List<String> words, int place) {
        return Integer.parseInt(words.get(place));
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

    /** {@code views ours 9 2 31}: whether every two quorums of all views meet, and their number; ours must be minimal too. */
    private static Answer views(List<String> words) {
        boolean isOurs = words.get(0).equals("ours");
        int sites = number(words, 1);
        QuorumSystem tree = isOurs ? new Tree(sites, number(words, 2)) : printed(words);
        Set<NodeSet> quorums = quorumsOfAllViews(tree);
        boolean doMeet = quorums.stream().allMatch(one -> quorums.stream().allMatch(one::intersects));
        boolean areMinimal = quorums.stream()
                .noneMatch(one -> quorums.stream().anyMatch(other -> !one.equals(other) && one.containsAll(other)));
        String minimal = areMinimal ? ", none contains another" : ", one contains another";
        return Answer.of(
                quorums.size() + " quorums" + (doMeet ? ", all meet" : ", not all meet") + (isOurs ? minimal : ""),
                quorums.size() == number(words, 3) && doMeet && (areMinimal || !isOurs));
    }

    /** {@code literal 9 2}, or {@code example 9 2}: the printed function in one of its readings. */
    private static TreeAsPrinted printed(List<String> words) {
        Reading reading = words.get(0).equals("literal") ? Reading.LITERAL : Reading.AS_THE_EXAMPLE_NEEDS;
        return new TreeAsPrinted(number(words, 1), number(words, 2), reading);
    }

    /** {@code literal 9 2 6:1,2,3,8}: what site 6 asks while the others are down. */
    private static String printedQuorum(List<String> words) {
        String[] siteAndFailed = words.get(3).split(":");
        NodeSet.Builder failed = new NodeSet.Builder();
        if (siteAndFailed.length > 1) {
            for (String site : siteAndFailed[1].split(",")) {
                failed.add(Integer.parseInt(site) - 1);
            }
        }
        return printed(words)
                .quorumAvoiding(NodeId.of(Integer.parseInt(siteAndFailed[0]) - 1), failed.build())
                .map(SetProperties::text)
                .orElse("none");
    }

    private static Answer twoPrinted(List<String> words) {
        List<String> tree = words.subList(0, 3);
        return Answer.of(printedQuorum(List.of(tree.get(0), tree.get(1), tree.get(2), words.get(3))) + " and "
                + printedQuorum(List.of(tree.get(0), tree.get(1), tree.get(2), words.get(4))));
    }

    /** How many messages an entry takes until the site is inside. */
    private static double toEnter(SimulationReport report) {
        Map<String, Long> kinds = report.traffic().messagesByKind();
        return (double) (kinds.getOrDefault("Request", 0L) + kinds.getOrDefault("Reply", 0L))
                / report.claims().entries();
    }

    /** Requests in the waiting lines of the root and of the last leaf when all sites ask, and whether the root alone has all of them. */
    private static Answer waiting(int sites) {
        Tree tree = new Tree(sites);
        long atRoot = asking(NodeId.of(0), tree);
        long atLeaf = asking(NodeId.of(sites - 1), tree);
        return Answer.of(atRoot + " and " + atLeaf, atRoot == sites && atLeaf < atRoot);
    }

    /** How many sites ask this one. */
    private static long asking(NodeId site, QuorumSystem quorums) {
        return SetProperties.sets(quorums).stream()
                .filter(set -> set.contains(site))
                .count();
    }

    private static Answer busiest(List<String> words) {
        SimulationReport report = Demand.light(setup(words));
        double part =
                (double) report.traffic().busiestMessages() / report.traffic().messages();
        return Answer.of(
                report.traffic().busiest() + ", with a part in " + Comparison.text(100 * part) + " % of all messages",
                report.traffic().busiest().index() == 0);
    }

    /** {@code contended 2 3 15 10}: degree, depth, sites and seeds; messages for an entry and level, of the dearest seed. */
    private static Answer contended(List<String> words) {
        int sites = number(words, 2);
        Setup setup = setup(List.of("tree:" + words.get(0), words.get(2)));
        double most = 0;
        for (int seed = 1; seed <= number(words, 3); seed++) {
            Load load = Load.of(new Arrivals.ClosedLoop(RandomDuration.constant(0), 1), 20 * sites);
            double each = Demand.run(Simulation.of(setup, seed, load)).messagesPerEntry() / number(words, 1);
            most = Math.max(most, each < 3 ? Double.POSITIVE_INFINITY : each); // no entry can be so cheap
        }
        return Answer.of(most);
    }

    /** {@code incomplete 2 40}: trees of this degree, with 3 sites up to a maximum. */
    private static Answer incomplete(List<String> words) {
        int degree = number(words, 0);
        int most = number(words, 1);
        boolean isWithin = true;
        for (int sites = 3; sites <= most; sites++) {
            Tree tree = new Tree(sites, degree);
            Setup setup = Setup.of(new TreeLock(), tree, sites);
            for (int site = 0; site < sites; site++) {
                long messages = sites % 7 == 0
                        ? toEnter(SingleEntry.of(setup, NodeId.of(site)))
                        : 2L * (tree.quorumOf(NodeId.of(site)).size() - 1);
                isWithin &= messages >= 2 && messages <= 2L * depth(tree);
            }
        }
        return Answer.of((most - 2) + " trees" + (isWithin ? ", so for every site" : ", not so"), isWithin);
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
}
