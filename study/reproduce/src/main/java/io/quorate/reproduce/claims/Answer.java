// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.claims;

import io.quorate.reproduce.Comparison;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The measured value.
 *
 * @param text as people read it
 * @param number empty for an answer in words
 * @param isSo whether a claim in words is true
 * @param drawing an SVG document of it, if there is anything to see
 */
public record Answer(String text, Optional<Double> number, boolean isSo, Supplier<Optional<String>> drawing) {
    /** A number. */
    public static Answer of(double number) {
        return new Answer(Comparison.text(number), Optional.of(number), true, Optional::empty);
    }

    /** A count. */
    public static Answer of(long count) {
        return of((double) count);
    }

    /** A text, to be compared with what the paper says. */
    public static Answer of(String text) {
        return of(text, true);
    }

    /** A claim in words: what came out, and whether the claim is true. */
    public static Answer of(String text, boolean isSo) {
        return new Answer(text, Optional.empty(), isSo, Optional::empty);
    }

    /** The same with a drawing. */
    public Answer drawn(Supplier<String> svg) {
        return new Answer(text, number, isSo, () -> Optional.of(svg.get()));
    }

    double required() {
        return number.orElseThrow(() -> new IllegalArgumentException("this is no number: \"" + text + "\""));
    }
}
