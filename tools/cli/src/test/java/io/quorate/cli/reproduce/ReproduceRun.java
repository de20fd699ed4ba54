// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.FailureReport;
import io.quorate.lab.draw.Chart;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Sheet;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** The command with items that are made for a test. */
record ReproduceRun(int exitCode, String out, String err) {
    static ReproduceRun of(List<Item> items, Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Console console = Console.of(out, err);
        CommandLine line = new CommandLine(new ReproduceCommand(console, "1.2.3", () -> items));
        FailureReport failures = new FailureReport(console);
        line.setParameterExceptionHandler(failures);
        line.setExecutionExceptionHandler(failures);
        String[] words = List.of(arguments).stream().map(String::valueOf).toArray(String[]::new);
        int exitCode = line.execute(words);
        console.flush();
        return new ReproduceRun(exitCode, out.toString(), err.toString());
    }

    static Item item(String name, double effort, Experiment experiment) {
        return new Item(
                name, Paper.TREE, "Place of " + name, "Title of " + name, new Item.Effort(effort, effort), experiment);
    }

    /** One that finds what is known. */
    static Item fine(String name) {
        return item(name, 1, (scale, progress) -> finding("so it is").found());
    }

    static Finding.Builder finding(String setting) {
        return Finding.of(setting).compare(Comparison.equal("a number", 3, 3));
    }

    static Chart chart() {
        Chart.Series line = Chart.Series.measured("a line", List.of(1.0, 2.0), List.of(3.0, 4.5));
        return Chart.linear("A chart", "x", "y", List.of(line));
    }

    static Sheet sheet() {
        return new Sheet("A table", List.of("one", "two"), List.of(List.of("1", "a"), List.of("2", "b")));
    }
}
