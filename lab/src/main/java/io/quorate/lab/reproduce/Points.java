package io.quorate.lab.reproduce;

import io.quorate.lab.draw.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Collects what is measured, from left to right, and draws a formula beside it. */
final class Points {
    private final List<Double> x = new ArrayList<>();
    private final List<Double> y = new ArrayList<>();

    void add(double atX, double atY) {
        x.add(atX);
        y.add(atY);
    }

    double least() {
        return y.stream().min(Double::compare).orElseThrow();
    }

    double most() {
        return y.stream().max(Double::compare).orElseThrow();
    }

    /** The points themselves. */
    Chart.Series measured(String name) {
        return Chart.Series.measured(name, x, y);
    }

    /** A formula at the same places. */
    Chart.Series theory(String name, DoubleUnaryOperator formula) {
        return Chart.Series.theory(
                name, x, x.stream().map(formula::applyAsDouble).toList());
    }
}
