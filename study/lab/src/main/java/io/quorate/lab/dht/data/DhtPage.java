// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht.data;

import io.quorate.lab.dht.data.RunLine.Run;
import io.quorate.lab.draw.Chart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The tables and pictures of docs/study/protocols/dht-experiments.md, drawn from the runs in a table. */
public final class DhtPage {
    private static final String SIGMA = "sigma";
    private static final String END_TO_END = "endtoend";
    private static final String NON_END_TO_END = "nonendtoend";
    private static final String PRINTED = ":as-printed";
    private static final List<String> CORRECTED = List.of(SIGMA, END_TO_END, NON_END_TO_END);
    private static final List<String> PRINTED_FIRST =
            List.of(END_TO_END + PRINTED, END_TO_END, NON_END_TO_END + PRINTED, NON_END_TO_END);

    private static final String MESSAGES = "messages";
    private static final String ROUTED = "if-all-routed";
    private static final String INFORMED = "informed";
    private static final int REPLICAS = 3;
    private static final int NODES = 1_000;
    private static final int NODES_MOST = 10_000;
    private static final int PERCENT = 100;

    private static final Map<String, String> RULES = new LinkedHashMap<>();

    static {
        RULES.put("never", "never");
        RULES.put(INFORMED, "after (P + 1/2) holds (informed)");
        RULES.put("production", "after 2 to 4 s, and 2 s for each before it (production)");
        RULES.put("2", "every 2 rounds");
        RULES.put("1", "every round");
        RULES.put("0.5", "every 0.5 rounds");
        RULES.put("0.25", "every 0.25 rounds");
    }

    private final RunTable runs;

    public DhtPage(RunTable runs) {
        this.runs = runs;
    }

    private static boolean isAtRest(Run run) {
        return run.keepAliveMillis() == 0;
    }

    private static boolean isOfFigure3(Run run) {
        return isAtRest(run) && run.replicas() == REPLICAS && run.retries().equals(INFORMED);
    }

    private Sample of(String protocol, Predicate<Run> wanted) {
        return new Sample(runs.lines(wanted.and(run -> run.protocol().equals(protocol))));
    }

    private <T extends Comparable<T>> SortedSet<T> places(Predicate<Run> wanted, Function<Run, T> place) {
        TreeSet<T> places = new TreeSet<>();
        runs.lines(wanted).forEach(line -> places.add(place.apply(line.run())));
        return places;
    }

    /** The tables, by their names on the page, each with its rows as Markdown. */
    public Map<String, List<String>> tables() {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        tables.put("figure-3", figure3());
        tables.put("printed-nodes", printed("nodes", DhtPage::isOfFigure3, Run::nodes, String::valueOf));
        Predicate<Run> retries = run -> isAtRest(run) && run.replicas() == REPLICAS && run.nodes() == NODES;
        tables.put(
                "printed-retries",
                printed(
                        "who waits asks again",
                        retries.and(run -> Stream.of("never", INFORMED, "informed-by-place")
                                .anyMatch(run.retries()::equals)),
                        run -> run.retries().length() + run.retries(),
                        rule -> rule.replaceFirst("^[0-9]+", "")));
        tables.put("printed-load", loads());
        tables.put("kinds", kinds());
        tables.put("retries", retries());
        tables.put("figure-4", figure4());
        tables.put("figure-5-printed", figure5());
        return tables;
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static List<String> heading(String... cells) {
        return new ArrayList<>(List.of(row(List.of(cells)), "|" + "---|".repeat(cells.length)));
    }

    private List<String> figure3() {
        List<String> rows = heading(
                "nodes",
                "runs",
                SIGMA,
                END_TO_END,
                NON_END_TO_END,
                "sigma / endtoend",
                "sigma / nonendtoend",
                "the same, if all were routed");
        for (int nodes : places(DhtPage::isOfFigure3, Run::nodes)) {
            Predicate<Run> here = run -> isOfFigure3(run) && run.nodes() == nodes;
            Sample sigma = of(SIGMA, here);
            Sample endToEnd = of(END_TO_END, here);
            Sample nonEndToEnd = of(NON_END_TO_END, here);
            rows.add(row(List.of(
                    Sample.whole(nodes),
                    String.valueOf(sigma.size()),
                    sigma.spread(MESSAGES),
                    endToEnd.spread(MESSAGES),
                    nonEndToEnd.spread(MESSAGES),
                    sigma.ratio(endToEnd, MESSAGES),
                    sigma.ratio(nonEndToEnd, MESSAGES),
                    sigma.ratio(endToEnd, ROUTED) + ", " + sigma.ratio(nonEndToEnd, ROUTED))));
        }
        return rows;
    }

    private <T extends Comparable<T>> List<String> printed(
            String varied, Predicate<Run> wanted, Function<Run, T> place, Function<T, String> text) {
        List<String> rows = heading(
                varied,
                "runs",
                "Sigma, direct",
                "Sigma, routed",
                "E2E as printed",
                "corrected",
                "Non-E2E as printed",
                "corrected",
                "Sigma direct / printed E2E, Non-E2E",
                "Sigma routed / printed E2E, Non-E2E");
        for (T each : places(wanted, place)) {
            Predicate<Run> here = wanted.and(run -> place.apply(run).equals(each));
            Sample sigma = of(SIGMA, here);
            List<String> cells = new ArrayList<>(List.of(
                    text.apply(each), String.valueOf(sigma.size()), sigma.whole(MESSAGES), sigma.whole(ROUTED)));
            PRINTED_FIRST.forEach(name -> cells.add(of(name, here).whole(MESSAGES)));
            for (String counted : List.of(MESSAGES, ROUTED)) {
                cells.add(sigma.ratio(of(END_TO_END + PRINTED, here), counted) + ", "
                        + sigma.ratio(of(NON_END_TO_END + PRINTED, here), counted));
            }
            rows.add(row(cells));
        }
        return rows;
    }

    private static boolean isOfFigure4(Run run) {
        return isAtRest(run) && run.nodes() == NODES && run.retries().equals(INFORMED);
    }

    private List<String> loads() {
        List<String> rows =
                heading("replicas", "runs", "Sigma", "E2E as printed", "corrected", "Non-E2E as printed", "corrected");
        for (int replicas : places(DhtPage::isOfFigure4, Run::replicas)) {
            Predicate<Run> here = run -> isOfFigure4(run) && run.replicas() == replicas;
            Sample sigma = of(SIGMA, here);
            List<String> cells = new ArrayList<>(
                    List.of(String.valueOf(replicas), String.valueOf(sigma.size()), sigma.decimal("inequality")));
            PRINTED_FIRST.forEach(name -> cells.add(of(name, here).decimal("inequality")));
            rows.add(row(cells));
        }
        return rows;
    }

    private List<String> kinds() {
        List<String> rows = heading("message", SIGMA, END_TO_END, NON_END_TO_END);
        Predicate<Run> here = run -> isOfFigure3(run) && run.nodes() == NODES_MOST;
        List<Sample> samples = CORRECTED.stream().map(name -> of(name, here)).toList();
        TreeSet<String> kinds = new TreeSet<>();
        samples.forEach(sample ->
                sample.runs().forEach(line -> kinds.addAll(line.kinds().keySet())));
        for (String kind : kinds) {
            rows.add(row(kind, samples, line -> line.kinds().getOrDefault(kind, 0L)));
        }
        rows.add(row("**all**", samples, line -> line.number(MESSAGES)));
        rows.add(row("apart: reminders", samples, line -> line.number("reminders")));
        return rows;
    }

    private interface Counted {
        double of(RunLine line);
    }

    /** For each entry. */
    private static String row(String name, List<Sample> samples, Counted counted) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (Sample sample : samples) {
            double each = sample.mean(counted::of) / sample.mean("entries");
            cells.add(each > 0 ? Sample.two(each) : "");
        }
        return row(cells);
    }

    private List<String> retries() {
        List<String> rows = heading(
                "who waits asks again",
                SIGMA,
                END_TO_END,
                NON_END_TO_END,
                "ratios, all ask alike",
                "ratios, only with Sigma",
                "the latter, if all were routed");
        RULES.forEach((rule, words) -> {
            Sample sigma = ofRule(SIGMA, rule);
            List<String> cells = new ArrayList<>(List.of(words));
            CORRECTED.forEach(name -> cells.add(ofRule(name, rule).whole(MESSAGES)));
            cells.add(ratios(sigma, rule, MESSAGES));
            cells.add(ratios(sigma, "never", MESSAGES));
            cells.add(ratios(sigma, "never", ROUTED));
            rows.add(row(cells));
        });
        return rows;
    }

    private Sample ofRule(String protocol, String rule) {
        return of(
                protocol,
                run -> isAtRest(run)
                        && run.replicas() == REPLICAS
                        && run.nodes() == NODES
                        && run.retries().equals(rule));
    }

    private String ratios(Sample sigma, String rule, String counted) {
        return sigma.ratio(ofRule(END_TO_END, rule), counted) + ", "
                + sigma.ratio(ofRule(NON_END_TO_END, rule), counted);
    }

    private List<String> figure4() {
        List<String> rows = heading(
                "replicas", "protocol", "messages", "load: mean", "most", "inequality", "busiest percent of nodes");
        for (int replicas : places(DhtPage::isOfFigure4, Run::replicas)) {
            for (String name : allLines()) {
                Sample sample = of(name, run -> isOfFigure4(run) && run.replicas() == replicas);
                rows.add(row(List.of(
                        String.valueOf(replicas),
                        name,
                        sample.whole(MESSAGES),
                        sample.decimal("load"),
                        Sample.whole(sample.most("busiest-node")),
                        sample.decimal("inequality"),
                        sample.whole("busiest-percent") + " % of all")));
            }
        }
        return rows;
    }

    private static List<String> allLines() {
        return Stream.concat(Stream.of(SIGMA), PRINTED_FIRST.stream()).toList();
    }

    private static boolean isOfFigure5(Run run) {
        return !isAtRest(run);
    }

    private static int percent(Run run) {
        return PERCENT * run.churn() / run.nodes();
    }

    private List<String> figure5() {
        List<String> rows = heading(
                "churn a round",
                "protocol",
                "runs",
                "messages, direct",
                "times that without churn",
                "messages, routed",
                "entries of 400 requests",
                "two inside, in all runs");
        for (int percent : places(DhtPage::isOfFigure5, DhtPage::percent)) {
            for (String name : allLines()) {
                Sample sample = of(name, run -> isOfFigure5(run) && percent(run) == percent);
                Sample quiet = of(name, run -> isOfFigure5(run) && run.churn() == 0);
                rows.add(row(List.of(
                        percent + " %",
                        name,
                        String.valueOf(sample.size()),
                        sample.spread(MESSAGES),
                        sample.ratio(quiet, MESSAGES),
                        sample.whole(ROUTED),
                        sample.whole("entries"),
                        Sample.whole(sample.mean("violations") * sample.size()))));
            }
        }
        return rows;
    }

    /** The pictures, by the names of their files. */
    public Map<String, Chart> charts() {
        Map<String, Chart> charts = new LinkedHashMap<>();
        charts.put(
                "dht-figure-3.svg",
                chart(
                        "Figure 3: messages in the whole experiment, printed and corrected",
                        "nodes",
                        DhtPage::isOfFigure3,
                        Run::nodes));
        charts.put(
                "dht-figure-5-printed.svg",
                chart(
                        "Figure 5: messages in the whole experiment, printed and corrected (500 nodes, 3 runs)",
                        "percent of the nodes that fail or join in each round",
                        DhtPage::isOfFigure5,
                        DhtPage::percent));
        return charts;
    }

    private Chart chart(String title, String across, Predicate<Run> wanted, Function<Run, Integer> place) {
        List<Chart.Series> lines = new ArrayList<>();
        lines.add(line("sigma, routed", SIGMA, ROUTED, wanted, place));
        lines.add(line("sigma, direct", SIGMA, MESSAGES, wanted, place));
        PRINTED_FIRST.forEach(name -> lines.add(line(name, name, MESSAGES, wanted, place)));
        return Chart.linear(title, across, "messages of locks", lines);
    }

    private Chart.Series line(
            String title, String protocol, String counted, Predicate<Run> wanted, Function<Run, Integer> place) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (int each : places(wanted, place)) {
            Sample sample = of(protocol, wanted.and(run -> place.apply(run) == each));
            if (!sample.isEmpty()) {
                x.add((double) each);
                y.add(sample.mean(counted));
            }
        }
        return Chart.Series.measured(title, x, y);
    }

    /** The page with its tables drawn again, each between its two comments. */
    public String drawnInto(String page) {
        String text = page;
        for (Map.Entry<String, List<String>> table : tables().entrySet()) {
            String begin = "<!-- computed: " + table.getKey() + " -->\n";
            int from = text.indexOf(begin) + begin.length();
            int to = text.indexOf("<!-- end of what is computed -->", from);
            if (from < begin.length() || to < 0) {
                throw new IllegalArgumentException("The page has no place for the table " + table.getKey()
                        + ": add a line \"" + begin.strip() + "\", and below it \"<!-- end of what is computed -->\".");
            }
            text = text.substring(0, from) + String.join("\n", table.getValue()) + "\n" + text.substring(to);
        }
        return text;
    }
}
