// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.claims;

import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Table;
import io.quorate.reproduce.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the table of claims of a paper and makes items of it. The first cell of a row says what it is:
 *
 * <pre>
 * item        name  place  title  seconds of a quick and of a full run
 * setting     what is run, in a sentence or two; &lt;quick|full&gt; where the runs differ
 * for         N K   3:2 7:3    3:2 7:3 13:4          variables, and their values in a quick and in a full run
 * claim       paper|ours  sentence  number of the paper  measurement  expected  reason
 * full        the same, in full runs only
 * column      heading  measurement: to show beside the claims, in the table that follows
 * sheet       title of a table of the claims since the last "for"
 * chart       title  x label  y label  linear|log linear|log  formula of x
 * line        name  number of a claim, or =formula
 * draw        a measurement that has a drawing
 * experiment  a name: Java code that measures and compares by itself, and says itself what no paper prints
 * untested    a sentence of the paper that cannot be measured  why
 * </pre>
 */
public final class ClaimTable {
    /** The sign for a number that the paper does not give. */
    private static final List<String> NOT_SAID = List.of("-", "(not said)");

    private final Paper paper;
    private final Map<String, Measure> measures = new LinkedHashMap<>();
    private final Map<String, Experiment> experiments;
    private final List<Item> items = new ArrayList<>();

    private ClaimTable(Paper paper, Map<String, Measure> own, Map<String, Experiment> experiments) {
        this.paper = paper;
        this.measures.putAll(Measures.ALL);
        this.measures.putAll(own);
        this.experiments = experiments;
    }

    /**
     * The items of the file {@code claims.tsv} beside a class.
     *
     * @param own the measurements that only this paper needs, by their names
     * @param experiments Java code that measures and compares by itself, by name
     */
    public static List<Item> items(
            Paper paper, Class<?> beside, Map<String, Measure> own, Map<String, Experiment> experiments) {
        return new ClaimTable(paper, own, experiments).read(Table.of(beside, "claims.tsv"));
    }

    /** As {@link #items(Paper, Class, Map, Map)}, of a text. */
    static List<Item> parse(String text, Paper paper, Map<String, Measure> own, Map<String, Experiment> experiments) {
        return new ClaimTable(paper, own, experiments).read(Table.parse(text));
    }

    private List<Item> read(List<Table.Row> rows) {
        Entry entry = null;
        for (Table.Row row : rows) {
            try {
                if (row.cell(0).equals("item")) {
                    entry = new Entry();
                    items.add(item(row, entry));
                } else if (entry == null) {
                    throw new IllegalArgumentException("a table begins with an item");
                } else {
                    entry.add(row);
                }
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(
                        "claims.tsv of " + paper.word() + ", line " + row.line() + ": " + wrong.getMessage(), wrong);
            }
        }
        return List.copyOf(items);
    }

    private Item item(Table.Row row, Experiment experiment) {
        String[] seconds = row.cell(4).split(" ");
        if (seconds.length != 2) {
            throw new IllegalArgumentException("an item has a name, a place, a title and two numbers of seconds");
        }
        Item.Effort effort = new Item.Effort(Double.parseDouble(seconds[0]), Double.parseDouble(seconds[1]));
        return new Item(row.cell(1), paper, row.cell(2), row.cell(3), effort, experiment);
    }

    private Answer measure(String words) {
        List<String> all = List.of(words.strip().split("\\s+"));
        Measure measure = measures.get(all.get(0));
        if (measure == null) {
            throw new IllegalArgumentException(
                    "there is no measurement \"" + all.get(0) + "\"; there are " + measures.keySet());
        }
        return measure.of(all.subList(1, all.size()));
    }

    /** The parts of an item, in the order of its rows. */
    private final class Entry implements Experiment {
        private final List<String> setting = new ArrayList<>();
        private final List<Object> parts = new ArrayList<>();
        private final List<Comparison> untested = new ArrayList<>();

        private record Drawn(String measure) {}

        private record Coded(String name, Experiment experiment) {}

        void add(Table.Row row) {
            switch (row.cell(0)) {
                case "setting" -> setting.add(row.cell(1));
                case "for" -> parts.add(new Block(List.of(row.cell(1).split(" ")), values(row, 2), values(row, 3)));
                case "claim" -> block().add(claim(row, false));
                case "full" -> block().add(claim(row, true));
                case "column" -> block().add(new Block.Column(row.cell(1), row.cell(2)));
                case "sheet" -> block().showSheet(row.cell(1));
                case "chart" ->
                    block().add(new Block.Plot(
                            row.cell(1), row.cell(2), row.cell(3), row.cell(4), row.cell(5), new ArrayList<>()));
                case "line" -> block().lastPlot().lines().add(new Block.Plot.Line(row.cell(1), row.cell(2)));
                case "draw" -> parts.add(new Drawn(row.cell(1)));
                case "experiment" -> parts.add(new Coded(row.cell(1), coded(row.cell(1))));
                case "untested" -> untested.add(Comparison.untested(row.cell(1), row.cell(2)));
                default -> throw new IllegalArgumentException("a row cannot begin with \"" + row.cell(0) + "\"");
            }
        }

        private Experiment coded(String name) {
            Experiment found = experiments.get(name);
            if (found == null) {
                throw new IllegalArgumentException(
                        "there is no experiment \"" + name + "\"; there are " + experiments.keySet());
            }
            return found;
        }

        private Block block() {
            if (parts.isEmpty() || !(parts.get(parts.size() - 1) instanceof Block last)) {
                Block plain = Block.plain();
                parts.add(plain);
                return plain;
            }
            return last;
        }

        private List<List<String>> values(Table.Row row, int column) {
            String text = row.cell(column).isEmpty() ? row.cell(2) : row.cell(column);
            int variables = row.cell(1).split(" ").length;
            List<List<String>> values = Arrays.stream(text.split(" "))
                    .map(tuple -> List.of(tuple.split(":")))
                    .toList();
            for (List<String> tuple : values) {
                if (tuple.size() != variables) {
                    throw new IllegalArgumentException(tuple + " has not " + variables + " values");
                }
            }
            return values;
        }

        private Claim claim(Table.Row row, boolean isFullOnly) {
            if (row.cells().size() < 6) {
                throw new IllegalArgumentException(
                        "a claim has a source, a sentence, the number of the paper, a measurement and what is expected");
            }
            Claim.Source source = Claim.Source.valueOf(row.cell(1).toUpperCase(Locale.ROOT));
            return new Claim(source, isFullOnly, row.cell(2), row.cell(3), row.cell(4), row.cell(5), row.cell(6));
        }

        @Override
        public Finding run(Scale scale, Progress progress) {
            Finding finding = measured(scale, progress);
            for (Comparison each : finding.comparisons()) {
                boolean isSaid = !NOT_SAID.contains(each.paper());
                if (!isSaid && (each.verdict() == Verdict.EQUAL || each.verdict() == Verdict.WITHIN)) {
                    throw new IllegalStateException("No paper says this, so it is ours: mark it in claims.tsv of "
                            + paper.word() + ", or in its code. \"" + each.what() + "\"");
                }
            }
            List<Comparison> all = new ArrayList<>(finding.comparisons());
            all.addAll(untested);
            return finding.with(all);
        }

        private Finding measured(Scale scale, Progress progress) {
            Map<String, Answer> known = new LinkedHashMap<>();
            Finding.Builder finding = Finding.of(settingOf(scale));
            int all = parts.stream()
                    .mapToInt(part -> part instanceof Block block ? block.size(scale) : 1)
                    .sum();
            int[] done = {0};
            Runnable step = () -> progress.at((double) ++done[0] / all);
            for (Object part : parts) {
                if (part instanceof Block block) {
                    block.run(scale, words -> known.computeIfAbsent(words, ClaimTable.this::measure), finding, step);
                } else if (part instanceof Drawn drawn) {
                    Optional<String> svg = known.computeIfAbsent(drawn.measure, ClaimTable.this::measure)
                            .drawing()
                            .get();
                    finding.draw(svg.orElseThrow(
                            () -> new IllegalArgumentException("there is no drawing of \"" + drawn.measure + "\"")));
                } else if (part instanceof Coded coded) {
                    Finding found = coded.experiment.run(scale, parts.size() == 1 ? progress : Progress.NONE);
                    if (setting.isEmpty() && parts.size() == 1) {
                        return found;
                    }
                    found.comparisons().forEach(finding::compare);
                    finding.addAll(found);
                }
            }
            return finding.found();
        }

        private String settingOf(Scale scale) {
            return String.join(" ", setting).replaceAll("<([^|>]*)\\|([^|>]*)>", scale.choose("$1", "$2"));
        }
    }
}
