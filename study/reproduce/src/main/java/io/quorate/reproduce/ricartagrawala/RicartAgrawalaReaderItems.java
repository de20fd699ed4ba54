// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.SATURATED;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.SEED;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.TRIP;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.inTrips;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.listed;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.check;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.setup;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.wishes;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.without;

import io.quorate.core.model.Mode;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.net.Network;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.Fault;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaWaits;
import java.util.ArrayList;
import java.util.List;

/** Section 6.6: readers and writers. */
final class RicartAgrawalaReaderItems {
    private static final String RULES = "readers-writers";
    private static final int NODES = 5;

    private RicartAgrawalaReaderItems() {}

    static Finding readersAndWriters(Scale scale) {
        int entries = scale.choose(500, 10_000);
        List<Double> shares = scale.choose(
                List.of(0.0, 0.25, 0.5, 0.75, 1.0), List.of(0.0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0));
        Finding.Builder finding = Finding.of("N = 5, " + Comparison.text(entries)
                + " entries for each share of readers " + listed(shares)
                + ", each asks again when it leaves, all delays T,"
                + " a hold takes 2 T, seed " + SEED + "; complete searches with two and three nodes.");
        List<List<String>> rows = new ArrayList<>();
        List<Double> waits = new ArrayList<>();
        boolean always = true;
        for (double share : shares) {
            RicartAgrawalaWaits byMode = new RicartAgrawalaWaits(claim -> claim.mode() == Mode.SHARED);
            SimulationReport report = run(entries, share, byMode);
            always &= report.messagesPerEntry() == 2.0 * (NODES - 1);
            waits.add(inTrips(report.waits().mean()));
            rows.add(List.of(
                    Comparison.text(share),
                    Comparison.text(report.messagesPerEntry()),
                    share == 0 ? "" : Comparison.text(inTrips(byMode.ofTheGroup())),
                    share == 1 ? "" : Comparison.text(inTrips(byMode.ofTheOthers()))));
            compareExtremes(share, report, finding);
        }
        finding.compare(Comparison.holds(
                        "messages of an entry, whatever the share of readers, N = 5",
                        "2(N-1), as without",
                        always ? "8 at every share" : "not always 8",
                        always))
                .show(new Sheet(
                        "Each asks again when it leaves",
                        List.of("share of readers", "messages", "a reader waits, in trips", "a writer waits, in trips"),
                        rows))
                .plot(Chart.linear(
                        "Mean delay against the share of readers, N = 5",
                        "share of readers",
                        "one-way trips",
                        List.of(
                                Chart.Series.measured("mean delay", shares, waits),
                                Chart.Series.level("one round trip", 0, 1, 2))));
        search(finding);
        stories(finding);
        return finding.found();
    }

    private static SimulationReport run(int entries, double readers, RicartAgrawalaWaits waits) {
        Load load = new Load(SATURATED, entries, 1, readers, RandomDuration.constant(2 * TRIP), null);
        Simulation simulation = Simulation.of(setup(RULES, NODES, Network.UNORDERED), SEED, load);
        return RicartAgrawalaRuns.run(simulation.with(RandomDuration.constant(TRIP)), waits::watch);
    }

    private static void compareExtremes(double readers, SimulationReport report, Finding.Builder finding) {
        if (readers == 1) {
            finding.compare(Comparison.equal(
                    "readers only: the longest delay in trips, none being deferred",
                    2.0,
                    inTrips(report.waits().max())));
        } else if (readers == 0) {
            finding.compare(Comparison.equal(
                    "writers only: trips from a release to the next entry, as in the original algorithm",
                    1.0,
                    inTrips(report.handOvers().median())));
        }
    }

    private static void search(Finding.Builder finding) {
        finding.compare(RicartAgrawalaSearch.verified(
                        "a reader and a writer, or two writers, inside: three nodes, rw, wr and r",
                        "never",
                        check(setup(RULES, 3, Network.UNORDERED), wishes("rw", "wr", "r"))))
                .compare(RicartAgrawalaSearch.needed(
                        "readers that never defer anybody",
                        "they do not defer readers only",
                        check(without("W1", RULES, 2, Network.UNORDERED), wishes("r", "w")),
                        Fault.TWO_INSIDE,
                        6))
                .compare(RicartAgrawalaSearch.needed(
                                "kinds compared before numbers and nothing else (rule W3 left out)",
                                "rule W3 is needed",
                                check(without("W3", "writers-first", 2, Network.UNORDERED), wishes("r", "w")),
                                Fault.TWO_INSIDE,
                                6)
                        .asOurs())
                .compare(RicartAgrawalaSearch.verified(
                                "rules writers-first, readers and writers inside: two nodes, rw each",
                                "never",
                                check(setup("writers-first", 2, Network.UNORDERED), wishes("rw", "rw")))
                        .asOurs());
    }

    private static void stories(Finding.Builder finding) {
        PlayedScenario later = PlayedScenario.of("ricart-agrawala/readers-writers-a-later-reader-waits");
        PlayedScenario earlier = PlayedScenario.of("ricart-agrawala/readers-writers-an-earlier-reader-passes");
        PlayedScenario strict = PlayedScenario.of("ricart-agrawala/writers-first-the-reader-gives-back");
        finding.compare(Comparison.equal(
                        "a reader (n3) that asks after a writer (n4), while readers are inside",
                        "n1, n2, n4, n3",
                        later.text()))
                .compare(
                        Comparison.differs(
                                "a reader (n2) that asked before a writer (n3): \"writers are given priority\"",
                                "n1, n3, n2",
                                earlier.text(),
                                earlier.text().equals("n1, n2, n3"),
                                "the rule gives first-come order; nobody starves. The rules writers-first give strict priority"))
                .compare(Comparison.equal("the same requests by the rules writers-first", "n1, n3, n2", strict.text())
                        .asOurs())
                .draw(later.drawing("Readers together; a later reader waits for the writer"));
    }
}
