// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Verdict;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How many verdicts of each kind there are, and how many items without any.
 *
 * @param ours claims of this project, which no paper prints, that hold
 * @param untested what papers say and cannot be measured here
 * @param errata those of the different ones whose reason is an error of the paper with a number, as in E-M1
 */
record Tally(
        int items,
        int equal,
        int within,
        int ours,
        int untested,
        int differs,
        int errata,
        int unexplained,
        int failed,
        int missing) {
    private static final Pattern ERRATUM = Pattern.compile("\\bE-[A-Z][0-9]+\\b");

    static Tally of(Collection<Outcome> outcomes) {
        List<Comparison> all = outcomes.stream()
                .flatMap(outcome -> comparisons(outcome).stream())
                .toList();
        return new Tally(
                outcomes.size(),
                count(all, Verdict.EQUAL),
                count(all, Verdict.WITHIN),
                count(all, Verdict.OURS),
                count(all, Verdict.UNTESTED),
                count(all, Verdict.DIFFERS),
                (int) all.stream()
                        .filter(each -> each.verdict() == Verdict.DIFFERS)
                        .filter(each -> ERRATUM.matcher(each.what() + " " + each.reason())
                                .find())
                        .count(),
                count(all, Verdict.UNEXPLAINED),
                (int) outcomes.stream().filter(each -> each.failure() != null).count(),
                (int) outcomes.stream()
                        .filter(each -> each.failure() == null && each.measured() == null)
                        .count());
    }

    static List<Comparison> comparisons(Outcome outcome) {
        Measured measured = outcome.measured();
        return measured == null ? List.of() : measured.finding().comparisons();
    }

    private static int count(List<Comparison> all, Verdict verdict) {
        return (int) all.stream().filter(each -> each.verdict() == verdict).count();
    }

    /** An explanation of "differs", for readers who see the number only. */
    String differsInWords() {
        if (differs == 0) {
            return "";
        }
        return "Differs: what the paper says is not what comes out, and what comes out is just what the reason beside it says. "
                + errata + " of " + differs
                + " are errors of papers that the protocols' pages list by number (E-M1 and so on): rules that deadlock or let two"
                + " in, bounds that are too small. In the others the paper counts otherwise, leaves a case out, or was measured under"
                + " other conditions.";
    }

    /** Whether everything was measured and every verdict may stand. */
    boolean holds() {
        return unexplained == 0 && failed == 0 && missing == 0;
    }

    /** As in "12 equal, 3 within, 1 differs for a known reason"; zeros are omitted, except of verdicts that must not occur. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(equal).append(" equal, ").append(within).append(" within, ");
        text.append(differs).append(differs == 1 ? " differs" : " differ").append(" for a known reason, ");
        text.append(unexplained).append(" unexplained");
        text.append(untested == 0 ? "" : "; " + untested + " cannot be tested");
        text.append(ours == 0 ? "" : "; and " + ours + " of our own, which no paper prints, hold");
        text.append(failed == 0 ? "" : ", " + failed + " failed");
        text.append(missing == 0 ? "" : ", " + missing + " not measured");
        return text.toString();
    }
}
