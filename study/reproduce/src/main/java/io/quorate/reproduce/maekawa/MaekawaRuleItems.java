package io.quorate.reproduce.maekawa;

import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.measure.SetProperties;
import java.util.List;

/** Maekawa, sections 4 to 6: the rules, the example, and the proofs. */
final class MaekawaRuleItems {
    /** Two of the three sets are the same, the third meets them in one node. */
    static final String THIRD_MEETS_ONCE = "n1=n4,n5/n2=n2,n4/n3=n4,n5";

    private static final String NO_DEADLOCK = "no deadlock (6.2)";
    private static final String EXCLUSION = "not more than one inside (6.1)";

    private MaekawaRuleItems() {}

    static List<Item> all() {
        return List.of(
                new Item(
                        "maekawa-section-4",
                        Paper.MAEKAWA,
                        "Sections 4, 6.1 and 6.2",
                        "The algorithm as printed deadlocks and lets two in; corrected it does neither",
                        new Item.Effort(2, 7),
                        MaekawaRuleItems::rules),
                new Item(
                        "maekawa-section-5",
                        Paper.MAEKAWA,
                        "Section 5, Figures 2a and 2b",
                        "Nodes 7, 8 and 11 of 13 lock each other in a circle, and node 3 comes between",
                        new Item.Effort(0.3, 0.3),
                        MaekawaRuleItems::example),
                new Item(
                        "maekawa-figure-3",
                        Paper.MAEKAWA,
                        "Section 6.2, Figure 3",
                        "A circular waiting: 1 waits for 2; 2 for 4 and 6; 4 and 6 for 1",
                        new Item.Effort(0.1, 0.1),
                        MaekawaRuleItems::figure3),
                new Item(
                        "maekawa-section-6.3",
                        Paper.MAEKAWA,
                        "Section 6.3",
                        "How many requests go before one that waits",
                        new Item.Effort(0.4, 1.5),
                        MaekawaRuleItems::starvation));
    }

    /** The rules as printed, on these sets. */
    static Setup asPrinted(String sets, int nodes) {
        return Setup.of(Maekawa.asPrinted(), Explicit.ofSets(sets, nodes), nodes);
    }

    /** The rules as printed, on the sets of Figure 1(b). */
    static Setup asPrintedOnFigure1b() {
        return Setup.of(Maekawa.asPrinted(), MaekawaFigure1.part(3), 7);
    }

    private static Finding rules(Scale scale, Experiment.Progress progress) {
        Finding.Builder finding = Finding.of("The checker: everything that can happen, messages in order unless it says"
                + " otherwise, each contender asks once unless it says otherwise; steps are those of a shortest run.");
        Explored onFigure1b = Explored.of(asPrintedOnFigure1b(), Explored.asking(2, 3, 4, 5));
        finding.compare(onFigure1b.breaks(
                "as printed, the sets of Figure 1(b), nodes 2, 3, 4, 5 ask",
                NO_DEADLOCK,
                Explored.DEADLOCK,
                18,
                "a request that led a queue and is overtaken there is not told FAILED (E-M1), so that a node in a circle need"
                        + " not receive one (E-M5)"));
        progress.at(scale.choose(0.3, 0.02));
        finding.compare(Explored.of(Setup.usual(Maekawa.asPrinted(), 4), Limits.contenders(3, 1))
                .breaks("as printed, 4 nodes, 3 ask", NO_DEADLOCK, Explored.DEADLOCK, 13, "the same (E-M1)"));
        finding.compare(Explored.of(asPrinted("n4,n5", 5), Limits.contenders(3, 1))
                .breaks(
                        "as printed, one set of 2 members, 3 ask",
                        NO_DEADLOCK,
                        Explored.DEADLOCK,
                        16,
                        "the same (E-M1)"));
        Explored stale = Explored.of(asPrinted("n3,n4", 4), Limits.contenders(2, 2));
        finding.compare(
                stale.breaks(
                        "as printed, one set of 2 members, 2 ask twice each",
                        EXCLUSION,
                        Explored.TWO_INSIDE,
                        30,
                        "an INQUIRE about a request that is over finds the next one, and takes a lock away from another (E-M3)"));
        order(finding);
        progress.at(scale.choose(0.6, 0.05));
        corrected(finding, scale);
        if (scale == Scale.FULL) {
            finding.compare(threeAreTooFew(progress));
        }
        return finding.draw(onFigure1b.drawing()).draw(stale.drawing()).found();
    }

    private static void order(Finding.Builder finding) {
        Setup ordered = asPrinted(THIRD_MEETS_ONCE, 5);
        finding.compare(Explored.of(ordered, Limits.contenders(3, 1))
                .verified(
                        "as printed, messages in order, sets {4,5}, {2,4}, {4,5}", "delivered in the order sent (1)"));
        finding.compare(Explored.of(ordered.over(Network.UNORDERED), Limits.contenders(3, 1))
                .breaks(
                        "as printed, the same without order",
                        EXCLUSION,
                        Explored.TWO_INSIDE,
                        19,
                        "the paper supposes order, and needs it: an INQUIRE overtakes its LOCKED (E-M4)"));
    }

    private static void corrected(Finding.Builder finding, Scale scale) {
        finding.compare(Explored.of(Setup.usual(new Maekawa(), 4).over(Network.UNORDERED), Limits.contenders(3, 1))
                .verified("corrected, 4 nodes, 3 ask, without order", EXCLUSION + ", " + NO_DEADLOCK));
        Setup figure1b = Setup.of(new Maekawa(), MaekawaFigure1.part(3), 7);
        finding.compare(Explored.of(figure1b, scale.choose(Explored.asking(2, 3, 4), Explored.asking(2, 3, 4, 5)))
                .verified(
                        "corrected, the sets of Figure 1(b), nodes " + scale.choose("2, 3, 4", "2, 3, 4, 5") + " ask",
                        EXCLUSION + ", " + NO_DEADLOCK));
    }

    private static Comparison threeAreTooFew(Experiment.Progress progress) {
        int triples = 0;
        long states = 0;
        boolean isValid = true;
        for (int one = 1; one <= 5; one++) {
            for (int two = one + 1; two <= 6; two++) {
                for (int three = two + 1; three <= 7; three++) {
                    Explored explored = Explored.of(asPrintedOnFigure1b(), Explored.asking(one, two, three));
                    isValid &= explored.report().verdict() == io.quorate.lab.check.Verdict.VALID;
                    states += explored.report().states();
                    progress.at(0.2 + 0.8 * ++triples / 35);
                }
            }
        }
        return Comparison.holds(
                "as printed, the sets of Figure 1(b), any three nodes ask",
                NO_DEADLOCK,
                triples + " triples, " + Comparison.text(states) + " states: " + (isValid ? "none" : "a deadlock"),
                isValid);
    }

    private static Finding example(Scale scale, Experiment.Progress progress) {
        PlayedScenario circle = PlayedScenario.of("maekawa/section-5-circular-locking");
        PlayedScenario withThree = PlayedScenario.of("maekawa/section-5-node-3-overtakes");
        Finding.Builder finding = Finding.of("13 nodes with the sets of Figure 1(c), which are those of Figure 2a; the"
                + " scenarios " + circle.name() + " and " + withThree.name() + ", corrected rules.");
        List<String> told = List.of(
                "n12 -> n11 Locked 1.n11",
                "n13 -> n11 Locked 1.n11",
                "n2 -> n7 Locked 1.n7",
                "n10 -> n7 Locked 1.n7",
                "n10 -> n8 Failed 1.n8",
                "n1 -> n11 Failed 1.n11",
                "n13 -> n11 Inquire 1.n11",
                "n11 -> n13 Relinquish 1.n11",
                "n13 -> n7 Locked 1.n7",
                "n7 holds",
                "n7 -> n2,n10,n13 Release 1.n7",
                "n8 holds",
                "n11 holds");
        finding.compare(Comparison.equal(
                "Figure 2a: the sets",
                sets(MaekawaFigure1.part(4)),
                sets(circle.setup().quorums())));
        finding.compare(Comparison.equal(
                "the messages that section 5 names, in this order", told.size(), circle.tellsInOrder(told)));
        finding.compare(
                Comparison.equal("Figure 2b: they enter in the order", List.of("n7", "n8", "n11"), circle.entries()));
        finding.compare(Comparison.equal(
                "a REQUEST of node 3 comes between INQUIRE and RELINQUISH: node 13 is locked for",
                "n3",
                withThree.tells("n13 -> n3 Locked") ? "n3" : "another"));
        finding.compare(Comparison.equal(
                "and the first to enter is", "n3", withThree.entries().get(0)));
        finding.compare(Comparison.holds(
                "node 8 relinquishes itself to node 3, having FAILED from node 10 (E-M10)",
                "it does",
                "it does",
                withThree.tellsInOrder(List.of("n10 -> n8 Failed", "n8 -> n3 Locked")) == 2));
        List<List<String>> rows = told.stream().map(List::of).toList();
        return finding.show(new Sheet("What section 5 tells, in the order of the run", List.of("message"), rows))
                .draw(circle.drawing())
                .draw(withThree.drawing())
                .found();
    }

    private static String sets(QuorumSystem system) {
        return String.join(
                ", ",
                SetProperties.sets(system).stream().map(SetProperties::text).toList());
    }

    private static Finding figure3(Scale scale, Experiment.Progress progress) {
        PlayedScenario figure = PlayedScenario.of("maekawa/figure-3-circular-waiting");
        Finding.Builder finding =
                Finding.of("The sets of Figure 1(b), all sequence numbers 1; the scenario " + figure.name() + ".");
        finding.compare(Comparison.holds(
                "the requests of nodes 4 and 6 are preceded by that of node 1",
                "so their members are relinquished",
                "both have FAILED from node 1, and node 2 gets both",
                figure.tells("n1 -> n4 Failed")
                        && figure.tells("n1 -> n6 Failed")
                        && figure.tells("n4 -> n2 Locked")
                        && figure.tells("n6 -> n2 Locked")));
        finding.compare(
                Comparison.equal("first to enter", "n2", figure.entries().get(0)));
        finding.compare(Comparison.equal("everybody enters", 4, figure.entries().size()));
        return finding.draw(figure.drawing()).found();
    }

    private static Finding starvation(Scale scale, Experiment.Progress progress) {
        Finding.Builder finding = Finding.of(
                "Two members that only decide, K = 2; a waiter n3 whose number is 5, and n4 and"
                        + " n5 that ask again at once. Machines without anything around them; the bound is explored by the checker.");
        int without = Overtaking.measured(Maekawa.asPrinted(), false);
        finding.compare(Comparison.differs(
                "as printed: requests that are processed before that of n3, at most K-1",
                1,
                without,
                without == 7,
                "requesters do not see each other's numbers: n4 and n5 use up theirs below 5 first (E-M7)"));
        int with = Overtaking.measured(new Maekawa(), true);
        finding.compare(Comparison.differs(
                "the same where every frame carries the clock of its sender, as here",
                1,
                with,
                with == 2,
                "a competitor overtakes until it has heard of the number: one entry of each"));
        for (int[] requests : scale.choose(new int[][] {{3, 1}}, new int[][] {{3, 1}, {2, 2}})) {
            finding.compare(Overtaking.bound(Overtaking.twoMembers(), requests[0], requests[1])
                    .verified(
                            "whatever happens, n4 asks " + requests[0] + " times and n5 " + requests[1]
                                    + ": while n3 waits, n4 is inside at most twice and n5 once",
                            "so many that node i locks all its members in a finite time"));
        }
        return finding.found();
    }
}
