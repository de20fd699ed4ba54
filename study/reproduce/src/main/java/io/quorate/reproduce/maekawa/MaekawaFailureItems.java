// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.core.quorum.systems.Singleton;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.reference.central.Central;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Points;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import java.util.List;
import java.util.stream.IntStream;

/** Maekawa, section 9: what nodes know, what is lost with one, and what it takes to replace it. */
final class MaekawaFailureItems {
    private MaekawaFailureItems() {}

    /** The three algorithms of the table for one number of nodes. */
    private record Column(int nodes, KnownRequesters central, KnownRequesters proposed, KnownRequesters everybody) {
        static Column of(int nodes) {
            return new Column(
                    nodes,
                    KnownRequesters.underHeavyDemand(Setup.usual(new Central(), nodes)),
                    KnownRequesters.underHeavyDemand(Setup.of(new Maekawa(), new ProjectivePlane(nodes), nodes)),
                    KnownRequesters.underHeavyDemand(Setup.usual(new RicartAgrawala(), nodes)));
        }

        /** The same for all nodes, or -1. */
        private int asked(KnownRequesters who, int from) {
            int first = who.asked(from);
            return IntStream.range(from, nodes).allMatch(node -> who.asked(node) == first) ? first : -1;
        }

        private int known(KnownRequesters who) {
            int first = who.known(0);
            return IntStream.range(0, nodes).allMatch(node -> who.known(node) == first) ? first : -1;
        }
    }

    static Finding tableThree(Scale scale, Experiment.Progress progress) {
        List<Integer> sizes = scale.choose(List.of(3, 4), List.of(3, 4, 5));
        Finding.Builder finding =
                Finding.of("Planes with K = " + sizes + ", while every node wants the lock all the time, 20"
                        + " times each (simulator, seed 1); K stands for the root of N. Known: requests that a node knows of at one"
                        + " time, its own included. Lost: n1 crashes while all wait, and those are counted that must tell their state again. The central algorithm is Maekawa's with one node as the set of all. Static: whom a"
                        + " node asks, and itself if it asks anybody.");
        Rows rows = new Rows(
                "Table III, the rows with numbers",
                "",
                "central: paper",
                "ours",
                "proposed: paper",
                "ours",
                "Ricart and Agrawala's: paper",
                "ours");
        for (int members : sizes) {
            numbers(finding, rows, members);
            progress.at((double) members / (sizes.get(sizes.size() - 1) + 1));
        }
        words(finding, scale);
        return finding.show(rows.sheet()).found();
    }

    private static void numbers(Finding.Builder finding, Rows rows, int members) {
        int nodes = members * (members - 1) + 1;
        Column all = Column.of(nodes);
        int survivors = TakeOver.byRicartAndAgrawala(nodes).entered().size();
        int[] asked = {all.asked(all.central, 1), all.asked(all.proposed, 0), all.asked(all.everybody, 0)};
        int[] known = {all.central.known(0), all.known(all.proposed), all.known(all.everybody)};
        int[] lost = {
            TakeOver.nodesLost(new Singleton(nodes)), TakeOver.nodesLost(new ProjectivePlane(nodes)), nodes - survivors
        };
        int[] always = {itself(all.central.asked(0)), itself(all.proposed.asked(0)), itself(all.everybody.asked(0))};
        String of = "N = " + nodes + ": ";
        row(finding, rows, of + "a REQUEST must be sent to", new int[] {1, members - 1, nodes - 1}, asked);
        row(
                finding,
                rows,
                of + "a (control) node keeps dynamic information about",
                new int[] {nodes, members, nodes},
                known);
        row(finding, rows, of + "nodes, dynamic information about which is lost", new int[] {nodes, members, 1}, lost);
        row(
                finding,
                rows,
                of + "a (control) node keeps static information about",
                new int[] {0, members, nodes},
                always);
    }

    private static int itself(int others) {
        return others == 0 ? 0 : others + 1;
    }

    private static void row(Finding.Builder finding, Rows rows, String what, int[] paper, int[] ours) {
        finding.compare(Comparison.equal(what + ", central", paper[0], ours[0]));
        finding.compare(Comparison.equal(what + ", proposed", paper[1], ours[1]));
        finding.compare(Comparison.equal(what + ", Ricart and Agrawala's", paper[2], ours[2]));
        rows.add(what, paper[0], ours[0], paper[1], ours[1], paper[2], ours[2]);
    }

    /** The last two rows of the table. */
    private static void words(Finding.Builder finding, Scale scale) {
        int nodes = scale.choose(7, 13);
        TakeOver.Cost proposed = TakeOver.whileAllWait(new ProjectivePlane(nodes));
        finding.compare(Comparison.holds(
                "N = " + nodes + ", removal and overtaking, proposed",
                "dynamically possible",
                proposed.isOver() ? "taken over; nodes that told their state: " + proposed.told() : "stuck",
                proposed.isOver()));
        TakeOver.Cost central = TakeOver.whileAllWait(new Singleton(nodes));
        finding.compare(Comparison.holds(
                "N = " + nodes + ", the same, central",
                "needs a back-up control node",
                central.isOver() ? "n2 is the back-up; nodes that told their state: " + central.told() : "stuck",
                central.isOver() && central.told() == nodes - 2));
        TakeOver.Removal everybody = TakeOver.byRicartAndAgrawala(nodes);
        finding.compare(Comparison.holds(
                "N = " + nodes + ", the same, Ricart and Agrawala's",
                "removal possible, overtaking not necessary",
                everybody.sent() + " messages, and " + everybody.entered().size() + " others enter in turn",
                everybody.sent() == 0 && everybody.entered().size() == nodes - 1));
    }

    static Finding removal(Scale scale, Experiment.Progress progress) {
        List<Integer> sizes = scale.choose(List.of(3, 4, 5), List.of(3, 4, 5, 6, 8, 9));
        Finding.Builder finding = Finding.of(
                "Planes with K = " + sizes + ", rules take-over: n1 crashes, and n2 takes its role"
                        + " over. Counted are TakeOver and State, by which what was lost is regained; once while all who have n1 in"
                        + " their sets wait, once when nobody waits and one asks. Beside it the same with one control node for all.");
        Points proposed = new Points();
        Points central = new Points();
        Rows rows = new Rows(
                "Messages to regain what was lost",
                "N",
                "K",
                "proposed, all wait",
                "proposed, one asks",
                "one control node");
        for (int members : sizes) {
            int nodes = members * (members - 1) + 1;
            QuorumSystem plane = new ProjectivePlane(nodes);
            long all = regained(finding, plane, "all wait", TakeOver.whileAllWait(plane), 3 * (members - 1));
            long one = regained(finding, plane, "one asks", TakeOver.whenOneAsks(plane), 2 * (members - 1));
            QuorumSystem control = new Singleton(nodes);
            long lone = regained(finding, control, "all wait", TakeOver.whileAllWait(control), 3 * nodes);
            finding.compare(Comparison.equal(
                    "N = " + nodes + ": static information changes at this number of nodes, the root of N less 1",
                    members - 1,
                    TakeOver.setsChanged(plane)));
            proposed.add(nodes, (double) all);
            central.add(nodes, (double) lone);
            rows.add(nodes, members, all, one, lone);
            progress.at((double) rows.count() / sizes.size());
        }
        finding.compare(Comparison.equal(
                "N = 7, nobody takes over: others who cannot enter, the D-1 with n1 in their sets (E-M11)",
                2,
                TakeOver.stoppedWithoutTakeOver(7)));
        List<Chart.Series> lines = List.of(
                proposed.measured("proposed"),
                central.measured("one control node"),
                proposed.theory("3 roots of N", nodes -> 3 * Math.sqrt(nodes)),
                proposed.theory("N", nodes -> nodes));
        return finding.show(rows.sheet())
                .plot(Chart.linear("Messages to regain what was lost with a node", "nodes N", "messages", lines))
                .found();
    }

    /** How many messages; as much as a third of the most at least, and only if somebody goes on. */
    private static long regained(
            Finding.Builder finding, QuorumSystem sets, String when, TakeOver.Cost cost, int most) {
        double ours = cost.isOver() ? cost.toRegain() : -1;
        finding.compare(Comparison.within(
                "N = " + sets.size() + ", " + sets.name() + ", " + when + ": messages to regain what was lost",
                sets instanceof Singleton ? "of the order of N" : "of the order of the root of N",
                most / 3.0,
                ours,
                most));
        return cost.toRegain();
    }
}
