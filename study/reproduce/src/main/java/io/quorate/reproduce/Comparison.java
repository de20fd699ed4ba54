// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import java.util.Locale;

/**
 * One thing that a paper says, beside what it is here.
 *
 * @param what what is compared, in words
 * @param paper what the paper says; what we expect, if the verdict is that no paper says it
 * @param ours what was measured or computed
 * @param reason why it differs, or cannot be measured; else empty
 */
public record Comparison(String what, String paper, String ours, Verdict verdict, String reason) {
    public Comparison {
        if ((verdict == Verdict.DIFFERS || verdict == Verdict.UNTESTED) && reason.isBlank()) {
            throw new IllegalArgumentException(
                    "An item that differs from the paper, or cannot be measured, needs a reason: " + what + ".");
        }
    }

    /** Both must be the same. */
    public static Comparison equal(String what, Object paper, Object ours) {
        boolean isEqual = paper.equals(ours);
        return new Comparison(
                what,
                text(paper),
                text(ours),
                isEqual ? Verdict.EQUAL : Verdict.UNEXPLAINED,
                isEqual ? "" : "must be the same");
    }

    /** A claim in words, which is true here. */
    public static Comparison holds(String what, String paper, String ours, boolean isTrue) {
        return new Comparison(
                what, paper, ours, isTrue ? Verdict.EQUAL : Verdict.UNEXPLAINED, isTrue ? "" : "the claim must hold");
    }

    /** A number that must lie between two others, both of them allowed. */
    public static Comparison within(String what, String paper, double from, double ours, double to) {
        boolean isWithin = from <= ours && ours <= to;
        return new Comparison(
                what,
                paper,
                text(ours),
                isWithin ? Verdict.WITHIN : Verdict.UNEXPLAINED,
                isWithin ? "" : "must be from " + text(from) + " to " + text(to));
    }

    /** An average that must come close to a number: not farther away than this part of it. */
    public static Comparison near(String what, double paper, double ours, double part) {
        double slack = Math.abs(paper) * part;
        return within(what, text(paper), paper - slack, ours, paper + slack);
    }

    /**
     * Something that the paper says and that is known to be otherwise.
     *
     * @param isAsKnown whether what came out is what the reason says; if it is not, nobody can explain it
     */
    public static Comparison differs(String what, Object paper, Object ours, boolean isAsKnown, String reason) {
        return new Comparison(
                what,
                text(paper),
                text(ours),
                isAsKnown ? Verdict.DIFFERS : Verdict.UNEXPLAINED,
                isAsKnown ? reason : "neither as printed nor as known: " + reason);
    }

    /** Something that the paper says and that cannot be measured here. */
    public static Comparison untested(String what, String reason) {
        return new Comparison(what, "claimed", "not measured", Verdict.UNTESTED, reason);
    }

    /** The same as a claim of this project, which no paper prints: if it holds, that is not counted as equal to a paper's. */
    public Comparison asOurs() {
        boolean holds = verdict == Verdict.EQUAL || verdict == Verdict.WITHIN || verdict == Verdict.OURS;
        if (!holds && verdict != Verdict.UNEXPLAINED) {
            throw new IllegalStateException("Where no paper says anything, nothing can differ from it: " + what + ".");
        }
        return holds ? new Comparison(what, paper, ours, Verdict.OURS, "") : this;
    }

    /** Numbers as people write them: whole ones without a point, others with at most three places. */
    public static String text(Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return String.format(Locale.ROOT, "%,d", ((Number) value).longValue());
        }
        if (!(value instanceof Double number)) {
            return value.toString();
        }
        String digits = String.format(Locale.ROOT, "%,.3f", number);
        return digits.contains(".") ? digits.replaceFirst("\\.?0+$", "") : digits;
    }
}
