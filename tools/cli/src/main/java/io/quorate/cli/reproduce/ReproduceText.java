// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Verdict;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a person reads at the end. */
final class ReproduceText {
    private static final List<Integer> WIDTHS = List.of(18, 42, 26, 30, 11);
    private static final int REASON_WIDTH = 110;

    private final Console console;
    private final PrintWriter out;

    ReproduceText(Console console) {
        this.console = console;
        this.out = console.out();
    }

    /** The items that there are. */
    void list(List<Item> items) {
        TextTable table = new TextTable("item", "place", "about", "quick", "full");
        for (Item item : items) {
            table.row(
                    item.name(),
                    item.place(),
                    item.title(),
                    Words.number(item.effort().quick()) + " s",
                    Words.number(item.effort().full()) + " s");
        }
        out.print(table);
        out.println();
        out.println("  The estimated seconds on one core. Papers: "
                + String.join(
                        ", ", List.of(Paper.values()).stream().map(Paper::word).toList()) + ".");
    }

    void print(List<Outcome> outcomes, Path report) {
        for (Paper paper : Paper.values()) {
            List<Outcome> its = outcomes.stream()
                    .filter(outcome -> outcome.item().paper() == paper)
                    .toList();
            if (!its.isEmpty()) {
                out.println(console.bold(paper.title()));
                TextTable table = new TextTable("place", "what", "paper", "here", "verdict");
                its.forEach(outcome -> addRows(table, outcome));
                out.println(table);
            }
        }
        printDifferences(outcomes);
        Tally tally = Tally.of(outcomes);
        out.println(
                tally.holds()
                        ? console.green("All verdicts hold") + ": " + sum(tally)
                        : console.red("Not all verdicts hold") + ": " + sum(tally));
        Words.wrapped(tally.differsInWords(), REASON_WIDTH).forEach(out::println);
        out.println("The report: " + report);
    }

    private static String sum(Tally tally) {
        return Words.count(tally.items(), "item") + "; " + tally.text() + ".";
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

    private void printDifferences(List<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            if (outcome.failure() != null) {
                out.println(console.red("failed") + "  " + outcome.item().name() + ": " + outcome.failure()
                        + ". Run it with --debug to see where.");
            }
            for (Comparison comparison : Tally.comparisons(outcome)) {
                if (!comparison.verdict().holds() || comparison.verdict() == Verdict.DIFFERS) {
                    String word = comparison.verdict().word();
                    out.println((comparison.verdict().holds() ? word : console.red(word)) + "  "
                            + outcome.item().name() + ": " + comparison.what());
                    Words.wrapped(comparison.reason(), REASON_WIDTH).forEach(line -> out.println("    " + line));
                }
            }
        }
        out.println();
    }
}
