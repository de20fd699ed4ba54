// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht.data;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The runs of one point, with different seeds. */
record Sample(List<RunLine> runs) {
    /** Student's t for 95 percent of confidence, of two runs, three, and so on. */
    private static final List<Double> STUDENT = List.of(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262);

    Sample {
        runs = List.copyOf(runs);
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    int size() {
        return runs.size();
    }

    double mean(ToDoubleFunction<RunLine> value) {
        return runs.stream().mapToDouble(value).average().orElse(Double.NaN);
    }

    double mean(String column) {
        return mean(line -> line.number(column));
    }

    double most(String column) {
        return runs.stream().mapToDouble(line -> line.number(column)).max().orElse(Double.NaN);
    }

    /** A whole number, with its standard deviation. */
    String spread(String column) {
        double mean = mean(column);
        double squares = mean(line -> Math.pow(line.number(column) - mean, 2));
        double deviation = Math.sqrt(squares * size() / Math.max(1, size() - 1));
        return isEmpty() ? "" : whole(mean) + (size() == 1 ? "" : " ± " + whole(deviation));
    }

    String whole(String column) {
        return isEmpty() ? "" : whole(mean(column));
    }

    String decimal(String column) {
        return isEmpty() ? "" : two(mean(column));
    }

    /** How much more this is than others, run by run of the same seed: the mean, and 95 percent of confidence around it. */
    String ratio(Sample others, String column) {
        Map<Long, Double> bySeed = new TreeMap<>();
        others.runs.forEach(other -> bySeed.put(other.run().seed(), other.number(column)));
        double[] ratios = runs.stream()
                .filter(run -> bySeed.containsKey(run.run().seed()))
                .mapToDouble(run ->
                        run.number(column) / bySeed.getOrDefault(run.run().seed(), Double.NaN))
                .toArray();
        if (ratios.length == 0) {
            return "";
        }
        double mean = Arrays.stream(ratios).average().orElseThrow();
        if (ratios.length < 2 || ratios.length > STUDENT.size() + 1) {
            return two(mean);
        }
        double student = STUDENT.get(ratios.length - 2);
        double squares =
                Arrays.stream(ratios).map(each -> (each - mean) * (each - mean)).sum();
        return two(mean) + " ± " + two(student * Math.sqrt(squares / (ratios.length - 1) / ratios.length));
    }

    static String whole(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    static String two(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }
}
