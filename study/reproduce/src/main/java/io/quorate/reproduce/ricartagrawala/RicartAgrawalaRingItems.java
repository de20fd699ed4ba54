// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.ALONE;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.SATURATED;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.SEED;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.inTrips;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.measured;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.messages;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.run;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.theory;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.thinking;

import io.quorate.lab.check.CheckReport;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Section 6.3, the ring; and all modifications of sections 6.1 to 6.3 beside each other. */
final class RicartAgrawalaRingItems {
    private static final String RING = "ring";
    private static final String NOTES = "ring-notes";

    private RicartAgrawalaRingItems() {}

    static Finding ring(Scale scale) {
        List<Integer> sizes = RicartAgrawalaMediaItems.sizes(scale);
        Finding.Builder finding = Finding.of(RicartAgrawalaMediaItems.setting(sizes)
                + " Complete searches with two and three nodes, messages in any order.");
        for (int nodes : sizes) {
            compareRing(nodes, finding);
        }
        Limits once = Limits.contenders(2, 1);
        CheckReport early =
                RicartAgrawalaSearch.check(RicartAgrawalaSearch.without("G5", NOTES, 2, Network.UNORDERED), once);
        PlayedScenario held = PlayedScenario.of("ricart-agrawala/ring-held-at-each-stop");
        for (String modification : List.of(RING, NOTES)) {
            finding.compare(RicartAgrawalaSearch.verified(
                    modification + ", three nodes that ask twice each",
                    "mutual exclusion",
                    RicartAgrawalaSearch.check(
                            RicartAgrawalaSearch.setup(modification, 3, Network.UNORDERED), Limits.contenders(3, 2))));
        }
        double accumulated = run(RING, 10, thinking(10)).handOvers().mean();
        double withNotes = run(NOTES, 10, thinking(10)).handOvers().mean();
        return finding.compare(Comparison.holds(
                        "notes eliminate the cumulative delays: trips from a release to the next entry, N = 10, pause 10 T",
                        "shorter than without notes",
                        Comparison.text(inTrips(withNotes)) + " against " + Comparison.text(inTrips(accumulated)),
                        withNotes < accumulated / 1.5))
                .compare(RicartAgrawalaSearch.erratum(
                        "Outstanding_Reply_Count is set according to the notations when the REQUEST is back",
                        "all REPLYs counted",
                        early,
                        Fault.STUCK,
                        8,
                        "a REPLY may come before the REQUEST is back and would be lost: here the notes of those who have"
                                + " replied already do not count"))
                .compare(Comparison.equal("a REQUEST that is held at a stop: the entries", "n1, n3", held.text()))
                .plot(Chart.linear(
                        "Messages for each entry, ring",
                        "nodes",
                        "messages",
                        List.of(
                                measured("held at each stop", sizes, n -> messages(RING, n, SATURATED)),
                                measured("with notes, alone", sizes, n -> messages(NOTES, n, ALONE)),
                                measured("with notes, no pause", sizes, n -> messages(NOTES, n, SATURATED)),
                                theory("N", sizes, n -> n),
                                theory("2N-1", sizes, n -> 2 * n - 1))))
                .draw(held.drawing("The REQUEST of n3 is held at n1"))
                .draw(PlayedScenario.of("ricart-agrawala/ring-notes-early-reply")
                        .drawing("With notes: a REPLY that comes before the REQUEST is back"))
                .found();
    }

    private static void compareRing(int nodes, Finding.Builder finding) {
        for (Arrivals load : List.of(ALONE, thinking(10), SATURATED)) {
            String name = load.equals(ALONE) ? "alone" : load.equals(SATURATED) ? "no pause" : "pause 10 T";
            finding.compare(Comparison.equal(
                    "messages of an entry, N = " + nodes + ", " + name + ": N",
                    (double) nodes,
                    messages(RING, nodes, load)));
        }
        SimulationReport busy = run(NOTES, nodes, SATURATED);
        long requests = busy.traffic().messagesByKind().getOrDefault("Request", 0L);
        finding.compare(Comparison.equal(
                        "with notes, alone, N = " + nodes + ": N", (double) nodes, messages(NOTES, nodes, ALONE)))
                .compare(Comparison.within(
                        "with notes, no pause, N = " + nodes + ": a REPLY more for each note",
                        "N to 2N-1",
                        nodes,
                        busy.messagesPerEntry(),
                        2.0 * nodes - 1))
                .compare(Comparison.equal(
                        "with notes, hops of a REQUEST, N = " + nodes + ": N",
                        (double) nodes,
                        (double) requests / busy.claims().entries()));
    }

    /** A modification, and what the report says of it with little and with much contention; empty if it gives no number. */
    private record Modification(String words, String section, double little, OptionalDouble much) {}

    private static List<Modification> modifications(int nodes) {
        OptionalDouble none = OptionalDouble.empty();
        double twice = 2 * (nodes - 1);
        return List.of(
                new Modification("corrected", "2", twice, OptionalDouble.of(twice)),
                new Modification("implicit-reply", "6.1", nodes - 1, none),
                new Modification("broadcast", "6.2", nodes, OptionalDouble.of(nodes)),
                new Modification("implicit-reply+broadcast", "6.2", 1, none),
                new Modification("sequenced", "6.2.1", 2, OptionalDouble.of(2)),
                new Modification("broadcast-replies", "6.2.2", nodes, none),
                new Modification(RING, "6.3", nodes, OptionalDouble.of(nodes)),
                new Modification(NOTES, "6.3", nodes, none));
    }

    static Finding overview(Scale scale, Experiment.Progress progress) {
        int nodes = 10;
        List<Long> pauses = scale.choose(
                List.of(10_000L, 1_000L, 100L, 10L, 1L),
                List.of(10_000L, 3_000L, 1_000L, 300L, 100L, 30L, 10L, 3L, 1L));
        Finding.Builder finding = Finding.of("N = 10, 600 entries for each modification and load, all delays T, a hold"
                + " takes 2 T, seed " + SEED + "; a broadcast counts as one message.");
        List<List<String>> rows = new ArrayList<>();
        List<Chart.Series> lines = new ArrayList<>();
        List<Modification> modifications = modifications(nodes);
        for (Modification each : modifications) {
            rows.add(compareAtBothEnds(each, nodes, finding));
            List<Double> y = new ArrayList<>();
            pauses.forEach(pause -> y.add(messages(each.words, nodes, thinking(pause))));
            lines.add(Chart.Series.measured(each.words, RicartAgrawalaRuns.doubles(pauses), y));
            progress.at((double) rows.size() / modifications.size());
        }
        return finding.show(new Sheet(
                        "N = 10",
                        List.of(
                                "modification",
                                "messages, alone",
                                "messages, no pause",
                                "trips to wait alone",
                                "trips from a release to the next entry"),
                        rows))
                .plot(new Chart(
                        "Messages for each entry, 10 nodes",
                        "pause between leaving and asking again, in one-way trips",
                        "messages",
                        lines,
                        Chart.Scale.LOGARITHMIC,
                        Chart.Scale.LINEAR))
                .found();
    }

    /** The row of a modification in the table. */
    private static List<String> compareAtBothEnds(Modification each, int nodes, Finding.Builder finding) {
        SimulationReport alone = run(each.words, nodes, ALONE);
        SimulationReport busy = run(each.words, nodes, SATURATED);
        String name = "section " + each.section + ", " + each.words;
        finding.compare(Comparison.equal(name + ", little contention", each.little, alone.messagesPerEntry()));
        each.much.ifPresent(
                much -> finding.compare(Comparison.equal(name + ", much contention", much, busy.messagesPerEntry())));
        return List.of(
                each.words,
                Comparison.text(alone.messagesPerEntry()),
                Comparison.text(busy.messagesPerEntry()),
                Comparison.text(inTrips(alone.waits().mean())),
                Comparison.text(inTrips(busy.handOvers().mean())));
    }
}
