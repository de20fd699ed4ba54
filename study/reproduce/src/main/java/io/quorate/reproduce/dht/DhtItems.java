// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.dht;

import static java.util.Map.entry;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtFigure;
import io.quorate.lab.dht.DhtFigure.Varied;
import io.quorate.lab.dht.DhtMean;
import io.quorate.lab.dht.DhtResult;
import io.quorate.lab.draw.Chart;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import io.quorate.reproduce.claims.ClaimTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Messages of locks on an overlay: Figure 3 of Muhammad, Cheema and Gupta, and what it depends on.
 * docs/study/protocols/dht-experiments.md discusses what comes out. Figures 4 and 5 are in {@link DhtLoadItems} and {@link DhtChurnItems}.
 */
public final class DhtItems {
    static final Protocol<?> SIGMA = Protocols.named("sigma");
    static final Protocol<?> END_TO_END = Protocols.named("endtoend");
    static final Protocol<?> NON_END_TO_END = Protocols.named("nonendtoend");
    static final List<Protocol<?>> ALL = List.of(SIGMA, END_TO_END, NON_END_TO_END);

    static final long SEED = 1;

    private static final List<String> NODES_QUICK = List.of("250", "1000");
    private static final List<String> NODES_FULL =
            List.of("1000", "2000", "3000", "4000", "5000", "6000", "7000", "8000", "9000", "10000");

    /** Where the first part of the curve ends, of which a straight line would rise by four ninths. */
    private static final String MIDDLE = "5000";

    private static final int RUNS_QUICK = 1;
    private static final int RUNS_FULL = 10;
    private static final int RUNS_PRINTED = 3;

    private static final int RETRIES_NODES_QUICK = 300;
    private static final int RETRIES_NODES_FULL = 1_000;
    private static final List<String> RETRIES_QUICK = List.of("never", "1", "0.25");
    private static final List<String> RETRIES_FULL =
            List.of("never", "informed", "production", "2", "1", "0.5", "0.25");

    /** Four times a round. */
    private static final String OFTEN = "0.25";

    /** Items that the table of claims leaves to code, by name. */
    private static final Map<String, Experiment> EXPERIMENTS = Map.ofEntries(
            entry("DhtSnapshotItems.endToEnd", (scale, progress) -> DhtSnapshotItems.endToEnd()),
            entry("DhtSnapshotItems.nonEndToEnd", (scale, progress) -> DhtSnapshotItems.nonEndToEnd()),
            entry("DhtItems.figure3", DhtItems::figure3),
            entry("DhtItems.retries", DhtItems::retries),
            entry("DhtLoadItems.run", DhtLoadItems::run),
            entry("DhtChurnItems.run", DhtChurnItems::run));

    private DhtItems() {}

    public static List<Item> all() {
        return ClaimTable.items(Paper.DHT, DhtItems.class, Map.of(), EXPERIMENTS);
    }

    /** Runs a figure, telling how far it is. */
    static DhtResult run(Varied varied, List<String> values, int runs, DhtExperiment base, Experiment.Progress told) {
        return new DhtFigure(varied, ALL, values, runs, base).run((experiment, done) -> told.at(done));
    }

    static Comparison nobodyTwice(DhtResult result) {
        return Comparison.equal(
                        "grants while another was inside, and fences that did not rise", 0L, result.violations())
                .asOurs();
    }

    static String setting(DhtResult result, String varied) {
        DhtExperiment base = result.figure().base();
        int runs = result.figure().runs();
        return "Nodes of production in virtual time, every message as bytes: "
                + base.workload().resources()
                + " resources, " + base.workload().rounds() + " rounds of "
                + base.workload().requests()
                + " requests, a hold ends in a round with probability 1/2. " + varied + " "
                + (runs == 1 ? "One run, seed " + base.seed() : "Means of " + runs + " runs, seeds from " + base.seed())
                + ". A routed message counts once for each link; keep-alives of sessions and of the overlay are counted apart.";
    }

    static String two(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    /** As in "0.75 to 0.78", or as one number if both are the same. */
    static String range(List<Double> numbers) {
        String least = two(least(numbers));
        String most = two(most(numbers));
        return least.equals(most) ? least : least + " to " + most;
    }

    static double least(List<Double> numbers) {
        return numbers.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    static double most(List<Double> numbers) {
        return numbers.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    static boolean areAll(List<Double> numbers, double from, double to) {
        return least(numbers) >= from && most(numbers) <= to;
    }

    static List<Double> numbers(List<String> values) {
        return values.stream().map(Double::valueOf).toList();
    }

    static List<Double> ofLocks(DhtResult result, Protocol<?> protocol) {
        return result.means().get(ALL.indexOf(protocol)).stream()
                .map(DhtMean::ofLocks)
                .toList();
    }

    static Finding figure3(Scale scale, Experiment.Progress progress) {
        List<String> nodes = scale.choose(NODES_QUICK, NODES_FULL);
        DhtResult result = run(
                Varied.NODES,
                nodes,
                scale.choose(RUNS_QUICK, RUNS_FULL),
                DhtExperiment.of(SIGMA, Varied.number(nodes.get(0)), SEED),
                progress);
        Finding.Builder finding = Finding.of(setting(
                result,
                "Three replicas; who waits asks again after (P + 1/2) holds if P requests come before its own"
                        + " (informed back-off), with all three protocols alike."));
        compareFewer(finding, scale, result, END_TO_END, scale.choose(0.74, 0.73), scale.choose(0.88, 0.80));
        compareFewer(finding, scale, result, NON_END_TO_END, scale.choose(0.70, 0.69), scale.choose(0.84, 0.76));
        comparePrinted(finding, scale, nodes);
        compareGrowth(finding, scale, result);
        finding.compare(nobodyTwice(result));
        finding.show(byNodes(result));
        List<Chart.Series> lines = new ArrayList<>();
        for (Protocol<?> protocol : ALL) {
            lines.add(Chart.Series.measured(protocol.name(), numbers(nodes), ofLocks(result, protocol)));
        }
        finding.plot(Chart.linear("Messages of locks in the whole experiment", "nodes", "messages of locks", lines));
        return finding.found();
    }

    private static void compareFewer(
            Finding.Builder finding, Scale scale, DhtResult result, Protocol<?> protocol, double from, double to) {
        List<Double> ratios = new ArrayList<>();
        for (int place = 0; place < result.figure().values().size(); place++) {
            ratios.add(result.ratioToFirst(ALL.indexOf(protocol), place, DhtMean::ofLocks));
        }
        finding.compare(Comparison.differs(
                "messages of Sigma for each one of " + protocol.name(),
                "1.5 to 2.5",
                range(ratios),
                areAll(ratios, from, to),
                "By the corrected rules, which cost more than the printed ones. This Sigma does not poll: its replicas keep queues and tell the next waiter. Requests hardly ever meet on"
                        + " their way, so that what is told to the nodes on it costs more than it saves. The paper's ratio"
                        + " comes out if only Sigma's clients ask again and again: see dht-retries. (Known: "
                        + two(from) + " to " + two(to) + scale.choose(" in networks as small as these", "") + ".)"));
    }

    /** The paper's claim is about its own rules, and there every message is routed. */
    private static void comparePrinted(Finding.Builder finding, Scale scale, List<String> nodes) {
        List<Protocol<?>> printed =
                List.of(SIGMA, Protocols.named("endtoend:as-printed"), Protocols.named("nonendtoend:as-printed"));
        DhtExperiment base = DhtExperiment.of(SIGMA, Varied.number(nodes.get(0)), SEED);
        int runs = scale.choose(RUNS_QUICK, RUNS_PRINTED);
        DhtResult result = new DhtFigure(Varied.NODES, printed, nodes, runs, base).run(DhtFigure.Progress.NONE);
        List<Double> endToEnd = new ArrayList<>();
        List<Double> nonEndToEnd = new ArrayList<>();
        for (int place = 0; place < nodes.size(); place++) {
            endToEnd.add(result.ratioToFirst(1, place, DhtMean::ifAllRouted));
            nonEndToEnd.add(result.ratioToFirst(2, place, DhtMean::ifAllRouted));
        }
        finding.compare(Comparison.holds(
                "messages of Sigma, all routed, for each one of nonendtoend as printed",
                "1.5 to 2.5",
                range(nonEndToEnd),
                areAll(nonEndToEnd, 1.5, 2.5)));
        finding.compare(Comparison.differs(
                "messages of Sigma, all routed, for each one of endtoend as printed",
                "1.5 to 2.5",
                range(endToEnd),
                areAll(endToEnd, 1.0, 1.5),
                "IAMWINNER tells all nodes on the way to every replica who has won, and RELEASE goes the same way back: for each"
                        + " entry that costs nearly as much as what is saved. As printed it also lets two in."));
    }

    private static void compareGrowth(Finding.Builder finding, Scale scale, DhtResult result) {
        List<String> nodes = result.figure().values();
        List<Double> growths = new ArrayList<>();
        List<Double> early = new ArrayList<>();
        for (Protocol<?> protocol : ALL) {
            List<Double> line = ofLocks(result, protocol);
            double first = line.get(0);
            double last = line.get(line.size() - 1);
            growths.add(last / first);
            if (nodes.contains(MIDDLE)) {
                early.add((line.get(nodes.indexOf(MIDDLE)) - first) / (last - first));
            }
        }
        String times = (Varied.number(nodes.get(nodes.size() - 1)) / Varied.number(nodes.get(0))) + " times the nodes";
        String reason =
                "Messages of locks grow with the length of routes, so with log N. With the upkeep of the overlay all"
                        + " curves would be linear, and alike.";
        finding.compare(Comparison.differs(
                "messages, for " + times,
                "linear in the number of nodes",
                range(growths) + " times",
                areAll(growths, scale.choose(1.0, 1.05), scale.choose(1.25, 1.20)),
                reason));
        if (!early.isEmpty()) {
            finding.compare(Comparison.differs(
                    "part of the rise that is over at 5,000 of 10,000 nodes",
                    "0.44 (a straight line)",
                    range(early) + " (log N: 0.70)",
                    areAll(early, 0.47, 0.80),
                    reason));
        }
    }

    private static Sheet byNodes(DhtResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (int place = 0; place < result.figure().values().size(); place++) {
            List<String> row = new ArrayList<>();
            row.add(Comparison.text(Varied.number(result.figure().values().get(place))));
            for (int line = 0; line < ALL.size(); line++) {
                DhtMean mean = result.means().get(line).get(place);
                row.add(Comparison.text(Math.round(mean.ofLocks())) + " ± " + Math.round(mean.deviation()));
            }
            for (int line = 1; line < ALL.size(); line++) {
                row.add(two(result.ratioToFirst(line, place, DhtMean::ofLocks)));
            }
            for (int line = 1; line < ALL.size(); line++) {
                row.add(two(result.ratioToFirst(line, place, DhtMean::ifAllRouted)));
            }
            rows.add(row);
        }
        return new Sheet(
                "Messages (± standard deviation), and how many Sigma has for each one of the others",
                List.of(
                        "nodes",
                        "sigma",
                        "endtoend",
                        "nonendtoend",
                        "sigma / endtoend",
                        "sigma / nonendtoend",
                        "the first, if all were routed",
                        "the second, if all were routed"),
                rows);
    }

    static Finding retries(Scale scale, Experiment.Progress progress) {
        List<String> rules = scale.choose(RETRIES_QUICK, RETRIES_FULL);
        int nodes = scale.choose(RETRIES_NODES_QUICK, RETRIES_NODES_FULL);
        DhtResult result = run(
                Varied.RETRIES,
                rules,
                scale.choose(RUNS_QUICK, RUNS_FULL),
                DhtExperiment.of(SIGMA, nodes, SEED),
                progress);
        Finding.Builder finding = Finding.of(setting(
                result,
                Comparison.text(nodes) + " nodes, three replicas. \"Only with Sigma\": the queues of the others are"
                        + " trusted in silence, as the paper describes them."));
        for (Protocol<?> other : List.of(END_TO_END, NON_END_TO_END)) {
            finding.compare(Comparison.within(
                    "messages of Sigma for each one of " + other.name()
                            + ", if only Sigma's clients ask again, four times a round",
                    "1.5 to 2.5",
                    1.5,
                    ratio(result, OFTEN, other, "never"),
                    2.5));
        }
        compareAlike(finding, result, END_TO_END, 1.15, 1.50);
        compareAlike(finding, result, NON_END_TO_END, 0.80, 1.05);
        for (Protocol<?> other : List.of(END_TO_END, NON_END_TO_END)) {
            double ratio = ratio(result, "never", other, "never");
            finding.compare(
                    Comparison.differs(
                            "messages of Sigma for each one of " + other.name() + ", if nobody asks again",
                            "1.5 to 2.5",
                            two(ratio),
                            ratio >= 0.70 && ratio <= 0.95,
                            "Nothing is lost in this experiment: replicas tell the next waiter, so that Sigma has nothing to waste."));
        }
        finding.compare(nobodyTwice(result));
        finding.show(byRules(result)).plot(rulesChart(result));
        return finding.found();
    }

    private static void compareAlike(
            Finding.Builder finding, DhtResult result, Protocol<?> other, double from, double to) {
        double ratio = ratio(result, OFTEN, other, OFTEN);
        finding.compare(Comparison.differs(
                "messages of Sigma for each one of " + other.name() + ", if all ask alike, four times a round",
                "1.5 to 2.5",
                two(ratio),
                ratio >= from && ratio <= to,
                "With E2E who asks again asks one node, with Sigma and Non-E2E all replicas. (Known: " + two(from)
                        + " to " + two(to) + ".)"));
    }

    private static double ratio(DhtResult result, String sigmaRule, Protocol<?> other, String rule) {
        return result.mean(SIGMA, sigmaRule).ofLocks()
                / result.mean(other, rule).ofLocks();
    }

    /** A rule may be a number of rounds. */
    private static boolean isNumber(String rule) {
        return Character.isDigit(rule.charAt(0));
    }

    private static Sheet byRules(DhtResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (String rule : result.figure().values()) {
            List<String> row = new ArrayList<>();
            row.add(!isNumber(rule) ? rule : rule.equals("1") ? "every round" : "every " + rule + " rounds");
            for (Protocol<?> protocol : ALL) {
                row.add(Comparison.text(Math.round(result.mean(protocol, rule).ofLocks())));
            }
            row.add(two(ratio(result, rule, END_TO_END, rule)) + ", " + two(ratio(result, rule, NON_END_TO_END, rule)));
            row.add(two(ratio(result, rule, END_TO_END, "never")) + ", "
                    + two(ratio(result, rule, NON_END_TO_END, "never")));
            rows.add(row);
        }
        return new Sheet(
                "Messages; and those of Sigma for each one of endtoend, of nonendtoend",
                List.of(
                        "who waits asks again",
                        "sigma",
                        "endtoend",
                        "nonendtoend",
                        "ratios, all ask alike",
                        "ratios, only with Sigma"),
                rows);
    }

    /** Only rules that are a number of rounds, and never, which is zero times a round. */
    private static Chart rulesChart(DhtResult result) {
        List<String> rules = result.figure().values().stream()
                .filter(rule -> rule.equals("never") || isNumber(rule))
                .toList();
        List<Double> often = rules.stream()
                .map(rule -> rule.equals("never") ? 0 : 1 / Double.parseDouble(rule))
                .toList();
        List<Chart.Series> lines = new ArrayList<>();
        for (Protocol<?> protocol : ALL) {
            lines.add(Chart.Series.measured(
                    protocol.name(),
                    often,
                    rules.stream()
                            .map(rule -> result.mean(protocol, rule).ofLocks())
                            .toList()));
        }
        return Chart.linear(
                "Messages of locks in the whole experiment",
                "how many times a round who waits asks again",
                "messages of locks",
                lines);
    }
}
