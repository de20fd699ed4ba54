// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.dht;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtFigure.Varied;
import io.quorate.lab.dht.DhtMean;
import io.quorate.lab.dht.DhtResult;
import io.quorate.lab.dht.TimeScale;
import io.quorate.lab.dht.Workload;
import io.quorate.lab.draw.Chart;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Nodes that come and go: Figure 5 of Muhammad, Cheema and Gupta. */
final class DhtChurnItems {
    /** Raise them where more is possible: what a run costs is the overlay's upkeep, and grows with nodes and runs. */
    private static final int NODES_QUICK = 100;

    private static final int NODES_FULL = 500;
    private static final int RUNS_QUICK = 1;
    private static final int RUNS_FULL = 2;

    /** In percent of the nodes; 0 to 30 percent in a round are the paper's 0 to 3,000 of 10,000. */
    private static final List<Integer> CHURN_QUICK = List.of(0, 30);

    private static final List<Integer> CHURN_FULL = List.of(0, 10, 20, 30);

    private static final Workload WORKLOAD_QUICK = new Workload(65, 10, 20, 0.5);
    private static final TimeScale TIMES = TimeScale.USUAL.withRound(Duration.ofSeconds(10));

    private DhtChurnItems() {}

    static Finding run(Scale scale, Experiment.Progress progress) {
        int nodes = scale.choose(NODES_QUICK, NODES_FULL);
        List<Integer> percents = scale.choose(CHURN_QUICK, CHURN_FULL);
        DhtExperiment base = DhtExperiment.of(DhtItems.SIGMA, nodes, DhtItems.SEED)
                .with(TIMES)
                .with(scale.choose(WORKLOAD_QUICK, Workload.PAPER));
        DhtResult result = DhtItems.run(
                Varied.CHURN,
                percents.stream()
                        .map(percent -> String.valueOf(nodes * percent / 100))
                        .toList(),
                scale.choose(RUNS_QUICK, RUNS_FULL),
                base,
                progress);
        Finding.Builder finding = Finding.of(
                DhtItems.setting(
                        result,
                        Comparison.text(nodes)
                                + " nodes. In each round the same percentage changes as in the paper's network of 10,000: half of them fail, which is detected by their silence, and as many new ones join. Rounds of 10 s, leases of 5 s, three replicas."));
        compareEndToEnd(finding, result, percents);
        compareNonEndToEnd(finding, result);
        finding.compare(DhtItems.nobodyTwice(result));
        finding.show(sheet(result, percents)).plot(chart(result, percents));
        return finding.found();
    }

    /** How many times the messages without churn. */
    private static double growth(DhtResult result, Protocol<?> protocol, int place) {
        List<Double> line = DhtItems.ofLocks(result, protocol);
        return line.get(place) / line.get(0);
    }

    private static int last(DhtResult result) {
        return result.figure().values().size() - 1;
    }

    private static void compareEndToEnd(Finding.Builder finding, DhtResult result, List<Integer> percents) {
        double sigma = growth(result, DhtItems.SIGMA, last(result));
        double endToEnd = growth(result, DhtItems.END_TO_END, last(result));
        finding.compare(Comparison.holds(
                "messages of endtoend at 30 percent a round, against none",
                "increase at a much lower rate",
                DhtItems.two(endToEnd) + " times; Sigma " + DhtItems.two(sigma) + " times",
                endToEnd - 1 < 0.85 * (sigma - 1)));
        if (percents.size() > 2) {
            double sigmaFirst = growth(result, DhtItems.SIGMA, 1);
            double endToEndFirst = growth(result, DhtItems.END_TO_END, 1);
            finding.compare(Comparison.differs(
                    "messages of endtoend in the beginning, at " + percents.get(1) + " percent a round",
                    "a slightly higher increase",
                    DhtItems.two(endToEndFirst) + " times; Sigma " + DhtItems.two(sigmaFirst) + " times",
                    endToEndFirst < sigmaFirst,
                    "A waiter stands in the queue of the owner and asks no replicas, so a move of the replicas does not"
                            + " affect it: the increase is lower from the beginning on. By the printed rules it is higher"
                            + " (docs/study/protocols/dht-experiments.md, Figure 5 as printed)."));
        }
    }

    private static void compareNonEndToEnd(Finding.Builder finding, DhtResult result) {
        double sigma = growth(result, DhtItems.SIGMA, last(result));
        double nonEndToEnd = growth(result, DhtItems.NON_END_TO_END, last(result));
        finding.compare(Comparison.differs(
                "messages of nonendtoend at 30 percent a round, against none",
                "increase at a much lower rate",
                DhtItems.two(nonEndToEnd) + " times; Sigma " + DhtItems.two(sigma) + " times",
                nonEndToEnd >= 0.85 * sigma && nonEndToEnd <= 1.10 * sigma,
                "Everybody who waits must find every replica that has moved, as with Sigma, so that it grows hardly less"
                        + " (known: 0.85 to 1.10 times as much). By the printed rules the claim holds, because a waiter for a lost"
                        + " message waits in silence (docs/study/protocols/dht-experiments.md, Figure 5 as printed)."));
    }

    private static Sheet sheet(DhtResult result, List<Integer> percents) {
        List<List<String>> rows = new ArrayList<>();
        for (int place = 0; place < percents.size(); place++) {
            for (Protocol<?> protocol : DhtItems.ALL) {
                DhtMean mean =
                        result.means().get(DhtItems.ALL.indexOf(protocol)).get(place);
                rows.add(List.of(
                        percents.get(place) + " %",
                        protocol.name(),
                        Comparison.text(Math.round(mean.ofLocks())),
                        DhtItems.two(growth(result, protocol, place)),
                        DhtItems.two(mean.perEntry()),
                        Comparison.text(Math.round(mean.granted())),
                        Comparison.text(Math.round(mean.lost())),
                        DhtItems.two(mean.meanWait()),
                        Comparison.text(Math.round(mean.upkeep()))));
            }
        }
        return new Sheet(
                "Messages under churn",
                List.of(
                        "churn a round",
                        "protocol",
                        "messages",
                        "times that without churn",
                        "for each entry",
                        "entries",
                        "holds lost",
                        "wait, in rounds",
                        "overlay"),
                rows);
    }

    private static Chart chart(DhtResult result, List<Integer> percents) {
        List<Chart.Series> lines = new ArrayList<>();
        for (Protocol<?> protocol : DhtItems.ALL) {
            lines.add(Chart.Series.measured(
                    protocol.name(),
                    percents.stream().map(Integer::doubleValue).toList(),
                    DhtItems.ofLocks(result, protocol)));
        }
        return Chart.linear(
                "Messages of locks in the whole experiment",
                "percent of the nodes that fail or join in each round",
                "messages of locks",
                lines);
    }
}
