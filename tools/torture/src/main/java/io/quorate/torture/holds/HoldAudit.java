// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decides from the logs of all processes whether the locks kept their promises:
 *
 * <ul>
 *   <li>no two holds that exclude each other were valid at the same time;
 *   <li>fences rise: each is higher than those of all holds before that it excludes;
 *   <li>what was lost does not become valid again;
 *   <li>no store that checks fences refused a valid hold;
 *   <li>each request got an answer, unless its process was killed.
 * </ul>
 *
 * @param holds how many holds there were
 * @param longestWaitNanos of all that were served
 * @param doubts how many holds were found over for a moment, though they were not
 * @param failures how many wishes failed, by reason
 * @param losses how many holds were lost, by reason
 * @param violations a sentence for each promise that was broken
 */
public record HoldAudit(
        int holds,
        long longestWaitNanos,
        int doubts,
        Map<String, Integer> failures,
        Map<String, Integer> losses,
        List<String> violations) {

    public static HoldAudit of(List<ProcessLog> logs) {
        Map<String, Integer> failures = new TreeMap<>();
        Map<String, Integer> losses = new TreeMap<>();
        List<String> violations = new ArrayList<>();
        Map<String, List<HoldHistory>> byName = new LinkedHashMap<>();
        int holds = 0;
        long longestWait = 0;
        int doubts = 0;
        for (ProcessLog log : logs) {
            for (HoldHistory history : log.histories()) {
                if (history.failure != null) {
                    failures.merge(history.failure, 1, Integer::sum);
                }
                if (history.lossReason != null) {
                    losses.merge(history.lossReason, 1, Integer::sum);
                }
                if (history.wasHeld()) {
                    holds++;
                    doubts += history.wasDoubted() ? 1 : 0;
                    longestWait = Math.max(longestWait, history.begin - history.asked);
                    byName.computeIfAbsent(history.name, name -> new ArrayList<>())
                            .add(history);
                }
                lookAtOne(history, log.finished(), violations);
            }
        }
        for (List<HoldHistory> ofOneLock : byName.values()) {
            // A hold that was over before its owner looked has a place in no order: it may have waited on a stopped
            // thread.
            List<HoldHistory> valid = new ArrayList<>(
                    ofOneLock.stream().filter(HoldHistory::wasValid).toList());
            valid.sort(Comparator.comparingLong(each -> each.begin));
            lookForOverlaps(valid, violations);
            lookAtFences(valid, violations);
        }
        return new HoldAudit(holds, longestWait, doubts, failures, losses, violations);
    }

    public boolean isFine() {
        return violations.isEmpty();
    }

    private static void lookAtOne(HoldHistory history, boolean finished, List<String> violations) {
        if (finished && !history.isSettled()) {
            violations.add("never served: " + history.node + " asked for \"" + history.name + "\" at " + history.asked
                    + " and ended in order without an answer");
        }
        if (history.wasHeld() && history.cameBack()) {
            violations.add("back from the dead: a hold was lost, and then valid again: " + history);
        }
        if (history.writeRefused) {
            violations.add("refused although valid: a store saw a higher fence before: " + history);
        }
    }

    private static void lookForOverlaps(List<HoldHistory> byBegin, List<String> violations) {
        HoldHistory longest = null;
        HoldHistory longestExclusive = null;
        for (HoldHistory hold : byBegin) {
            HoldHistory excluded = hold.shared ? longestExclusive : longest;
            if (excluded != null && hold.begin < excluded.validUntil()) {
                violations.add("two valid holds at once: " + excluded + "; and " + hold);
            }
            if (longest == null || hold.validUntil() > longest.validUntil()) {
                longest = hold;
            }
            if (!hold.shared && (longestExclusive == null || hold.validUntil() > longestExclusive.validUntil())) {
                longestExclusive = hold;
            }
        }
    }

    private static void lookAtFences(List<HoldHistory> byBegin, List<String> violations) {
        HoldHistory highest = null;
        HoldHistory highestExclusive = null;
        for (HoldHistory hold : byBegin) {
            HoldHistory before = hold.shared ? highestExclusive : highest;
            if (before != null && hold.fence <= before.fence) {
                violations.add("fence did not rise: " + hold + "; after " + before);
            }
            if (highest == null || hold.fence > highest.fence) {
                highest = hold;
            }
            if (!hold.shared && (highestExclusive == null || hold.fence > highestExclusive.fence)) {
                highestExclusive = hold;
            }
        }
    }
}
