// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.draw.QuorumPicture;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.quorum.DegeneratePlane;
import io.quorate.papers.quorum.GridAsPrinted;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.measure.SetProperties;
import java.util.List;
import java.util.stream.IntStream;

/** Maekawa, section 7: the two methods for numbers of nodes that have no plane. */
final class MaekawaConstructionItems {
    private MaekawaConstructionItems() {}

    static Finding fiveNodes(Scale scale, Experiment.Progress progress) {
        Finding.Builder finding =
                Finding.of("Figure 1(b) with 5 for 7 and 4 for 6, without S6 and S7; and the degenerate"
                        + " plane of five nodes that is used here.");
        Explicit printed = MaekawaFigure1.fiveNodes();
        Rows rows = new Rows("The sets of five", "set", "paper", "Figure 1(b), replaced", "used here");
        for (int node = 0; node < 5; node++) {
            String made = SetProperties.text(
                    degenerate(SetProperties.sets(MaekawaFigure1.part(3)).get(node)));
            String theirSet = SetProperties.text(SetProperties.sets(printed).get(node));
            finding.compare(Comparison.equal("S" + (node + 1), theirSet, made));
            String used = SetProperties.text(
                    SetProperties.sets(new DegeneratePlane(5)).get(node));
            rows.add("S" + (node + 1), theirSet, made, used);
        }
        SetProperties theirs = SetProperties.of(printed);
        SetProperties ours = SetProperties.of(new DegeneratePlane(5));
        finding.compare(Comparison.holds(
                "(a) and (b)",
                "kept",
                "the printed sets have " + theirs.letters(),
                theirs.letters().equals("ab")));
        finding.compare(Comparison.equal("members in all, of ours", theirs.total(), ours.total())
                .asOurs());
        finding.compare(Comparison.differs(
                "a point is \"replaced by a different number each time\"",
                "its lines still meet",
                "{2, 5, 7} and {3, 4, 7} with 5 for the one 7 and 4 for the other: "
                        + (meet(NodeSet.ofIndexes(1, 4), NodeSet.ofIndexes(2, 3)) ? "meet" : "nothing in common"),
                !meet(NodeSet.ofIndexes(1, 4), NodeSet.ofIndexes(2, 3)),
                "read so, sets that met in the replaced point meet no more; different points must get different numbers,"
                        + " each the same one everywhere, as in this example"));
        return finding.show(rows.sheet()).draw(QuorumPicture.svgOf(printed)).found();
    }

    private static NodeSet degenerate(NodeSet line) {
        NodeSet.Builder set = new NodeSet.Builder();
        for (int point = line.next(0); point >= 0; point = line.next(point + 1)) {
            set.add(point < 5 ? point : point - 2);
        }
        return set.build();
    }

    private static boolean meet(NodeSet one, NodeSet other) {
        return one.intersects(other);
    }

    /** Where there is no plane with L members: how far it is to the next one, and for which L that is farthest. */
    private record Gap(int from, int to) {
        static Gap largest(int most) {
            Gap largest = new Gap(0, 0);
            for (int members = 2; members <= most; members++) {
                int next = nextPlane(members);
                largest = next - members > largest.to - largest.from ? new Gap(members, next) : largest;
            }
            return largest;
        }

        /** The least number of members of a plane that is not below this one. */
        static int nextPlane(int members) {
            int next = members;
            while (!ProjectivePlane.isOrder(next - 1)) {
                next++;
            }
            return next;
        }

        @Override
        public String toString() {
            return to - from + " (L = " + from + " and M = " + to + ")";
        }
    }

    static Finding methodOne(Scale scale, Experiment.Progress progress) {
        List<Integer> lengths = scale.choose(List.of(7, 11), List.of(7, 11, 13, 15, 16, 19));
        Finding.Builder finding = Finding.of("All K up to 50; degenerate planes of L(L-1)+1 nodes for L = " + lengths
                + ", where every node enters once, alone (simulator, seed 1).");
        finding.compare(
                Comparison.equal("the largest gap for K up to 20", "2 (L = 15 and M = 17)", "" + Gap.largest(20)));
        finding.compare(
                Comparison.equal("the largest gap for K up to 50", "4 (L = 34 and M = 38)", "" + Gap.largest(50)));
        Rows rows = new Rows(
                "Degenerate sets",
                "L",
                "N",
                "M",
                "members",
                "sets of a node: paper",
                "ours",
                "messages: paper, 3(L-1)",
                "ours",
                "3(M-1)");
        for (int length : lengths) {
            progress.at((double) rows.count() / lengths.size());
            finding.compare(degenerate(length, rows));
        }
        return finding.show(rows.sheet()).found();
    }

    /** L is no number of members that a plane can have. */
    private static Comparison degenerate(int length, Rows rows) {
        int nodes = length * (length - 1) + 1;
        int next = Gap.nextPlane(length);
        DegeneratePlane plane = new DegeneratePlane(nodes);
        SetProperties sets = SetProperties.of(plane);
        double measured = alone(plane);
        int deleted = next * (next - 1) + 1 - nodes;
        double known = 3.0 * ((long) nodes * next - deleted - nodes) / nodes;
        int printed = 3 * (length - 1);
        rows.add(length, nodes, next, sets.size(), length, sets.memberships(), printed, measured, 3 * (next - 1));
        return Comparison.differs(
                "L = " + length + ", N = " + nodes + ": messages for an entry",
                printed + ", as in section 3",
                measured,
                Math.abs(measured - known) < 1e-9 && measured > printed,
                "the sets come from a plane with M = " + next + " members each; of the " + deleted
                        + " replaced points each saves one member of one set, so N*M-" + deleted
                        + " members are left in all, more than N*L");
    }

    /** Grids that are not square. */
    static Finding methodTwo(Scale scale, Experiment.Progress progress) {
        int most = scale.choose(49, 361);
        Finding.Builder finding = Finding.of("");
        boolean doMeet = IntStream.rangeClosed(2, most)
                .allMatch(nodes -> SetProperties.of(new Grid(nodes)).letters().startsWith("ab"));
        finding.compare(Comparison.holds(
                "degenerate grids for any N: (a) and (b)", "kept", doMeet ? "kept by all" : "not kept", doMeet));
        return finding.show(compareSmallGrids(finding)).found();
    }

    private static double alone(QuorumSystem quorums) {
        return Demand.light(Setup.of(new Maekawa(), quorums, quorums.size())).messagesPerEntry();
    }

    /** With 3 and 5 nodes our grid is not method 2: a row contains a whole column, and is enough. */
    private static Sheet compareSmallGrids(Finding.Builder finding) {
        Rows rows = new Rows("Three and five nodes", "N", "node", "method 2 as printed", "grid, used here");
        for (int nodes : new int[] {3, 5}) {
            QuorumSystem printed = new GridAsPrinted(nodes);
            QuorumSystem grid = new Grid(nodes);
            for (int node = 0; node < nodes; node++) {
                rows.add(
                        nodes,
                        node + 1,
                        SetProperties.text(SetProperties.sets(printed).get(node)),
                        SetProperties.text(SetProperties.sets(grid).get(node)));
            }
            double asPrinted = alone(printed);
            double ours = alone(grid);
            int most = SetProperties.of(grid).memberships().most();
            finding.compare(Comparison.equal(
                            "N = " + nodes + ": messages of method 2 as printed, 3(|S_i|-1) on average",
                            3.0 * (SetProperties.of(printed).total() - nodes) / nodes,
                            asPrinted)
                    .asOurs());
            finding.compare(Comparison.holds(
                            "N = " + nodes
                                    + ": messages of the grid used here; each row contains the last column, so it is a"
                                    + " quorum alone, and the price is that n" + (nodes + 1) / 2
                                    + " is in every quorum",
                            "fewer than " + Comparison.text(asPrinted),
                            Comparison.text(ours),
                            ours < asPrinted && most == nodes)
                    .asOurs());
        }
        boolean areSame = IntStream.rangeClosed(1, 100)
                .filter(nodes -> nodes != 3 && nodes != 5)
                .allMatch(nodes ->
                        SetProperties.sets(new GridAsPrinted(nodes)).equals(SetProperties.sets(new Grid(nodes))));
        finding.compare(Comparison.holds(
                        "method 2 and the grid used here for all other N up to 100",
                        "rows and columns",
                        areSame ? "the same sets" : "not the same",
                        areSame)
                .asOurs());
        return rows.sheet();
    }
}
