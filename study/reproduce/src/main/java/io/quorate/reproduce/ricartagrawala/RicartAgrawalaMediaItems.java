// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.ALONE;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.SATURATED;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.SEED;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.inTrips;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns.listed;
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
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sections 6.1 and 6.2: silence as a REPLY, and broadcasts. */
final class RicartAgrawalaMediaItems {
    private static final String IMPLICIT = "implicit-reply";
    private static final String SILENT_BROADCAST = "implicit-reply+broadcast";

    /** From little contention to much. */
    private static final List<Arrivals> RISING = List.of(ALONE, thinking(3000), thinking(300), thinking(30), SATURATED);

    private RicartAgrawalaMediaItems() {}

    static List<Integer> sizes(Scale scale) {
        return scale.choose(List.of(2, 5, 10), List.of(2, 3, 5, 8, 10, 13, 16, 20));
    }

    static String setting(List<Integer> sizes) {
        return "N = " + listed(sizes) + "; 60 N entries, from every claim alone to each asks again when it leaves,"
                + " all delays T, a hold takes 2 T, seed " + SEED + ".";
    }

    static Finding implicitReply(Scale scale) {
        List<Integer> sizes = sizes(scale);
        Finding.Builder finding = Finding.of(setting(sizes)
                + " Silence counts as a REPLY after 41 ms: twice the 20 ms that a message may take here, and 1 ms.");
        List<List<String>> rows = new ArrayList<>();
        List<Double> least = new ArrayList<>();
        List<Double> most = new ArrayList<>();
        for (int nodes : sizes) {
            List<Double> rising = compareImplicit(nodes, finding);
            least.add(rising.get(0));
            most.add(rising.get(rising.size() - 1));
            List<String> row = new ArrayList<>(List.of("" + nodes));
            rising.forEach(value -> row.add(Comparison.text(value)));
            rows.add(row);
        }
        compareSilence(finding);
        List<Double> x = RicartAgrawalaRuns.doubles(sizes);
        return finding.show(new Sheet(
                        "Messages for each entry",
                        List.of("N", "alone", "pause 3000 T", "pause 300 T", "pause 30 T", "no pause"),
                        rows))
                .plot(Chart.linear(
                        "Messages for each entry, implicit reply",
                        "nodes",
                        "messages",
                        List.of(
                                Chart.Series.measured("little contention", x, least),
                                Chart.Series.measured("much contention", x, most),
                                theory("N-1", sizes, n -> n - 1),
                                theory("2(N-1), as printed", sizes, n -> 2 * (n - 1)),
                                theory("3(N-1)", sizes, n -> 3 * (n - 1)))))
                .found();
    }

    /** Messages for each entry, from little contention to much. */
    private static List<Double> compareImplicit(int nodes, Finding.Builder finding) {
        List<Double> rising = new ArrayList<>();
        boolean adds = true;
        for (Arrivals load : RISING) {
            SimulationReport report = run(IMPLICIT, nodes, load);
            rising.add(report.messagesPerEntry());
            adds &= addsUp(report, nodes);
        }
        double most = rising.get(rising.size() - 1);
        finding.compare(Comparison.equal("least messages, N = " + nodes + ": N-1", nodes - 1.0, rising.get(0)))
                .compare(Comparison.differs(
                        "most messages, N = " + nodes + ": 2(N-1)",
                        2.0 * (nodes - 1),
                        most,
                        most <= 3.0 * (nodes - 1) && most >= 2.9 * (nodes - 1),
                        "who was told DEFERRED gets a REPLY, too: N-1+2d for d deferrals, up to 3(N-1)"))
                .compare(Comparison.holds(
                        "one REQUEST to each, and for each DEFERRED one REPLY, N = " + nodes,
                        "\"depending on the number of DEFERRED messages\"",
                        adds ? "N-1+2d at every load" : "not so",
                        adds))
                .compare(Comparison.holds(
                        "the less contention, the closer to N-1, N = " + nodes,
                        "\"approaches 1*(N-1)\"",
                        listed(rising),
                        isRising(rising)));
        return rising;
    }

    private static void compareSilence(Finding.Builder finding) {
        SimulationReport alone = run(IMPLICIT, 5, ALONE);
        long boundMs = RicartAgrawala.with(IMPLICIT).traits().transmissionMax().toMillis();
        Setup two = RicartAgrawalaSearch.setup(IMPLICIT, 2, Network.UNORDERED);
        CheckReport late = RicartAgrawalaSearch.check(two.withDelaysUnlimited(), Limits.contenders(2, 1));
        finding.compare(Comparison.within(
                        "delay of an entry alone in ms: \"usually the maximum round-trip time\"",
                        "twice " + boundMs,
                        2.0 * boundMs,
                        alone.waits().median() / 1e6,
                        2.0 * boundMs + 1))
                .compare(RicartAgrawalaSearch.verified(
                        "two nodes, transmission times bounded",
                        "mutual exclusion",
                        RicartAgrawalaSearch.check(two, Limits.contenders(2, 1))))
                .compare(RicartAgrawalaSearch.needed(
                        "two nodes, transmission times not bounded",
                        "an upper bound is needed",
                        late,
                        Fault.TWO_INSIDE,
                        4));
        RicartAgrawalaSearch.draw("A DEFERRED that takes too long", late, finding);
    }

    private static boolean addsUp(SimulationReport report, int nodes) {
        Map<String, Long> kinds = report.traffic().messagesByKind();
        return kinds.getOrDefault("Request", 0L) == report.claims().entries() * (nodes - 1)
                && kinds.getOrDefault("Deferred", 0L).equals(kinds.getOrDefault("Reply", 0L));
    }

    private static boolean isRising(List<Double> values) {
        for (int place = 1; place < values.size(); place++) {
            if (values.get(place) <= values.get(place - 1)) {
                return false;
            }
        }
        return true;
    }

    static Finding broadcast(Scale scale) {
        List<Integer> sizes = sizes(scale);
        Finding.Builder finding = Finding.of(setting(sizes) + " A broadcast counts as one message.");
        for (int nodes : sizes) {
            boolean always = true;
            SimulationReport report = run("broadcast", nodes, ALONE);
            for (Arrivals load : List.of(thinking(10), SATURATED)) {
                always &= messages("broadcast", nodes, load) == report.messagesPerEntry();
            }
            Map<String, Long> kinds = report.traffic().messagesByKind();
            long entries = report.claims().entries();
            double both = messages(SILENT_BROADCAST, nodes, SATURATED);
            finding.compare(Comparison.equal(
                            "messages of an entry, N = " + nodes + ": N", (double) nodes, report.messagesPerEntry()))
                    .compare(Comparison.equal(
                            "REQUESTs and REPLYs of an entry, N = " + nodes + ": 1 and N-1",
                            listed(List.of(1L, nodes - 1L)),
                            listed(List.of(
                                    kinds.getOrDefault("Request", 0L) / entries,
                                    kinds.getOrDefault("Reply", 0L) / entries))))
                    .compare(Comparison.holds(
                            "N messages at every load, N = " + nodes, "N", always ? "always" : "not always", always))
                    .compare(Comparison.equal(
                            "with implicit reply, least, N = " + nodes + ": 1",
                            1.0,
                            messages(SILENT_BROADCAST, nodes, ALONE)))
                    .compare(Comparison.within(
                                    "with implicit reply, most, N = " + nodes + ": 1+2(N-1), see section 6.1",
                                    "1+2(N-1)",
                                    1 + 1.9 * (nodes - 1),
                                    both,
                                    2.0 * nodes - 1)
                            .asOurs());
        }
        return finding.plot(Chart.linear(
                        "Messages for each entry, broadcast REQUESTs",
                        "nodes",
                        "messages",
                        List.of(
                                measured("broadcast", sizes, n -> messages("broadcast", n, SATURATED)),
                                measured("and implicit reply, alone", sizes, n -> messages(SILENT_BROADCAST, n, ALONE)),
                                theory("N", sizes, n -> n),
                                theory("1", sizes, n -> 1),
                                theory("2(N-1)", sizes, n -> 2 * (n - 1)))))
                .found();
    }

    static Finding sequenced(Scale scale) {
        List<Integer> sizes = sizes(scale);
        Finding.Builder finding = Finding.of(setting(sizes)
                + " All nodes hear all broadcasts, their own too, in one order; complete searches with two nodes.");
        for (int nodes : sizes) {
            for (Arrivals load : List.of(ALONE, thinking(10), SATURATED)) {
                SimulationReport report = run("sequenced", nodes, load);
                long entries = report.claims().entries();
                Map<String, Long> kinds = report.traffic().messagesByKind();
                String name = load.equals(ALONE) ? "alone" : load.equals(SATURATED) ? "no pause" : "pause 10 T";
                finding.compare(Comparison.equal(
                        "REQUESTs and REPLYs of an entry, N = " + nodes + ", " + name,
                        "1, 1",
                        listed(List.of(
                                (double) kinds.getOrDefault("Request", 0L) / entries,
                                (double) kinds.getOrDefault("Reply", 0L) / entries))));
            }
        }
        PlayedScenario two = PlayedScenario.of("ricart-agrawala/sequenced-two-contend");
        Limits once = Limits.contenders(2, 1);
        return finding.compare(Comparison.equal(
                        "trips to wait alone: REPLYs are needed from earlier requesters only",
                        1.0,
                        inTrips(run("sequenced", 5, ALONE).waits().max())))
                .compare(Comparison.equal(
                        "the order of the REQUESTs on the medium is the order of entries", "n2, n1", two.text()))
                .compare(RicartAgrawalaSearch.verified(
                        "without numbers, over a medium that gives one order",
                        "mutual exclusion",
                        RicartAgrawalaSearch.check(
                                RicartAgrawalaSearch.setup("sequenced", 2, Network.SEQUENCED), once)))
                .compare(RicartAgrawalaSearch.needed(
                        "without numbers, over links from node to node",
                        "the medium must enforce the order",
                        RicartAgrawalaSearch.check(RicartAgrawalaSearch.setup("sequenced", 2, Network.FIFO), once),
                        Fault.TWO_INSIDE,
                        4))
                .draw(two.drawing("Two messages for each entry"))
                .found();
    }

    /** When all begin at once, one node of each pair answers the other before anybody has left; for each entry of the run. */
    private static double firstReplies(int nodes) {
        return nodes * (nodes - 1) / 2.0 / RicartAgrawalaRuns.entries(nodes);
    }

    static Finding broadcastReplies(Scale scale) {
        List<Integer> sizes = scale.choose(List.of(5, 10), List.of(3, 5, 8, 10, 13, 16, 20));
        Finding.Builder finding = Finding.of(
                setting(sizes) + " Footnote 2 played with three nodes, without the list of recipients and with it.");
        for (int nodes : sizes) {
            finding.compare(Comparison.equal(
                            "messages of an entry alone, N = " + nodes + ": N",
                            (double) nodes,
                            messages("broadcast-replies", nodes, ALONE)))
                    .compare(Comparison.within(
                            "pause 10 T, N = " + nodes + ": the audience depends on the contention",
                            "fewer than N",
                            2,
                            messages("broadcast-replies", nodes, thinking(10)),
                            nodes - 1 / RicartAgrawalaRuns.entries(nodes)))
                    .compare(Comparison.within(
                            "no pause, N = " + nodes + ": one broadcast answers all, except the first REQUESTs",
                            "close to 2",
                            2,
                            messages("broadcast-replies", nodes, SATURATED),
                            2 + firstReplies(nodes)));
        }
        PlayedScenario footnote = PlayedScenario.of("ricart-agrawala/broadcast-replies-footnote-2-without-L1");
        return finding.compare(Comparison.holds(
                        "footnote 2: without a list of recipients node 2 may continue although node 1 goes first",
                        "not sufficient",
                        footnote.text(),
                        footnote.isBroken()))
                .compare(RicartAgrawalaSearch.verified(
                        "with the list, three nodes that ask 2, 1 and 1 times",
                        "mutual exclusion",
                        RicartAgrawalaSearch.check(
                                RicartAgrawalaSearch.setup("broadcast-replies", 3, Network.UNORDERED),
                                RicartAgrawalaSearch.wishes("ww", "w", "w"))))
                .plot(Chart.linear(
                        "Messages for each entry, broadcast REQUESTs and REPLYs",
                        "nodes",
                        "messages",
                        List.of(
                                measured("alone", sizes, n -> messages("broadcast-replies", n, ALONE)),
                                measured("pause 10 T", sizes, n -> messages("broadcast-replies", n, thinking(10))),
                                measured("no pause", sizes, n -> messages("broadcast-replies", n, SATURATED)),
                                theory("N", sizes, n -> n),
                                theory("2", sizes, n -> 2))))
                .draw(footnote.drawing("Footnote 2: a broadcast REPLY without a list of recipients"))
                .found();
    }
}
