// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.console.Fields;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.Table;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The measurements beside the claims of the papers. Drawings are only in the page and in its file. */
record ReproduceReport(Report out, List<Outcome> outcomes) {
    private static final List<Integer> WIDTHS = List.of(18, 42, 26, 30, 11);
    private static final int REASON_WIDTH = 110;

    /** The items that there are. */
    static void list(List<Item> items, Report out) {
        Table<Item> table = new Table<>(items)
                .column("item", "name", Item::name)
                .field("paper", item -> item.paper().word())
                .column("place", "place", Item::place)
                .column("about", "title", Item::title)
                .column("quick", "quickSeconds", item -> item.effort().quick(), ReproduceReport::seconds)
                .column("full", "fullSeconds", item -> item.effort().full(), ReproduceReport::seconds);
        out.document(table).print(table).gap();
        out.say("  The estimated seconds on one core. Papers: "
                + String.join(
                        ", ", List.of(Paper.values()).stream().map(Paper::word).toList()) + ".");
    }

    private static String seconds(double number) {
        return Words.number(number) + " s";
    }

    /** @param page where the report is that a browser shows */
    void print(Scale scale, String code, Path page) {
        Tally tally = Tally.of(outcomes);
        out.with("holds", tally.holds())
                .with("scale", scale.name().toLowerCase(Locale.ROOT))
                .with("code", code)
                .with("report", page.toString())
                .with("verdicts", tally)
                .with("items", outcomes, ReproduceReport::fields);
        for (Paper paper : Paper.values()) {
            List<Outcome> its = outcomes.stream()
                    .filter(outcome -> outcome.item().paper() == paper)
                    .toList();
            if (!its.isEmpty()) {
                out.say(out.strong(paper.title()));
                TextTable table = new TextTable("place", "what", "paper", "here", "verdict");
                its.forEach(outcome -> addRows(table, outcome));
                out.say(table);
            }
        }
        printDifferences();
        out.say((tally.holds() ? out.good("All verdicts hold") : out.bad("Not all verdicts hold")) + ": "
                + Words.count(tally.items(), "item") + "; " + tally.text() + ".");
        out.say(tally.differsInWords(), REASON_WIDTH);
        out.say("The report: " + page);
    }

    private static Fields fields(Outcome outcome) {
        Item item = outcome.item();
        Measured measured = outcome.measured();
        return new Fields()
                .with("name", item.name())
                .with("paper", item.paper().word())
                .with("place", item.place())
                .with("title", item.title())
                .with("command", item.command())
                .with("holds", outcome.holds())
                .with("reused", outcome.isReused())
                .with("seconds", measured == null ? 0 : measured.seconds())
                .with("setting", measured == null ? "" : measured.finding().setting())
                .with(
                        "comparisons",
                        Tally.comparisons(outcome),
                        each -> new Fields()
                                .with("what", each.what())
                                .with("paper", each.paper())
                                .with("ours", each.ours())
                                .with("verdict", each.verdict().word())
                                .with("reason", each.reason()))
                .with(
                        "sheets",
                        measured == null ? List.of() : measured.finding().sheets())
                .with(
                        "charts",
                        measured == null ? List.of() : measured.finding().charts())
                .with(
                        "failure",
                        outcome.failure() == null ? null : outcome.failure().toString());
    }

    private static void addRows(TextTable table, Outcome outcome) {
        String place = outcome.item().place();
        if (outcome.failure() != null) {
            addRow(table, List.of(place, outcome.item().title(), "", "", "failed"));
        }
        for (Comparison comparison : Tally.comparisons(outcome)) {
            addRow(
                    table,
                    List.of(
                            place,
                            comparison.what(),
                            comparison.paper(),
                            comparison.ours(),
                            comparison.verdict().word()));
            place = "";
        }
    }

    /** Long cells go on in the next lines. */
    private static void addRow(TextTable table, List<String> cells) {
        List<List<String>> wrapped = new ArrayList<>();
        int lines = 0;
        for (int column = 0; column < cells.size(); column++) {
            wrapped.add(Words.wrapped(cells.get(column), WIDTHS.get(column)));
            lines = Math.max(lines, wrapped.get(column).size());
        }
        for (int line = 0; line < lines; line++) {
            int each = line;
            table.row(wrapped.stream()
                    .map(cell -> each < cell.size() ? cell.get(each) : "")
                    .toArray());
        }
    }

    private void printDifferences() {
        for (Outcome outcome : outcomes) {
            if (outcome.failure() != null) {
                out.say(out.bad("failed") + "  " + outcome.item().name() + ": " + outcome.failure()
                        + ". Run it with --debug to see where.");
            }
            for (Comparison comparison : Tally.comparisons(outcome)) {
                if (!comparison.verdict().holds() || comparison.verdict() == Verdict.DIFFERS) {
                    String word = comparison.verdict().word();
                    out.say((comparison.verdict().holds() ? word : out.bad(word)) + "  "
                            + outcome.item().name() + ": " + comparison.what());
                    Words.wrapped(comparison.reason(), REASON_WIDTH).forEach(line -> out.say("    " + line));
                }
            }
        }
        out.gap();
    }
}
