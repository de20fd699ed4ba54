// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.ALONE;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.SATURATED;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.TRIP;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.listed;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.net.Network;
import io.quorate.papers.reference.lamport.Lamport;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.Fault;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sections 1 and 4: how many messages an entry takes, and why it cannot be fewer. */
final class RicartAgrawalaTrafficItems {
    private RicartAgrawalaTrafficItems() {}

    private static List<Integer> sizes(Scale scale) {
        return scale.choose(List.of(2, 5, 10), List.of(2, 3, 4, 5, 6, 8, 10, 13, 16, 20));
    }

    static Finding againstLamport(Scale scale) {
        List<Integer> sizes = sizes(scale);
        Finding.Builder finding = Finding.of("N = " + listed(sizes)
                + "; 60 N entries, every claim alone and each asks again when it leaves, seed "
                + RicartAgrawalaRuns.SEED
                + ". Lamport's algorithm with all its acknowledgements.");
        List<List<String>> rows = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        List<Double> lamports = new ArrayList<>();
        for (int nodes : sizes) {
            double here = sameAtBothLoads(new RicartAgrawala(), nodes);
            double lamport = sameAtBothLoads(new Lamport(), nodes);
            double sparing =
                    RicartAgrawalaRuns.run(Lamport.sparing(), nodes, SATURATED).messagesPerEntry();
            finding.compare(Comparison.equal(
                            "messages of an entry, N = " + nodes + ": 2(N-1)", 2.0 * (nodes - 1), here))
                    .compare(Comparison.equal(
                            "of Lamport's algorithm, N = " + nodes + ": about 3(N-1)", 3.0 * (nodes - 1), lamport));
            ours.add(here);
            lamports.add(lamport);
            rows.add(List.of("" + nodes, Comparison.text(here), Comparison.text(lamport), Comparison.text(sparing)));
        }
        List<Double> x = RicartAgrawalaRuns.doubles(sizes);
        return finding.plot(Chart.linear(
                        "Messages for each entry",
                        "nodes",
                        "messages",
                        List.of(
                                Chart.Series.measured("Ricart and Agrawala", x, ours),
                                Chart.Series.measured("Lamport", x, lamports),
                                RicartAgrawalaRuns.theory("2(N-1)", sizes, n -> 2 * (n - 1)),
                                RicartAgrawalaRuns.theory("3(N-1)", sizes, n -> 3 * (n - 1)))))
                .show(new Sheet(
                        "Messages for each entry; the last column much contended, without acknowledgements that later"
                                + " requests stand for",
                        List.of("N", "Ricart and Agrawala", "Lamport", "Lamport, sparing"),
                        rows))
                .found();
    }

    /** Not a number if it is not the same with little and with much contention. */
    private static double sameAtBothLoads(Protocol<?> protocol, int nodes) {
        double alone = RicartAgrawalaRuns.run(protocol, nodes, ALONE).messagesPerEntry();
        double busy = RicartAgrawalaRuns.run(protocol, nodes, SATURATED).messagesPerEntry();
        return alone == busy ? alone : Double.NaN;
    }

    static Finding concurrent(Scale scale) {
        List<Integer> sizes = sizes(scale);
        List<RandomDuration> delays = List.of(RandomDuration.constant(TRIP), RandomDuration.heavyTailed(TRIP));
        Finding.Builder finding = Finding.of("N = " + listed(sizes) + "; 60 N entries under each of "
                + RicartAgrawalaRuns.loads().size()
                + " loads, from every claim alone to each asks again when it leaves,"
                + " with constant and with heavy-tailed delays, seed " + RicartAgrawalaRuns.SEED
                + "; one entry looked at node by node; and a complete search with one REPLY left out.");
        for (int nodes : sizes) {
            boolean always = true;
            double messages = 0;
            for (Arrivals load : RicartAgrawalaRuns.loads()) {
                for (RandomDuration delay : delays) {
                    SimulationReport report =
                            RicartAgrawalaRuns.run(RicartAgrawalaRuns.simulation(new RicartAgrawala(), nodes, load)
                                    .with(delay));
                    messages = report.messagesPerEntry();
                    always &= messages == 2.0 * (nodes - 1) && isHalfAndHalf(report, nodes);
                }
            }
            finding.compare(Comparison.equal(
                            "messages of an entry, N = " + nodes + ": 2(N-1)", 2.0 * (nodes - 1), messages))
                    .compare(Comparison.holds(
                            "at every load and with all delays, N = " + nodes,
                            "N-1 REQUESTs and N-1 REPLYs",
                            always ? "always" : "not always",
                            always));
        }
        RicartAgrawalaStage stage = RicartAgrawalaStage.inOrder("an entry", "corrected", 5)
                .does("acquire n3")
                .settle();
        List<Long> others = new ArrayList<>();
        for (String node : List.of("n1", "n2", "n4", "n5")) {
            others.add(into(node, stage));
            others.add(outOf(node, stage));
        }
        return finding.compare(Comparison.equal(
                        "messages into and out of each other node, N = 5", "1, 1, 1, 1, 1, 1, 1, 1", listed(others)))
                .compare(RicartAgrawalaSearch.needed(
                        "one node whose REPLY is not waited for",
                        "each is needed",
                        RicartAgrawalaSearch.check(
                                RicartAgrawalaSearch.without("R1", "corrected", 2, Network.UNORDERED),
                                RicartAgrawalaSearch.wishes("w", "w")),
                        Fault.TWO_INSIDE,
                        2))
                .found();
    }

    private static boolean isHalfAndHalf(SimulationReport report, int nodes) {
        long each = report.claims().entries() * (nodes - 1);
        Map<String, Long> kinds = report.traffic().messagesByKind();
        return kinds.size() == 2
                && kinds.getOrDefault("Request", 0L) == each
                && kinds.getOrDefault("Reply", 0L) == each;
    }

    private static long into(String node, RicartAgrawalaStage stage) {
        return stage.sent().stream()
                .filter(line -> line.contains("->" + node + " "))
                .count();
    }

    private static long outOf(String node, RicartAgrawalaStage stage) {
        return stage.sent().stream()
                .filter(line -> line.startsWith(node + "->"))
                .count();
    }

    static Finding serial(Scale scale) {
        List<Integer> sizes = sizes(scale);
        Finding.Builder finding = Finding.of("The ring of section 6.3, N = " + listed(sizes)
                + "; 60 N entries, every claim alone, seed " + RicartAgrawalaRuns.SEED
                + "; and one entry looked at node by node.");
        List<Double> measured = new ArrayList<>();
        for (int nodes : sizes) {
            SimulationReport report = RicartAgrawalaRuns.run("ring", nodes, ALONE);
            measured.add(report.messagesPerEntry());
            finding.compare(Comparison.equal(
                            "messages of an entry, N = " + nodes + ": N", (double) nodes, report.messagesPerEntry()))
                    .compare(Comparison.equal(
                            "no parallelism, N = " + nodes + ": it takes N trips",
                            (double) nodes,
                            RicartAgrawalaRuns.inTrips(report.waits().max())));
        }
        RicartAgrawalaStage stage = RicartAgrawalaStage.inOrder("an entry by the ring", "ring", 4)
                .does("acquire n3")
                .settle();
        List<Long> each = new ArrayList<>();
        for (String node : List.of("n1", "n2", "n3", "n4")) {
            each.add(into(node, stage));
            each.add(outOf(node, stage));
        }
        List<Double> x = RicartAgrawalaRuns.doubles(sizes);
        return finding.compare(Comparison.equal(
                        "messages into and out of each node, the requester too, N = 4",
                        "1, 1, 1, 1, 1, 1, 1, 1",
                        listed(each)))
                .plot(Chart.linear(
                        "Messages for each entry",
                        "nodes",
                        "messages",
                        List.of(
                                Chart.Series.measured("ring", x, measured),
                                RicartAgrawalaRuns.theory("N", sizes, n -> n),
                                RicartAgrawalaRuns.theory("2(N-1)", sizes, n -> 2 * (n - 1)))))
                .draw(stage.drawing())
                .found();
    }
}
