// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.sequential.Cyclic;
import io.quorate.papers.sequential.Sequential;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Points;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Maekawa, section 10: REQUESTs one by one, or one that is passed around. */
public final class MaekawaVariationItems {
    private static final long DELAY = 1_000_000;

    private MaekawaVariationItems() {}

    /** Every node enters once, alone, with messages that take one unit of time. */
    static SimulationReport alone(Protocol<?> protocol, int nodes) {
        Setup setup = Setup.of(protocol, new ProjectivePlane(nodes), nodes);
        return Demand.run(
                Simulation.of(setup, 1, Load.of(new Arrivals.Alone(), nodes)).with(RandomDuration.constant(DELAY)));
    }

    /** How many nodes stand between others in their own sets, so that a REQUEST comes by them on its way. */
    public static long originsInTheMiddle(int nodes) {
        ProjectivePlane plane = new ProjectivePlane(nodes);
        return IntStream.range(0, nodes)
                .filter(origin -> {
                    NodeSet quorum = plane.quorumOf(NodeId.of(origin));
                    return quorum.next(0) < origin && quorum.next(origin + 1) >= 0;
                })
                .count();
    }

    private static double each(SimulationReport report, String kind) {
        return (double) report.traffic().messagesByKind().getOrDefault(kind, 0L)
                / report.claims().entries();
    }

    private static double delays(SimulationReport report) {
        return report.waits().mean() / DELAY;
    }

    static Finding variations(Scale scale, Experiment.Progress progress) {
        List<Integer> sizes = scale.choose(List.of(2, 3, 4, 5), List.of(2, 3, 4, 5, 12, 20));
        Finding.Builder finding =
                Finding.of("Planes with K = " + sizes + ", every node enters once, alone; each message takes one"
                        + " unit of time (simulator, seed 1). Protocols maekawa, sequential and cyclic.");
        Rows rows = new Rows(
                "Messages and delay for an entry",
                "K",
                "messages: section 4",
                "one by one",
                "around",
                "delay: section 4",
                "one by one",
                "around");
        List<Points> delays = List.of(new Points(), new Points(), new Points());
        for (int size : sizes) {
            int nodes = size * (size - 1) + 1;
            List<SimulationReport> reports =
                    List.of(alone(new Maekawa(), nodes), alone(new Sequential(), nodes), alone(new Cyclic(), nodes));
            compareOne(finding, size, nodes, reports);
            List<Object> cells = new ArrayList<>(List.of(size));
            reports.forEach(report -> cells.add(report.messagesPerEntry()));
            for (int place = 0; place < reports.size(); place++) {
                cells.add(delays(reports.get(place)));
                delays.get(place).add(size, delays(reports.get(place)));
            }
            rows.add(cells.toArray());
            progress.at((double) rows.count() / sizes.size());
        }
        List<Chart.Series> lines = List.of(
                delays.get(0).measured("section 4"),
                delays.get(1).measured("one by one"),
                delays.get(2).measured("around"),
                delays.get(1).theory("2(K-1)", members -> 2 * (members - 1)),
                delays.get(2).theory("K", members -> members));
        return finding.show(rows.sheet())
                .plot(Chart.linear("Delay of an entry", "members K", "message times", lines))
                .found();
    }

    private static void compareOne(Finding.Builder finding, int size, int nodes, List<SimulationReport> reports) {
        SimulationReport oneByOne = reports.get(1);
        SimulationReport around = reports.get(2);
        String of = "K = " + size + ": ";
        finding.compare(Comparison.equal(
                of + "delay of section 4, the sum of the times of a REQUEST and a LOCKED",
                2.0,
                delays(reports.get(0))));
        finding.compare(Comparison.equal(
                of + "one by one, messages to enter, two (K-1)",
                2.0 * (size - 1),
                each(oneByOne, "Request") + each(oneByOne, "Locked")));
        finding.compare(Comparison.equal(of + "one by one, to clear, (K-1)", size - 1.0, each(oneByOne, "Release")));
        double passes = each(around, "Request") + each(around, "Locked");
        double known = size + (double) originsInTheMiddle(nodes) / nodes;
        finding.compare(
                passes == size
                        ? Comparison.equal(of + "around, message passes, K", (double) size, passes)
                        : Comparison.differs(
                                of + "around, message passes, on average",
                                size,
                                passes,
                                Math.abs(passes - known) < 1e-9,
                                "K if the origin is first or last in the order of its set; one between the others is passed by on"
                                        + " the way and once more at the end, and " + originsInTheMiddle(nodes) + " of "
                                        + nodes + " nodes are"));
        finding.compare(Comparison.equal(of + "around, to clear, (K-1)", size - 1.0, each(around, "Release")));
    }
}
