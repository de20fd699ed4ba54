// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.claims;

import io.quorate.lab.draw.Chart;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Points;
import io.quorate.reproduce.Rows;
import io.quorate.reproduce.Scale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Claims that are measured for the same values of variables, with the table and the charts that are made of them. */
final class Block {
    /** A plot over the values: measured lines name a claim of the block by its number, the others are formulas. */
    record Plot(String title, String xLabel, String yLabel, String axes, String x, List<Line> lines) {
        /** A line: {@code 1} for the first claim, or {@code =3*sqrt(N)}. */
        record Line(String name, String what) {}
    }

    /** Something to show beside the claims, of which nothing is claimed. */
    record Column(String heading, String measure) {}

    private final List<String> variables;
    private final List<List<String>> quick;
    private final List<List<String>> full;
    private final List<Claim> claims = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();
    private final List<Plot> plots = new ArrayList<>();
    private String sheet = "";

    Block(List<String> variables, List<List<String>> quick, List<List<String>> full) {
        this.variables = variables;
        this.quick = quick;
        this.full = full;
    }

    /** Claims without variables. */
    static Block plain() {
        return new Block(List.of(), List.of(List.of()), List.of(List.of()));
    }

    List<Claim> claims() {
        return claims;
    }

    void add(Claim claim) {
        claims.add(claim);
    }

    void add(Column column) {
        columns.add(column);
    }

    void add(Plot plot) {
        plots.add(plot);
    }

    Plot lastPlot() {
        return plots.get(plots.size() - 1);
    }

    void showSheet(String title) {
        sheet = title;
    }

    int size(Scale scale) {
        return scale.choose(quick, full).size() * Math.max(1, claims.size());
    }

    /** Measures all of it. */
    void run(Scale scale, Function<String, Answer> measured, Finding.Builder finding, Runnable progress) {
        List<Map<String, String>> places = new ArrayList<>();
        Map<Claim, List<Answer>> answers = new LinkedHashMap<>();
        for (List<String> values : scale.choose(quick, full)) {
            Map<String, String> place = new LinkedHashMap<>();
            for (int number = 0; number < variables.size(); number++) {
                place.put(variables.get(number), values.get(number));
            }
            places.add(place);
            for (Claim claim : claims) {
                if (!claim.isFullOnly() || scale == Scale.FULL) {
                    Answer answer = measured.apply(Formula.filled(claim.measure(), place));
                    finding.compare(claim.compare(answer, place));
                    answers.computeIfAbsent(claim, each -> new ArrayList<>()).add(answer);
                }
                progress.run();
            }
        }
        if (!sheet.isEmpty()) {
            show(finding, places, answers, measured);
        }
        plots.forEach(plot -> finding.plot(chart(plot, places, answers)));
    }

    private void show(
            Finding.Builder finding,
            List<Map<String, String>> places,
            Map<Claim, List<Answer>> answers,
            Function<String, Answer> measured) {
        List<String> headings = new ArrayList<>(variables);
        answers.keySet().forEach(claim -> headings.add(heading(claim)));
        columns.forEach(column -> headings.add(column.heading()));
        Rows rows = new Rows(sheet, headings.toArray(new String[0]));
        for (int place = 0; place < places.size(); place++) {
            List<Object> cells = new ArrayList<>(places.get(place).values());
            for (List<Answer> column : answers.values()) {
                cells.add(column.get(place).text());
            }
            for (Column column : columns) {
                cells.add(measured.apply(Formula.filled(column.measure(), places.get(place)))
                        .text());
            }
            rows.add(cells.toArray());
        }
        finding.show(rows.sheet());
    }

    /** The sentence without the values, which stand beside it. */
    private static String heading(Claim claim) {
        return claim.sentence().replaceFirst("^[^:]*\\{[^:]*: ", "");
    }

    private Chart chart(Plot plot, List<Map<String, String>> places, Map<Claim, List<Answer>> answers) {
        List<Chart.Series> lines = new ArrayList<>();
        for (Plot.Line line : plot.lines()) {
            Points points = new Points();
            boolean isFormula = line.what().startsWith("=");
            for (int place = 0; place < places.size(); place++) {
                Map<String, String> values = places.get(place);
                double y = isFormula
                        ? Formula.valueOf(line.what().substring(1), values)
                        : answersOf(line, answers).get(place).required();
                points.add(Formula.valueOf(plot.x(), values), y);
            }
            lines.add(isFormula ? points.theory(line.name()) : points.measured(line.name()));
        }
        String[] axes = plot.axes().split(" ");
        return new Chart(plot.title(), plot.xLabel(), plot.yLabel(), lines, axis(axes[0]), axis(axes[1]));
    }

    private List<Answer> answersOf(Plot.Line line, Map<Claim, List<Answer>> answers) {
        List<Answer> found = answers.get(claims.get(Integer.parseInt(line.what()) - 1));
        if (found == null) {
            throw new IllegalArgumentException(
                    "the line \"" + line.name() + "\" is of a claim that this run leaves out");
        }
        return found;
    }

    private static Chart.Scale axis(String word) {
        return word.equals("log") ? Chart.Scale.LOGARITHMIC : Chart.Scale.LINEAR;
    }
}
