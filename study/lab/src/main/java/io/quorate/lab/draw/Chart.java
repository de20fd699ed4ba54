// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A plot: lines over numbers. It does not care how it is drawn.
 *
 * @param xLabel what the axis from left to right means
 * @param yLabel what the axis upwards means; a linear one begins at 0
 * @param ticks the texts below the x axis at 0, 1, 2 and so on; empty if the axis shows its numbers
 */
public record Chart(
        String title, String xLabel, String yLabel, List<Series> series, Scale x, Scale y, List<String> ticks) {
    public Chart {
        series = List.copyOf(series);
        ticks = List.copyOf(ticks);
        if (series.isEmpty()) {
            throw new IllegalArgumentException("a chart has at least one line: " + title);
        }
        Set<String> names = new LinkedHashSet<>();
        for (Series line : series) {
            if (!names.add(line.name)) {
                throw new IllegalArgumentException("the lines of a chart have different names; twice: " + line.name);
            }
            x.requireFits(line.x, line.name);
            y.requireFits(line.y, line.name);
        }
    }

    /** A chart with linear axes. */
    public static Chart linear(String title, String xLabel, String yLabel, List<Series> series) {
        return new Chart(title, xLabel, yLabel, series, Scale.LINEAR, Scale.LINEAR);
    }

    /** A chart whose axes show numbers. */
    public Chart(String title, String xLabel, String yLabel, List<Series> series, Scale x, Scale y) {
        this(title, xLabel, yLabel, series, x, y, List.of());
    }

    /** A chart over texts, which stand at equal distances. */
    public static Chart over(List<String> ticks, String title, String xLabel, String yLabel, List<Series> series) {
        return new Chart(title, xLabel, yLabel, series, Scale.LINEAR, Scale.LINEAR, ticks);
    }

    /** How an axis is divided. */
    public enum Scale {
        LINEAR,
        LOGARITHMIC;

        private void requireFits(List<Double> values, String name) {
            for (double value : values) {
                if (!Double.isFinite(value) || (this == LOGARITHMIC && value <= 0)) {
                    throw new IllegalArgumentException("the line " + name + " has a place on a "
                            + (this == LINEAR ? "linear" : "logarithmic") + " axis that cannot be drawn: " + value);
                }
            }
        }
    }

    /** The meaning of a line. */
    public enum Look {
        /** Drawn through, with a mark at each point. */
        MEASURED,
        /** Dashed, without marks. */
        THEORY
    }

    /** A line through points, from left to right. */
    public record Series(String name, List<Double> x, List<Double> y, Look look) {
        public Series {
            x = List.copyOf(x);
            y = List.copyOf(y);
            if (x.size() != y.size() || x.isEmpty()) {
                throw new IllegalArgumentException("a line has as many x as y, and at least one, not " + x.size()
                        + " and " + y.size() + ": " + name);
            }
        }

        public static Series measured(String name, List<Double> x, List<Double> y) {
            return new Series(name, x, y, Look.MEASURED);
        }

        /** A line over the texts of an axis, one value for each. */
        public static Series overTicks(String name, List<Double> y) {
            return measured(
                    name,
                    IntStream.range(0, y.size())
                            .mapToObj(place -> (double) place)
                            .toList(),
                    y);
        }

        public static Series theory(String name, List<Double> x, List<Double> y) {
            return new Series(name, x, y, Look.THEORY);
        }

        /** A theoretical value, constant between the two. */
        public static Series level(String name, double from, double to, double value) {
            return theory(name, List.of(from, to), List.of(value, value));
        }
    }
}
