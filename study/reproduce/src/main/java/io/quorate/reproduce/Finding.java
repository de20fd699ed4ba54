// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import io.quorate.lab.draw.Chart;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of an item. Nothing but data, so that it can be written to a file and read again.
 *
 * @param setting what was run, in a sentence or two: sizes, runs, seeds, whatever the numbers depend on
 * @param comparisons what the paper says beside what came out; at least one
 * @param sheets more numbers, as tables
 * @param charts the plots
 * @param drawings SVG documents: space-time diagrams, pictures of quorums
 */
public record Finding(
        String setting, List<Comparison> comparisons, List<Sheet> sheets, List<Chart> charts, List<String> drawings) {
    public Finding {
        comparisons = List.copyOf(comparisons);
        sheets = List.copyOf(sheets);
        charts = List.copyOf(charts);
        drawings = List.copyOf(drawings);
        if (comparisons.isEmpty()) {
            throw new IllegalArgumentException("A finding compares at least one thing with what the paper says.");
        }
    }

    /** Whether every verdict may stand. */
    public boolean holds() {
        return comparisons.stream().allMatch(comparison -> comparison.verdict().holds());
    }

    /** The same with other comparisons. */
    public Finding with(List<Comparison> others) {
        return new Finding(setting, others, sheets, charts, drawings);
    }

    /** Begins a finding. */
    public static Builder of(String setting) {
        return new Builder(setting);
    }

    /** Collects a finding. */
    public static final class Builder {
        private final String setting;
        private final List<Comparison> comparisons = new ArrayList<>();
        private final List<Sheet> sheets = new ArrayList<>();
        private final List<Chart> charts = new ArrayList<>();
        private final List<String> drawings = new ArrayList<>();

        private Builder(String setting) {
            this.setting = setting;
        }

        public Builder compare(Comparison comparison) {
            comparisons.add(comparison);
            return this;
        }

        public Builder show(Sheet sheet) {
            sheets.add(sheet);
            return this;
        }

        public Builder plot(Chart chart) {
            charts.add(chart);
            return this;
        }

        /** Adds an SVG document. */
        public Builder draw(String svg) {
            drawings.add(svg);
            return this;
        }

        /** Adds the tables, plots and drawings of another finding, but not what it compares. */
        public Builder addAll(Finding other) {
            sheets.addAll(other.sheets());
            charts.addAll(other.charts());
            drawings.addAll(other.drawings());
            return this;
        }

        public Finding found() {
            return new Finding(setting, comparisons, sheets, charts, drawings);
        }
    }
}
