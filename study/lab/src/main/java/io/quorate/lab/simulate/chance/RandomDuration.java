// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

import java.util.List;
import java.util.Locale;

/** How long something lasts, in nanoseconds of virtual time: a distribution with a known mean. */
public sealed interface RandomDuration {
    /** A length of time, never negative. */
    long draw(Randomness randomness);

    double mean();

    /** The text that {@link #parse} reads, as in {@code exponential:500000}. */
    String text();

    /** It never lasts longer. */
    default long max() {
        return Long.MAX_VALUE;
    }

    /** Always the same. */
    static RandomDuration constant(long nanos) {
        return new Constant(nanos);
    }

    /** Anything between the two, equally likely. */
    static RandomDuration uniform(long from, long to) {
        return new Uniform(from, to);
    }

    /** Without memory: arrivals of a Poisson process are so far apart. */
    static RandomDuration exponential(long mean) {
        return new Exponential(mean);
    }

    /** Mostly short, now and then very long (log-normal). */
    static RandomDuration heavyTailed(long mean) {
        return new HeavyTailed(mean);
    }

    /**
     * Reads a length of time: {@code constant:500000}, {@code uniform:0:1000000}, {@code exponential:500000}, {@code heavy:500000} in
     * nanoseconds, or with a unit as in {@code exponential:20ms}. A bare {@code 20ms} is constant.
     */
    static RandomDuration parse(String text) {
        String[] words = text.split(":", -1);
        if (words.length == 1 && Numbers.isNanos(text)) {
            return constant(Numbers.nanos(text));
        }
        if (words.length == 3 && words[0].equals("uniform")) {
            return uniform(Numbers.nanos(words[1]), Numbers.nanos(words[2]));
        }
        if (words.length != 2) {
            throw new IllegalArgumentException("\"" + text + "\" is no length of time. Write constant:1000000,"
                    + " uniform:0:2000000, exponential:1000000 or heavy:1000000 (nanoseconds, or as in 20ms).");
        }
        return named(words[0], Numbers.nanos(words[1]));
    }

    /** Reads {@code constant}, {@code uniform}, {@code exponential} or {@code heavy}, with this mean. */
    static RandomDuration named(String name, long mean) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "constant" -> constant(mean);
            case "uniform" -> uniform(0, 2 * mean);
            case "exponential" -> exponential(mean);
            case "heavy" -> heavyTailed(mean);
            default ->
                throw new IllegalArgumentException("There is no distribution \"" + name + "\". There are: "
                        + String.join(", ", List.of("constant", "uniform", "exponential", "heavy"))
                        + "; each with its mean in nanoseconds, as in exponential:500000.");
        };
    }

    private static void requireLength(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("nothing lasts " + nanos + " ns: give 0 or more");
        }
    }

    /** See {@link RandomDuration#constant}. */
    record Constant(long nanos) implements RandomDuration {
        public Constant {
            requireLength(nanos);
        }

        @Override
        public long draw(Randomness randomness) {
            return nanos;
        }

        @Override
        public double mean() {
            return nanos;
        }

        @Override
        public String text() {
            return "constant:" + nanos;
        }

        @Override
        public long max() {
            return nanos;
        }
    }

    /** See {@link RandomDuration#uniform}. */
    record Uniform(long from, long to) implements RandomDuration {
        public Uniform {
            requireLength(from);
            requireLength(to - from);
        }

        @Override
        public long draw(Randomness randomness) {
            return from + (long) (randomness.nextDouble() * (to - from + 1));
        }

        @Override
        public double mean() {
            return (from + to) / 2.0;
        }

        @Override
        public String text() {
            return "uniform:" + from + ":" + to;
        }

        @Override
        public long max() {
            return to;
        }
    }

    /** See {@link RandomDuration#exponential}. */
    record Exponential(long nanos) implements RandomDuration {
        public Exponential {
            requireLength(nanos);
        }

        @Override
        public long draw(Randomness randomness) {
            return Math.round(-Math.log(1 - randomness.nextDouble()) * nanos);
        }

        @Override
        public double mean() {
            return nanos;
        }

        @Override
        public String text() {
            return "exponential:" + nanos;
        }
    }

    /** See {@link RandomDuration#heavyTailed}. */
    record HeavyTailed(long nanos) implements RandomDuration {
        /** The standard deviation of the logarithm. */
        private static final double SIGMA = 1.0;

        public HeavyTailed {
            requireLength(nanos);
        }

        @Override
        public long draw(Randomness randomness) {
            double location = Math.log((double) Math.max(1, nanos)) - SIGMA * SIGMA / 2;
            return nanos == 0 ? 0 : Math.round(Math.exp(location + SIGMA * randomness.nextGaussian()));
        }

        @Override
        public double mean() {
            return nanos;
        }

        @Override
        public String text() {
            return "heavy:" + nanos;
        }
    }
}
