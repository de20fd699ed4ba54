package io.quorate.cli.reproduce;

import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Verdict;
import java.util.Collection;
import java.util.List;

/** How many verdicts of each kind there are, and how many items without any. */
record Tally(int items, int equal, int within, int differs, int unexplained, int failed, int missing) {
    static Tally of(Collection<Outcome> outcomes) {
        List<Comparison> all = outcomes.stream()
                .flatMap(outcome -> comparisons(outcome).stream())
                .toList();
        return new Tally(
                outcomes.size(),
                count(all, Verdict.EQUAL),
                count(all, Verdict.WITHIN),
                count(all, Verdict.DIFFERS),
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

    /** Whether everything was measured and every verdict may stand. */
    boolean holds() {
        return unexplained == 0 && failed == 0 && missing == 0;
    }

    /** As in "12 equal, 3 within, 1 differs for a known reason"; what there is none of is not said, but for what must not be. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(equal).append(" equal, ").append(within).append(" within, ");
        text.append(differs).append(differs == 1 ? " differs" : " differ").append(" for a known reason, ");
        text.append(unexplained).append(" unexplained");
        text.append(failed == 0 ? "" : ", " + failed + " failed");
        text.append(missing == 0 ? "" : ", " + missing + " not measured");
        return text.toString();
    }
}
