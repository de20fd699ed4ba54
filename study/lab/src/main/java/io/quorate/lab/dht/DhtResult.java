// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.dht.DhtFigure.Varied;
import io.quorate.lab.draw.Chart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The outcome of a figure.
 *
 * @param means for each protocol, for each value
 */
public record DhtResult(DhtFigure figure, List<List<DhtMean>> means) {
    /** The x axis of Figure 4: at most this number of messages. */
    private static final List<Integer> LOADS = List.of(0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000);

    public DhtMean mean(Protocol<?> protocol, String value) {
        return means.get(figure.protocols().indexOf(protocol))
                .get(figure.values().indexOf(value));
    }

    /** Grants while another held the lock, and fences that did not rise, in all runs. */
    public long violations() {
        return means.stream()
                .flatMap(List::stream)
                .mapToLong(DhtMean::violations)
                .sum();
    }

    public boolean isSafe() {
        return violations() == 0;
    }

    /** How many messages there were with the first protocol for each one with this. */
    public double ratioToFirst(int line, int place, ToDoubleFunction<DhtMean> messages) {
        return messages.applyAsDouble(means.get(0).get(place))
                / Math.max(1, messages.applyAsDouble(means.get(line).get(place)));
    }

    /** The charts, by the names of their files. */
    public Map<String, Chart> charts() {
        Map<String, Chart> charts = new LinkedHashMap<>();
        switch (figure.varied()) {
            case NODES -> charts.put("dht-figure-3.svg", messages("Figure 3: messages in the whole experiment"));
            case CHURN -> charts.put("dht-figure-5.svg", messages("Figure 5: messages in the whole experiment"));
            case RETRIES -> charts.put("dht-retries.svg", messages("Messages by how often who waits asks again"));
            case REPLICAS -> {
                for (int line = 0; line < figure.protocols().size(); line++) {
                    String name = figure.protocols().get(line).fullName();
                    charts.put("dht-figure-4-" + name.replace(':', '-') + ".svg", spread(name, means.get(line)));
                }
            }
        }
        return charts;
    }

    private String conditions() {
        DhtExperiment base = figure.base();
        List<String> said = new ArrayList<>();
        said.add("mean of " + (figure.runs() == 1 ? "one run" : figure.runs() + " runs"));
        if (figure.varied() != Varied.NODES) {
            said.add(base.nodes() + " nodes");
        }
        if (figure.varied() != Varied.REPLICAS) {
            said.add(base.replicas() + " replicas");
        }
        if (figure.varied() != Varied.RETRIES) {
            said.add(base.retries().sentence(base.times().round()));
        }
        return String.join("; ", said);
    }

    private String across() {
        return switch (figure.varied()) {
            case NODES -> "nodes";
            case CHURN -> "nodes that fail or join in each round";
            case RETRIES -> "the rule by which a waiter asks again, or the number of rounds";
            case REPLICAS -> "messages that a node processes, at most";
        };
    }

    private Chart messages(String title) {
        List<Chart.Series> lines = new ArrayList<>();
        for (int line = 0; line < figure.protocols().size(); line++) {
            lines.add(Chart.Series.overTicks(
                    figure.protocols().get(line).fullName(),
                    means.get(line).stream().map(DhtMean::ofLocks).toList()));
        }
        return Chart.over(figure.values(), underConditions(title), across(), "messages of locks", lines);
    }

    private Chart spread(String protocol, List<DhtMean> line) {
        List<Chart.Series> lines = new ArrayList<>();
        for (int place = 0; place < line.size(); place++) {
            LoadSpread load = line.get(place).load();
            lines.add(Chart.Series.overTicks(
                    figure.values().get(place) + (figure.values().get(place).equals("1") ? " replica" : " replicas"),
                    LOADS.stream().map(most -> 100 * load.partUpTo(most)).toList()));
        }
        return Chart.over(
                LOADS.stream().map(String::valueOf).toList(),
                underConditions("Figure 4: load with " + protocol),
                across(),
                "part of the nodes, in percent",
                lines);
    }

    private String underConditions(String title) {
        return title + " (" + conditions() + ")";
    }
}
