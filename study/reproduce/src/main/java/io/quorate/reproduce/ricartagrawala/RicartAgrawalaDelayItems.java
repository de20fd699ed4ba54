// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.ALONE;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.SATURATED;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.SEED;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.inTrips;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.listed;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.thinking;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.papers.reference.lamport.Lamport;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaCompliance;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaConflicts;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Section 5: how long it takes to enter, in one-way trips (T), all messages being equally fast. */
final class RicartAgrawalaDelayItems {
    private RicartAgrawalaDelayItems() {}

    static Finding perRequest(Scale scale) {
        List<Integer> sizes = scale.choose(List.of(2, 5, 10), List.of(2, 3, 5, 8, 10, 13, 16, 20));
        Finding.Builder finding = Finding.of(
                "N = " + listed(sizes) + "; 60 N entries, every claim alone, all delays T, seed " + SEED + ".");
        for (int nodes : sizes) {
            SimulationReport report = RicartAgrawalaRuns.run("corrected", nodes, ALONE);
            finding.compare(Comparison.equal(
                            "delay in trips, N = " + nodes + ", mean",
                            2.0,
                            inTrips(report.waits().mean())))
                    .compare(Comparison.equal(
                            "delay in trips, N = " + nodes + ", longest",
                            2.0,
                            inTrips(report.waits().max())));
        }
        return finding.plot(Chart.linear(
                        "Delay of an entry that nobody contends",
                        "nodes",
                        "one-way trips",
                        List.of(
                                RicartAgrawalaRuns.measured("section 2", sizes, n -> waitAlone("corrected", n)),
                                RicartAgrawalaRuns.measured("ring (6.3)", sizes, n -> waitAlone("ring", n)),
                                RicartAgrawalaRuns.theory("one round trip", sizes, n -> 2))))
                .found();
    }

    private static double waitAlone(String modifications, int nodes) {
        return inTrips(
                RicartAgrawalaRuns.run(modifications, nodes, ALONE).waits().mean());
    }

    static Finding withConflict(Scale scale) {
        int entries = scale.choose(12_000, 100_000);
        RicartAgrawalaConflicts conflicts = new RicartAgrawalaConflicts();
        Simulation simulation = RicartAgrawalaRuns.simulation(new RicartAgrawala(), 2, thinking(20));
        RicartAgrawalaRuns.run(
                Simulation.of(simulation.setup(), SEED, RicartAgrawalaRuns.load(thinking(20), entries))
                        .with(simulation.delay()),
                conflicts::watch);
        double share = (double) conflicts.laterFirst() / conflicts.count();
        return Finding.of("Two nodes that ask again after 20 trips on average, " + Comparison.text(entries)
                        + " entries, seed " + SEED + ": " + Comparison.text(conflicts.count())
                        + " pairs of requests of which neither had arrived when the other was made.")
                .compare(Comparison.near(
                        "share of the conflicts in which the later request goes first", 0.5, share, 0.1))
                .compare(Comparison.equal(
                        "conflicts in which the first entry is not one round trip after the request that goes first",
                        0L,
                        conflicts.others()))
                .found();
    }

    static Finding throughput(Scale scale) {
        List<Integer> sizes = scale.choose(List.of(3, 5, 10), List.of(2, 3, 5, 8, 10, 13, 16, 20));
        List<Long> thinks = List.of(1L, 3L, 10L, 30L);
        Finding.Builder finding = Finding.of(
                "N = " + listed(sizes) + "; 60 N entries, each asks again when it leaves," + " all delays T, seed "
                        + SEED + "; and N = 5 with pauses of " + listed(thinks) + " trips on average.");
        for (int nodes : sizes) {
            SimulationReport.HandOvers idle =
                    RicartAgrawalaRuns.run("corrected", nodes, SATURATED).handOvers();
            finding.compare(Comparison.equal(
                    "trips between a release and the next entry, N = " + nodes + ": shortest, middle, longest",
                    "1, 1, 1",
                    listed(List.of(inTrips(idle.min()), inTrips(idle.median()), inTrips(idle.max())))));
        }
        for (long think : thinks) {
            SimulationReport.HandOvers idle =
                    RicartAgrawalaRuns.run("corrected", 5, thinking(think)).handOvers();
            finding.compare(Comparison.equal("shortest, pauses of " + think + " trips", 1.0, inTrips(idle.min())))
                    .compare(Comparison.within(
                            "longest, pauses of " + think + " trips: Bounds 1 and 2 of one who has just asked",
                            "below 3",
                            1,
                            inTrips(idle.max()),
                            3));
        }
        return finding.found();
    }

    static Finding compliance(Scale scale) {
        int entries = scale.choose(1_000, 20_000);
        List<Long> thinks = List.of(1000L, 300L, 100L, 50L, 30L, 20L, 10L, 5L, 2L, 1L);
        Finding.Builder finding = Finding.of("N = 5, " + Comparison.text(entries)
                + " entries each with pauses between leaving and asking again of " + listed(thinks)
                + " trips on average, all delays T, a hold takes 2 T, seed " + SEED + ".");
        RicartAgrawalaCompliance compliance = new RicartAgrawalaCompliance();
        List<Double> rates = new ArrayList<>();
        List<Double> waits = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (long think : thinks) {
            long caseA = compliance.caseA();
            Simulation usual = RicartAgrawalaRuns.simulation(new RicartAgrawala(), 5, thinking(think));
            SimulationReport report = RicartAgrawalaRuns.run(
                    Simulation.of(usual.setup(), SEED, RicartAgrawalaRuns.load(thinking(think), entries))
                            .with(usual.delay()),
                    compliance::watch);
            rates.add(100 * entries / inTrips(report.virtualNanos()));
            waits.add(inTrips(report.waits().mean()));
            rows.add(List.of(
                    "" + think,
                    Comparison.text(rates.get(rates.size() - 1)),
                    Comparison.text(waits.get(waits.size() - 1)),
                    Comparison.text(100.0 * (compliance.caseA() - caseA) / entries) + " %"));
        }
        finding.compare(Comparison.equal(
                        "entries that are neither one trip after the last release (Case A) nor one round trip after the"
                                + " request (Case B), whichever is later",
                        0L,
                        compliance.others()))
                .compare(Comparison.holds(
                        "entries of Case A and of Case B",
                        "there are both",
                        Comparison.text(compliance.caseA()) + " and " + Comparison.text(compliance.caseB()),
                        compliance.caseA() > 0 && compliance.caseB() > 0));
        compareWithLamport(finding);
        return finding.show(new Sheet(
                        "The delay against the arrival rate",
                        List.of("pause in trips", "requests in 100 trips", "mean delay in trips", "Case A"),
                        rows))
                .plot(Chart.linear(
                        "Delay against arrival rate, N = 5",
                        "requests in 100 one-way trips",
                        "one-way trips",
                        List.of(
                                Chart.Series.measured("mean delay", rates, waits),
                                Chart.Series.level("Bound 1", 0, rates.get(rates.size() - 1), 2))))
                .found();
    }

    /** Lamport's algorithm is not slower: it only takes more messages. */
    private static void compareWithLamport(Finding.Builder finding) {
        Map<String, Protocol<?>> protocols = new LinkedHashMap<>();
        protocols.put("Ricart and Agrawala", new RicartAgrawala());
        protocols.put("Lamport", new Lamport());
        protocols.forEach((name, protocol) -> {
            double alone =
                    inTrips(RicartAgrawalaRuns.run(protocol, 5, ALONE).waits().max());
            double idle = inTrips(
                    RicartAgrawalaRuns.run(protocol, 5, SATURATED).handOvers().median());
            Comparison bounds = Comparison.equal(
                    "delay alone and time between a release and the next entry, " + name,
                    "2, 1",
                    listed(List.of(alone, idle)));
            finding.compare(protocol instanceof RicartAgrawala ? bounds : bounds.asOurs());
        });
    }
}
