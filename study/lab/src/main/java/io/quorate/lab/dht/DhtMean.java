// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The mean of some runs of one experiment.
 *
 * @param ofLocks messages, without reminders; see {@link DhtReport.Messages}, as for what follows
 * @param deviation by which the runs differ in that (the standard deviation)
 * @param perEntry messages of locks for each time that a lock was granted
 * @param meanWait how long they waited that were granted, in rounds
 * @param byKind messages of locks
 * @param load of all nodes of all runs
 */
public record DhtMean(
        double ofLocks,
        double deviation,
        double ifAllRouted,
        double hops,
        double reminders,
        double ofSessions,
        double upkeep,
        double granted,
        double lost,
        long violations,
        double perEntry,
        double meanWait,
        Map<String, Double> byKind,
        LoadSpread load) {

    static DhtMean of(List<DhtReport> reports) {
        double ofLocks = mean(reports, report -> report.messages().ofLocks());
        double variance = mean(reports, report -> Math.pow(report.messages().ofLocks() - ofLocks, 2));
        double granted = mean(reports, report -> report.entries().granted());
        return new DhtMean(
                ofLocks,
                Math.sqrt(variance * reports.size() / Math.max(1, reports.size() - 1)),
                mean(reports, report -> report.messages().ifAllRouted()),
                mean(reports, report -> report.messages().hops()),
                mean(reports, report -> report.messages().reminders()),
                mean(reports, report -> report.messages().ofSessions()),
                mean(reports, report -> report.messages().upkeep()),
                granted,
                mean(reports, report -> report.entries().lost()),
                reports.stream()
                        .mapToLong(report -> report.entries().violations())
                        .sum(),
                ofLocks / Math.max(1, granted),
                mean(reports, DhtReport::meanWait),
                byKind(reports),
                reports.stream().map(DhtReport::load).reduce(LoadSpread::union).orElseThrow());
    }

    private static double mean(List<DhtReport> reports, ToDoubleFunction<DhtReport> value) {
        return reports.stream().mapToDouble(value).average().orElse(0);
    }

    private static Map<String, Double> byKind(List<DhtReport> reports) {
        Map<String, Double> means = new TreeMap<>();
        for (DhtReport report : reports) {
            report.messages()
                    .byKind()
                    .forEach((kind, count) -> means.merge(kind, (double) count / reports.size(), Double::sum));
        }
        return means;
    }
}
