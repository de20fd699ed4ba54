// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.claims;

import io.quorate.reproduce.Comparison;
import java.util.Map;

/**
 * A row of a table of claims. Texts may name variables.
 *
 * @param source who says so
 * @param isFullOnly whether a quick run leaves it out
 * @param sentence what is claimed, in our words
 * @param paper what the paper prints
 * @param measure how it is measured: the name of a measurement, and its words
 * @param expected tolerance and verdict: {@code equal}, {@code so}, {@code within 3..5}, {@code near 2.5%}, {@code differs =VALUE},
 *     {@code differs 3..6} or {@code differs so}
 * @param reason why it differs; empty if it does not
 */
record Claim(
        Source source,
        boolean isFullOnly,
        String sentence,
        String paper,
        String measure,
        String expected,
        String reason) {
    /** The source of the claim. */
    enum Source {
        /** The paper prints it. */
        PAPER,
        /** No paper prints it: this project does. It is never counted as equal to a paper's. */
        OURS
    }

    /** Holds what was measured against what is claimed, for these values of the variables. */
    Comparison compare(Answer answer, Map<String, String> variables) {
        Comparison comparison = compare(
                Formula.filled(sentence, variables),
                Formula.filled(paper, variables),
                Formula.filled(expected, variables),
                answer,
                variables);
        return source == Source.OURS ? comparison.asOurs() : comparison;
    }

    private Comparison compare(
            String what, String printed, String wanted, Answer answer, Map<String, String> variables) {
        String[] words = wanted.split(" ", 2);
        String detail = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "equal" -> Comparison.equal(what, printed, answer.text());
            case "so" -> Comparison.holds(what, printed, answer.text(), answer.isSo());
            case "near" ->
                Comparison.near(
                        what,
                        Formula.valueOf(printed, variables),
                        answer.required(),
                        Double.parseDouble(detail.replace("%", "")) / 100);
            case "within" -> {
                Range range = Range.of(detail, variables);
                yield Comparison.within(what, printed, range.from, answer.required(), range.to);
            }
            case "differs" ->
                Comparison.differs(what, printed, answer.text(), isAsKnown(detail, answer, variables), reason);
            default ->
                throw new IllegalArgumentException(
                        "\"" + expected + "\" is no expectation. Write equal, so, within 3..5,"
                                + " near 2.5%, differs =VALUE, differs 3..6 or differs so");
        };
    }

    private static boolean isAsKnown(String detail, Answer answer, Map<String, String> variables) {
        if (detail.equals("so")) {
            return answer.isSo();
        }
        if (detail.startsWith("=")) {
            return answer.text().equals(detail.substring(1));
        }
        Range range = Range.of(detail, variables);
        return range.from <= answer.required() && answer.required() <= range.to;
    }

    private record Range(double from, double to) {
        static Range of(String text, Map<String, String> variables) {
            String[] ends = text.split("\\.\\.");
            if (ends.length != 2) {
                throw new IllegalArgumentException("\"" + text + "\" is no range: write 3..5");
            }
            return new Range(Formula.valueOf(ends[0], variables), Formula.valueOf(ends[1], variables));
        }
    }
}
