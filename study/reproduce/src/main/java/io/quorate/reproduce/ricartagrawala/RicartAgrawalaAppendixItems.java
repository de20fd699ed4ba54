// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.check;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.endless;
import static io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.setup;

import io.quorate.lab.check.CheckReport;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSchedule;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.Fault;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaStage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** The appendix: how often others enter while one waits, and what a newcomer can tell from that. */
final class RicartAgrawalaAppendixItems {
    private RicartAgrawalaAppendixItems() {}

    private static List<Integer> sizes(Scale scale) {
        return scale.choose(List.of(2, 3, 4, 5), List.of(2, 3, 4, 5, 6, 7, 8, 9, 10));
    }

    static Finding anyOrder(Scale scale) {
        List<Integer> sizes = sizes(scale);
        Finding.Builder finding = Finding.of("A schedule of the appendix for N = " + RicartAgrawalaRuns.listed(sizes)
                + ", played; and complete searches with two and three nodes that ask forever.");
        List<List<String>> rows = new ArrayList<>();
        for (int nodes : sizes) {
            RicartAgrawalaSchedule worst = RicartAgrawalaSchedule.inAnyOrder(nodes);
            long[] ofEach = LongStream.range(1, nodes)
                    .map(node -> worst.passesOf((int) node))
                    .toArray();
            finding.compare(Comparison.equal(
                            "entries of others while A waits, N = " + nodes + ": N(N+1)/2-1",
                            nodes * (nodes + 1) / 2 - 1,
                            worst.passes()))
                    .compare(Comparison.equal(
                            "of one N, of another N-1, and so on down to 2, N = " + nodes,
                            text(LongStream.iterate(nodes, times -> times - 1)
                                    .limit(nodes - 1)
                                    .toArray()),
                            text(ofEach)));
            rows.add(List.of("" + nodes, Comparison.text(worst.passes()), String.join(" ", worst.entries())));
        }
        compareSearch(Network.UNORDERED, 2, 2, 8, finding);
        compareSearch(Network.UNORDERED, 3, 5, 30, finding);
        return finding.show(new Sheet("The worst cases", List.of("N", "passes", "entries"), rows))
                .plot(Chart.linear(
                        "How often one is passed",
                        "nodes",
                        "entries of others",
                        List.of(
                                RicartAgrawalaRuns.measured(
                                        "overtaking",
                                        sizes,
                                        n -> RicartAgrawalaSchedule.inAnyOrder(n)
                                                .passes()),
                                RicartAgrawalaRuns.measured(
                                        "in order",
                                        sizes,
                                        n -> RicartAgrawalaSchedule.inOrder(n).passes()),
                                RicartAgrawalaRuns.theory("N(N+1)/2-1", sizes, n -> n * (n + 1) / 2.0 - 1),
                                RicartAgrawalaRuns.theory("2(N-1)", sizes, n -> 2 * (n - 1)))))
                .draw(RicartAgrawalaSchedule.inAnyOrder(3).drawing())
                .found();
    }

    private static String text(long[] numbers) {
        return String.join(", ", LongStream.of(numbers).mapToObj(Long::toString).toList());
    }

    static Finding inOrder(Scale scale) {
        List<Integer> sizes = sizes(scale);
        Finding.Builder finding = Finding.of("A schedule of the appendix for N = " + RicartAgrawalaRuns.listed(sizes)
                + ", played; and complete searches with two and three nodes that ask forever.");
        for (int nodes : sizes) {
            RicartAgrawalaSchedule worst = RicartAgrawalaSchedule.inOrder(nodes);
            long most = LongStream.range(1, nodes)
                    .map(node -> worst.passesOf((int) node))
                    .max()
                    .orElse(0);
            finding.compare(Comparison.equal(
                            "entries of others while A waits, N = " + nodes + ": 2(N-1)",
                            2 * (nodes - 1),
                            worst.passes()))
                    .compare(Comparison.equal("of the same node, N = " + nodes + ": no more than twice", 2L, most));
        }
        compareSearch(Network.FIFO, 2, 2, 9, finding);
        compareSearch(Network.FIFO, 3, 4, 26, finding);
        return finding.draw(RicartAgrawalaSchedule.inOrder(3).drawing()).found();
    }

    /** The bound holds whatever happens, and one less is exceeded after this number of steps. */
    private static void compareSearch(Network network, int nodes, int most, int steps, Finding.Builder finding) {
        Setup endlessly = setup("modulo", nodes, network);
        CheckReport enough = check(endlessly.withPassesAtMost(most), endless(nodes));
        finding.compare(RicartAgrawalaSearch.verified(
                        "passed at most " + most + " times, N = " + nodes, "whatever happens", enough))
                .compare(RicartAgrawalaSearch.needed(
                        "passed at most " + (most - 1) + " times, N = " + nodes,
                        "not so",
                        check(endlessly.withPassesAtMost(most - 1), endless(nodes)),
                        Fault.PASSED,
                        steps));
    }

    static Finding fourthRequest() {
        RicartAgrawalaStage stage = RicartAgrawalaPracticeItems.outside("practical+learn-from-one");
        stage.does("acquire n1").settle();
        int heard = 0;
        boolean answered = true;
        while (!stage.asks("n1") && heard < 10) {
            if (stage.inside().contains("n3")) {
                stage.does("release n3").settle();
            }
            stage.does("acquire n3").settle();
            heard++;
            answered &= stage.sent().stream().anyMatch(line -> line.startsWith("n1->n3 Reply"));
        }
        return Finding.of("Three nodes of which n1 comes back, messages in the order of sending, rules"
                        + " practical+learn-from-one: n3 asks again and again; and a complete search in which n2 asks four"
                        + " times and n3 once.")
                .compare(Comparison.equal("REQUESTs of one node that a newcomer hears before it asks", 4, heard))
                .compare(Comparison.holds(
                        "until then it answers REQUESTs as usual",
                        "processed normally",
                        answered ? "so" : "not so",
                        answered))
                .compare(RicartAgrawalaSearch.verified(
                        "two inside, or one that waits forever",
                        "the newcomer is synchronized",
                        RicartAgrawalaPracticeItems.standard("practical-learn-from-one-3-rejoin")))
                .draw(stage.drawing())
                .found();
    }
}
