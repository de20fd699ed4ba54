// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.lab.audit.MessagesPerClaim;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.Demand;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Points;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.measure.KindCounter;
import io.quorate.reproduce.measure.WorstCaseRuns;
import java.util.List;

/** Maekawa, section 8.2: the traffic under heavy demand, and the worst case. */
final class MaekawaDemandItems {
    private MaekawaDemandItems() {}

    private static Setup plane(int members) {
        int nodes = members * (members - 1) + 1;
        return Setup.of(new Maekawa(), new ProjectivePlane(nodes), nodes);
    }

    /** From light to heavy demand, and whatever the delays are. */
    static Finding heavy(Scale scale, Experiment.Progress progress) {
        Finding.Builder finding = Finding.of("");
        fromLightToHeavy(scale, finding);
        return finding.compare(whateverTheDelays(scale, progress)).found();
    }

    /** The c of the abstract: every request is a new one, since a node has one client. */
    private static void fromLightToHeavy(Scale scale, Finding.Builder finding) {
        Points measured = new Points();
        for (double pause :
                scale.choose(List.of(3.0, 30.0, 300.0), List.of(1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0))) {
            Arrivals arrivals =
                    new Arrivals.ClosedLoop(RandomDuration.exponential((long) (pause * Simulation.USUAL_DELAY)), 1);
            Load load = Load.of(arrivals, scale.choose(1000, 5000));
            measured.add(pause, Demand.perAsked(Demand.run(Simulation.of(plane(4), 1, load))));
        }
        finding.compare(Comparison.within(
                "13 nodes, from light to heavy: the least c of c(K-1)", "3 to 5", 3, measured.least(), 5));
        finding.compare(Comparison.within("13 nodes, from light to heavy: the most", "3 to 5", 3, measured.most(), 5));
        List<Chart.Series> lines = List.of(
                measured.measured("measured"),
                measured.theory("3(K-1)", pause -> 3),
                measured.theory("5(K-1)", pause -> 5));
        finding.plot(new Chart(
                "From heavy to light demand, 13 nodes",
                "mean pause of a node between two requests, in message delays",
                "messages for an entry and (K-1)",
                lines,
                Chart.Scale.LOGARITHMIC,
                Chart.Scale.LINEAR));
    }

    private static Comparison whateverTheDelays(Scale scale, Experiment.Progress progress) {
        double most = 0;
        boolean doAddUp = true;
        for (int members : List.of(3, 4, 5)) {
            Setup unordered = plane(members).over(Network.UNORDERED);
            for (int seed = 1; seed <= scale.choose(5, 40); seed++) {
                Arrivals arrivals = new Arrivals.ClosedLoop(RandomDuration.exponential(500_000L * seed), 1);
                Simulation run = Simulation.of(unordered, seed, Load.of(arrivals, 10 * unordered.nodes()))
                        .with(RandomDuration.heavyTailed(Simulation.USUAL_DELAY));
                SimulationReport report = Demand.run(run, MessagesPerClaim.contended(unordered));
                most = Math.max(most, Demand.perAsked(report));
                doAddUp &= Demand.kindsAddUp(report.traffic().messagesByKind());
            }
            progress.at(0.5 + 0.5 * (members - 2) / 3);
        }
        if (!doAddUp) {
            throw new IllegalStateException("There were more LOCKEDs, FAILEDs or INQUIREs than REQUESTs allow.");
        }
        return Comparison.within(
                "random pauses, heavy-tailed delays, no order: the dearest run's c", "3 to 5", 3, most, 5);
    }

    /** Members and clients of a dear run. */
    private record Size(int members, int clients) {}

    static Finding worst(Scale scale, Experiment.Progress progress) {
        List<Size> sizes = scale.choose(
                List.of(new Size(4, 6), new Size(5, 10), new Size(8, 20)),
                List.of(new Size(4, 6), new Size(5, 10), new Size(8, 20), new Size(12, 30), new Size(12, 60)));
        Finding.Builder finding =
                Finding.of("Members that only decide, and clients that ask once each: at one member requests"
                        + " arrive oldest first, at all others youngest first, so that each takes the lock from the one before. Every"
                        + " member is another node, so K stands for K-1.");
        Points measured = new Points();
        Rows rows = new Rows(
                "The dearest runs",
                "members",
                "clients",
                "printed: at most",
                "measured for an entry",
                "for each member");
        for (Size size : sizes) {
            KindCounter counts = WorstCaseRuns.onAverage(size.members, size.clients);
            double each = (double) counts.all() / size.clients / size.members;
            boolean isAsKnown = counts.all() == WorstCaseRuns.formula(size.members, size.clients)
                    && each > 5
                    && each <= 6
                    && Demand.kindsAddUp(counts.byKind());
            finding.compare(Comparison.differs(
                    size.members + " members, " + size.clients
                            + " clients: messages for an entry and a member, at most",
                    5,
                    each,
                    isAsKnown,
                    "who relinquished gets a second LOCKED later, which is not counted: REQUEST, INQUIRE, RELINQUISH, LOCKED,"
                            + " RELEASE and that one make six (E-M8)"));
            measured.add(size.clients, each);
            rows.add(size.members, size.clients, 5 * size.members, (double) counts.all() / size.clients, each);
            progress.at((double) rows.count() / sizes.size());
        }
        List<Chart.Series> lines = List.of(
                measured.measured("measured"),
                measured.theory("printed", clients -> 5),
                measured.theory("with the second LOCKED", clients -> 6));
        return finding.compare(sevenForOne())
                .show(rows.sheet())
                .plot(Chart.linear("The dearest runs", "clients", "messages for an entry and a member", lines))
                .found();
    }

    /**
     * Of all messages the oldest is to blame for three at each member, and the youngest for three where it came first and four
     * where it failed; the LOCKEDs that it gets again are put down to who took its locks.
     */
    private static Comparison sevenForOne() {
        KindCounter counts = WorstCaseRuns.ofOneEntry();
        int oldest = 3 * 3;
        int youngest = 2 * 3 + 4;
        long toBlame = counts.all() - oldest - youngest;
        boolean isAsKnown = toBlame == 2 * 7 + 4
                && counts.of("Inquire") == 2
                && counts.of("Relinquish") == 2
                && counts.of("Failed") == 4;
        return Comparison.differs(
                "3 members: messages that one entry can be to blame for, at most",
                5 * 3,
                toBlame,
                isAsKnown,
                "it makes two members inquire and is then displaced, which it is told: seven messages at each of them (E-M8)");
    }
}
