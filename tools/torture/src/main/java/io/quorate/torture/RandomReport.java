// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.console.Words;
import io.quorate.torture.holds.HoldAudit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcome.
 *
 * @param cuts whether links could be cut
 * @param faults how often what happened
 * @param veterans the state of the processes that ran from beginning to end
 * @param violations of the audit and others
 */
record RandomReport(
        long seed,
        long seconds,
        boolean cuts,
        Map<String, Integer> faults,
        HoldAudit audit,
        List<Veteran> veterans,
        List<String> violations) {
    /** A process that lived from beginning to end, and what it took up at first and at last. */
    record Veteran(String id, ResourceUsage before, ResourceUsage after) {
        Optional<String> leak() {
            return after.leakSince(before).map(text -> "a leak: of " + id + ", " + text);
        }
    }

    boolean isFine() {
        return violations.isEmpty();
    }

    /** All in one line. */
    String verdict() {
        int count = faults.values().stream().mapToInt(each -> each).sum();
        String figures = Words.count(audit.holds(), "hold") + " and " + Words.count(count, "fault") + " in "
                + Words.count(seconds, "second") + ", seed " + seed;
        return isFine()
                ? "VALID: " + figures
                        + ": no two valid holders at once, all fences rise, everybody was served, nothing leaks."
                : "INVALID: " + figures + ": " + Words.count(violations.size(), "violation") + ".";
    }
}
