// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.view;

import java.util.Map;

/** The text format of Prometheus, version 0.0.4. Every series has the label of its node. */
final class MetricsText {
    private final StringBuilder text = new StringBuilder();
    private final String node;

    MetricsText(String node) {
        this.node = "node=\"" + escaped(node) + "\"";
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    void gauge(String name, String help, double value) {
        head(name, help, "gauge");
        line(name, "", value);
    }

    void counter(String name, String help, long value) {
        head(name, help, "counter");
        line(name, "", (double) value);
    }

    /**
     * Count, sum and maximum of each series; nothing if there is none.
     *
     * @param series by their labels behind the node, each as in {@code ,mode="shared"}
     */
    void summary(String name, String help, Map<String, TimeSummary.Reading> series) {
        if (series.isEmpty()) {
            return;
        }
        head(name, help, "summary");
        series.forEach((labels, reading) -> {
            line(name + "_count", labels, (double) reading.count());
            line(name + "_sum", labels, reading.sumSeconds());
        });
        head(name + "_max", help, "gauge");
        series.forEach((labels, reading) -> line(name + "_max", labels, reading.maxSeconds()));
    }

    private void head(String name, String help, String type) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private void line(String name, String labels, double value) {
        text.append(name)
                .append('{')
                .append(node)
                .append(labels)
                .append("} ")
                .append(value)
                .append('\n');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
