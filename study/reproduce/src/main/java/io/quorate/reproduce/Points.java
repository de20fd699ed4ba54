// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import io.quorate.lab.draw.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Collects what is measured, from left to right, and draws a formula beside it. */
public final class Points {
    private final List<Double> x = new ArrayList<>();
    private final List<Double> y = new ArrayList<>();

    public void add(double atX, double atY) {
        x.add(atX);
        y.add(atY);
    }

    public double least() {
        return y.stream().min(Double::compare).orElseThrow();
    }

    public double most() {
        return y.stream().max(Double::compare).orElseThrow();
    }

    /** The points themselves. */
    public Chart.Series measured(String name) {
        return Chart.Series.measured(name, x, y);
    }

    /** The points as those of a formula. */
    public Chart.Series theory(String name) {
        return Chart.Series.theory(name, x, y);
    }

    /** A formula at the same places. */
    public Chart.Series theory(String name, DoubleUnaryOperator formula) {
        return Chart.Series.theory(
                name, x, x.stream().map(formula::applyAsDouble).toList());
    }
}
