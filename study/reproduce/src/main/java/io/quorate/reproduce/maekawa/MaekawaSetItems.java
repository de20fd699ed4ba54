// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.draw.QuorumPicture;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Points;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.measure.SetProperties;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Maekawa, sections 1 to 3: what is asked of the sets S_i, and Figure 1. */
final class MaekawaSetItems {
    private MaekawaSetItems() {}

    static Finding planes(Scale scale, Experiment.Progress progress) {
        int most = scale.choose(14, 32);
        Finding.Builder finding = Finding.of("Planes of all orders up to " + (most - 1)
                + " built, and every two of their lines intersected; all systems of the catalog for 3 to "
                + scale.choose(40, 80) + " nodes.");
        Points sizes = new Points();
        Rows rows = new Rows("Planes", "K", "N", "members", "sets of a node", "two have in common", "root of N");
        boolean arePlanes = true;
        double farthest = 0;
        for (int members = 2; members <= most; members++) {
            progress.at((double) members * members / (most * most));
            int nodes = members * (members - 1) + 1;
            if (ProjectivePlane.fits(nodes)) {
                SetProperties sets = SetProperties.of(new ProjectivePlane(nodes));
                arePlanes &= sets.isPlane(members);
                farthest = Math.max(farthest, members - Math.sqrt(nodes));
                sizes.add(nodes, sets.size().most());
                rows.add(members, nodes, sets.size(), sets.memberships(), sets.common(), Math.sqrt(nodes));
            }
        }
        long orders = IntStream.range(1, most).filter(ProjectivePlane::isOrder).count();
        finding.compare(Comparison.holds(
                "K = D and N = (D-1)K+1 = K(K-1)+1",
                "if K-1 is a power of a prime",
                rows.count() + " planes" + (arePlanes ? ", all so" : ", not all so"),
                arePlanes && rows.count() == orders));
        finding.compare(Comparison.within("K less the root of N, at most", "a fraction", 0, farthest, 0.5));
        finding.compare(optimal(scale.choose(40, 80)));
        finding.compare(bruckAndRyser());
        List<Chart.Series> lines = List.of(sizes.measured("planes"), sizes.theory("root of N", Math::sqrt));
        return finding.show(rows.sheet())
                .plot(Chart.linear("Members of a set", "nodes N", "K", lines))
                .found();
    }

    /** No system with all four properties has fewer members than the formula allows. */
    private static Comparison optimal(int most) {
        int looked = 0;
        int reached = 0;
        boolean isOptimal = true;
        for (int nodes = 3; nodes <= most; nodes++) {
            for (QuorumSystem system : Quorums.possibleFor(nodes)) {
                SetProperties sets = SetProperties.of(system);
                if (sets.areAll()) {
                    int members = sets.size().most();
                    looked++;
                    reached += nodes == members * (members - 1) + 1 ? 1 : 0;
                    isOptimal &= nodes <= members * (members - 1) + 1;
                }
            }
        }
        return Comparison.holds(
                "the least K for a given N when (a) to (d) are required",
                "N = K(K-1)+1 at best",
                String.format(Locale.ROOT, "%d systems have all four; %d reach it, none is better", looked, reached),
                isOptimal && reached > 0);
    }

    private static Comparison bruckAndRyser() {
        List<Integer> printed = IntStream.rangeClosed(1, 50)
                .filter(order -> ((order - 1) % 4 == 0 || (order - 2) % 4 == 0) && !isSumOfTwoSquares(order))
                .boxed()
                .toList();
        List<Integer> ours = IntStream.rangeClosed(1, 50)
                .filter(order -> ProjectivePlane.isRuledOut(order) && order != 10)
                .boxed()
                .toList();
        boolean buildsNone = printed.stream().noneMatch(order -> ProjectivePlane.fits(order * (order + 1) + 1));
        return Comparison.equal(
                        "section 7, Bruck and Ryser: orders up to 50 without a plane (10 was ruled out later, by search)",
                        printed,
                        buildsNone ? ours : List.of())
                .asOurs(); // the paper prints the theorem, not what follows from it
    }

    private static boolean isSumOfTwoSquares(int number) {
        return IntStream.rangeClosed(0, number)
                .anyMatch(root ->
                        IntStream.rangeClosed(0, number).anyMatch(other -> root * root + other * other == number));
    }

    static Finding figure1(Scale scale, Experiment.Progress progress) {
        Finding.Builder finding =
                Finding.of("The sets as printed, every two of them intersected, and our plane of as many"
                        + " nodes beside them: the same except for the numbers of the nodes.");
        Rows rows = new Rows("The sets", "part", "set", "paper", "ours");
        for (int members = 2; members <= 5; members++) {
            String part = "(" + MaekawaFigure1.PARTS.get(members - 2) + ") K = " + members;
            Explicit printed = MaekawaFigure1.part(members);
            SetProperties theirs = SetProperties.of(printed);
            ProjectivePlane plane = new ProjectivePlane(printed.size());
            SetProperties ours = SetProperties.of(plane);
            finding.compare(Comparison.holds(
                    part + ", as printed: pairwise nonnull intersection and properties (b) to (d)",
                    "all",
                    theirs.letters() + ", two have " + theirs.common() + " in common",
                    theirs.isPlane(members)));
            finding.compare(Comparison.equal(part + ": our plane, N and K", describe(theirs), describe(ours))
                    .asOurs());
            int[] names = Renumbering.of(plane, printed);
            finding.compare(Comparison.holds(
                            part + ": our plane, its nodes renumbered",
                            "the printed sets",
                            names.length == 0 ? "cannot become them" : "the printed sets",
                            names.length > 0)
                    .asOurs());
            for (int node = 0; node < printed.size(); node++) {
                String theirSet = SetProperties.text(SetProperties.sets(printed).get(node));
                String ourSet = SetProperties.text(SetProperties.sets(plane).get(node));
                rows.add(part, "S" + (node + 1), theirSet, ourSet);
            }
            finding.draw(QuorumPicture.svgOf(plane));
        }
        return finding.show(rows.sheet()).found();
    }

    private static String describe(SetProperties sets) {
        return "N = " + sets.nodes() + ", K = " + sets.size() + ", D = " + sets.memberships() + ", " + sets.common()
                + " in common";
    }
}
