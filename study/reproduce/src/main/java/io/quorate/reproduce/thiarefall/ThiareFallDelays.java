// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.thiarefall;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.ThiareFall;
import io.quorate.papers.reference.suzukikasami.SuzukiKasami;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Points;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.measure.SingleEntry;
import java.util.List;
import java.util.stream.IntStream;

/** Thiare and Fall, section 1: the synchronisation delay, and the comparison with Maekawa's. */
final class ThiareFallDelays {
    private static final long DELAY = 1_000_000;

    private ThiareFallDelays() {}

    private static Setup setup(String quorums, int nodes) {
        return Setup.of(new ThiareFall(), Quorums.named(quorums, nodes), nodes);
    }

    static Finding compared(Scale scale, Experiment.Progress progress) {
        List<Integer> sizes = scale.choose(List.of(13, 21, 57), List.of(13, 21, 57, 133));
        Finding.Builder finding =
                Finding.of("Seven quorums on seven arbiters (M = 3) beside a plane of all nodes, N = " + sizes
                        + ": every node enters once, alone, and then wants the lock again as soon as it has had it (simulator, seed 1)."
                        + " Busiest: messages that the busiest node sends and receives for each entry of anybody.");
        Rows rows = new Rows("Beside Maekawa's", "N", "quorums", "light", "busiest", "heavy", "busiest");
        Points planes = new Points();
        Points sevens = new Points();
        for (int nodes : sizes) {
            double plane = sideBySide(rows, "plane", nodes);
            double seven = sideBySide(rows, "intersection-only:7", nodes);
            planes.add(nodes, plane);
            sevens.add(nodes, seven);
            finding.compare(Comparison.holds(
                    "N = " + nodes + ": fewer messages than Maekawa's if M is below the root of N",
                    "fewer than " + Comparison.text(plane),
                    Comparison.text(seven),
                    seven < plane));
            progress.at(nodes / (sizes.get(sizes.size() - 1) + 1.0));
        }
        delays(finding);
        double token = SingleEntry.of(Setup.usual(new SuzukiKasami(), 13), NodeId.of(12))
                .all();
        finding.compare(Comparison.equal("N = 13: Suzuki and Kasami's takes N messages", 13.0, token));
        List<Chart.Series> lines =
                List.of(planes.measured("Maekawa's plane"), sevens.measured("M = 3"), sevens.theory("3M", nodes -> 9));
        return finding.show(rows.sheet())
                .plot(Chart.linear("Messages for an entry, light demand", "nodes N", "messages", lines))
                .found();
    }

    private static double sideBySide(Rows rows, String quorums, int nodes) {
        SimulationReport alone = Demand.light(setup(quorums, nodes));
        SimulationReport contended = Demand.heavy(setup(quorums, nodes));
        rows.add(
                nodes,
                quorums,
                alone.messagesPerEntry(),
                Demand.busiest(alone),
                contended.messagesPerEntry(),
                Demand.busiest(contended));
        return alone.messagesPerEntry();
    }

    private static void delays(Finding.Builder finding) {
        Arrivals always = new Arrivals.ClosedLoop(RandomDuration.constant(0), 1);
        Setup seven = setup("intersection-only:7", 21);
        Simulation even = Simulation.of(seven, 1, Load.of(always, 400)).with(RandomDuration.constant(DELAY));
        SimulationReport report = Demand.run(even);
        SimulationReport.HandOvers handOvers = report.handOvers();
        String delay = "21 nodes, all messages take one unit of time: synchronisation delay, ";
        finding.compare(Comparison.equal(delay + "median", 2.0, (double) handOvers.median() / DELAY));
        finding.compare(Comparison.equal(delay + "at most", 2.0, (double) handOvers.max() / DELAY));
        finding.compare(Comparison.differs(
                delay + "on average",
                2,
                handOvers.mean() / DELAY,
                handOvers.min() == DELAY && handOvers.max() == 2 * DELAY,
                "it is 1 where the arbiter that decides is the one that leaves or the next to enter"));
        long overtaken = IntStream.rangeClosed(1, 3)
                .mapToLong(seed -> Demand.run(Simulation.of(seven, seed, Load.of(always, 400)))
                        .overtakings()
                        .count())
                .sum();
        finding.compare(Comparison.holds(
                "21 nodes, random delays: the algorithm is not fair",
                "not fair",
                Comparison.text(overtaken) + " of 1,200 entries overtook one that had waited longer",
                overtaken > 0));
    }
}
