// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.dht;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtFigure.Varied;
import io.quorate.lab.dht.DhtMean;
import io.quorate.lab.dht.DhtResult;
import io.quorate.lab.dht.LoadSpread;
import io.quorate.lab.draw.Chart;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import java.util.ArrayList;
import java.util.List;

/** Load on an overlay: Figure 4 of Muhammad, Cheema and Gupta. */
final class DhtLoadItems {
    private static final int NODES_QUICK = 300;
    private static final int NODES_FULL = 1_000;
    private static final int RUNS_QUICK = 1;
    private static final int RUNS_FULL = 10;
    private static final List<String> REPLICAS_QUICK = List.of("1", "3", "7");
    private static final List<String> REPLICAS_FULL = List.of("1", "3", "5", "7", "9");

    /** At most this number of messages. */
    private static final List<Integer> LOADS = List.of(0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 150);

    /** Spreads that differ by less than this are the same. */
    private static final double SLACK = 0.03;

    private DhtLoadItems() {}

    static Finding run(Scale scale, Experiment.Progress progress) {
        int nodes = scale.choose(NODES_QUICK, NODES_FULL);
        DhtResult result = DhtItems.run(
                Varied.REPLICAS,
                scale.choose(REPLICAS_QUICK, REPLICAS_FULL),
                scale.choose(RUNS_QUICK, RUNS_FULL),
                DhtExperiment.of(DhtItems.SIGMA, nodes, DhtItems.SEED),
                progress);
        Finding.Builder finding = Finding.of(DhtItems.setting(
                result,
                Comparison.text(nodes) + " nodes; who waits asks again after (P + 1/2) holds. Load is how many messages"
                        + " of locks come to a node, those among them that it only passes on. Inequality (Gini) is 0 if"
                        + " all nodes have the same load, and near 1 if one has all of it."));
        for (Protocol<?> protocol : DhtItems.ALL) {
            List<Double> means =
                    loads(result, protocol).stream().map(LoadSpread::mean).toList();
            finding.compare(Comparison.holds(
                    "load of a node, mean, " + protocol.name(),
                    "grows with the number of replicas",
                    String.join(", ", means.stream().map(DhtItems::two).toList()),
                    rises(means)));
        }
        compareEvenness(finding, result);
        finding.compare(DhtItems.nobodyTwice(result));
        finding.show(sheet(result))
                .plot(spread(result, DhtItems.END_TO_END))
                .plot(spread(result, DhtItems.NON_END_TO_END));
        return finding.found();
    }

    private static List<LoadSpread> loads(DhtResult result, Protocol<?> protocol) {
        return result.means().get(DhtItems.ALL.indexOf(protocol)).stream()
                .map(DhtMean::load)
                .toList();
    }

    private static boolean rises(List<Double> numbers) {
        for (int place = 1; place < numbers.size(); place++) {
            if (numbers.get(place) <= numbers.get(place - 1)) {
                return false;
            }
        }
        return true;
    }

    private static List<Double> inequality(DhtResult result, Protocol<?> protocol) {
        return loads(result, protocol).stream().map(LoadSpread::inequality).toList();
    }

    private static void compareEvenness(Finding.Builder finding, DhtResult result) {
        List<Double> sigma = inequality(result, DhtItems.SIGMA);
        List<Double> endToEnd = inequality(result, DhtItems.END_TO_END);
        List<Double> nonEndToEnd = inequality(result, DhtItems.NON_END_TO_END);
        boolean isAsEven = true;
        boolean isSimilar = true;
        for (int place = 0; place < sigma.size(); place++) {
            isAsEven &= endToEnd.get(place) <= sigma.get(place) + SLACK;
            isSimilar &= Math.abs(nonEndToEnd.get(place) - endToEnd.get(place)) <= 2 * SLACK;
        }
        finding.compare(Comparison.holds(
                "load of E2E, Gini coefficient (0 is even, 1 is all at one node)",
                "an even distribution",
                DhtItems.range(endToEnd) + ", not above Sigma's " + DhtItems.range(sigma),
                isAsEven));
        finding.compare(Comparison.holds(
                "load of Non-E2E, Gini coefficient", "similar", DhtItems.range(nonEndToEnd), isSimilar));
    }

    private static Sheet sheet(DhtResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (String replicas : result.figure().values()) {
            for (Protocol<?> protocol : DhtItems.ALL) {
                DhtMean mean = result.mean(protocol, replicas);
                rows.add(List.of(
                        replicas,
                        protocol.name(),
                        Comparison.text(Math.round(mean.ofLocks())),
                        DhtItems.two(mean.load().mean()),
                        Comparison.text(mean.load().most()),
                        DhtItems.two(mean.load().inequality()),
                        Math.round(100 * mean.load().partOfBusiest(0.01)) + " %"));
            }
        }
        return new Sheet(
                "Load",
                List.of(
                        "replicas",
                        "protocol",
                        "messages",
                        "load: mean",
                        "most",
                        "inequality",
                        "what the busiest percent of the nodes has"),
                rows);
    }

    private static Chart spread(DhtResult result, Protocol<?> protocol) {
        List<Chart.Series> lines = new ArrayList<>();
        for (String replicas : result.figure().values()) {
            LoadSpread load = result.mean(protocol, replicas).load();
            lines.add(Chart.Series.measured(
                    replicas + (replicas.equals("1") ? " replica" : " replicas"),
                    LOADS.stream().map(Integer::doubleValue).toList(),
                    LOADS.stream().map(most -> 100 * load.partUpTo(most)).toList()));
        }
        return Chart.linear(
                "Load with " + protocol.name(),
                "messages that a node processes, at most",
                "part of the nodes, in percent",
                lines);
    }
}
