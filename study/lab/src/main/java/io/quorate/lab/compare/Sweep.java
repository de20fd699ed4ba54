// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.compare;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.draw.Chart;
import io.quorate.lab.draw.Chart.Scale;
import io.quorate.lab.draw.Chart.Series;
import io.quorate.lab.simulate.ParallelRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;

/**
 * Protocols measured at several places, one condition varied and all others the same.
 *
 * @param across what is varied, as the label of an axis
 * @param title what is the same everywhere
 * @param outcomes for each place, for each protocol
 */
public record Sweep(String across, String title, Scale scale, List<Double> places, List<List<Outcome>> outcomes) {
    public Sweep {
        places = List.copyOf(places);
        outcomes = outcomes.stream().map(List::copyOf).toList();
    }

    /**
     * How runs are made.
     *
     * @param parallel how many at once
     * @param told hears which protocol is next, under which conditions; by any thread
     */
    public record Runner(ParallelRuns parallel, BiConsumer<Comparison, Protocol<?>> told) {
        /** The outcome of each protocol under each of these conditions. */
        public List<List<Outcome>> measure(List<Comparison> comparisons, List<Protocol<?>> protocols) {
            int width = protocols.size();
            List<Outcome> all = parallel.all(comparisons.size() * width, number -> {
                Comparison comparison = comparisons.get(number / width);
                Protocol<?> protocol = protocols.get(number % width);
                told.accept(comparison, protocol);
                return comparison.measure(protocol);
            });
            List<List<Outcome>> outcomes = new ArrayList<>();
            for (int place = 0; place < comparisons.size(); place++) {
                outcomes.add(all.subList(place * width, (place + 1) * width));
            }
            return outcomes;
        }
    }

    /** Over the number of nodes. */
    public static Sweep overNodes(Comparison base, List<Integer> nodes, List<Protocol<?>> protocols, Runner runner) {
        return new Sweep(
                "nodes",
                base.pressure() + " load",
                Scale.LOGARITHMIC,
                nodes.stream().map(Integer::doubleValue).toList(),
                runner.measure(nodes.stream().map(base::withNodes).toList(), protocols));
    }

    /** Over the load, a load of 0 being one claim at a time. */
    public static Sweep overLoad(Comparison base, List<Double> loads, List<Protocol<?>> protocols, Runner runner) {
        List<Comparison> comparisons =
                loads.stream().map(load -> base.with(Pressure.poisson(load))).toList();
        return new Sweep("load", base.nodes() + " nodes", Scale.LINEAR, loads, runner.measure(comparisons, protocols));
    }

    /** One line for each protocol; empty if there is nothing to draw. Values that its axis cannot show are left out. */
    public Optional<Chart> chart(Measure measure) {
        List<Series> lines = new ArrayList<>();
        for (int line = 0; !outcomes.isEmpty() && line < outcomes.get(0).size(); line++) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (int place = 0; place < places.size(); place++) {
                OptionalDouble value = value(measure, outcomes.get(place).get(line));
                if (value.isPresent() && (measure.scale() == Scale.LINEAR || value.getAsDouble() > 0)) {
                    x.add(places.get(place));
                    y.add(value.getAsDouble());
                }
            }
            if (!x.isEmpty()) {
                lines.add(Series.measured(outcomes.get(0).get(line).protocol().fullName(), x, y));
            }
        }
        String heading = measure.label() + ", " + title;
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new Chart(heading, across, measure.label(), lines, scale, measure.scale()));
    }

    private static OptionalDouble value(Measure measure, Outcome outcome) {
        return outcome instanceof Outcome.Measured measured ? measure.of(measured) : OptionalDouble.empty();
    }
}
