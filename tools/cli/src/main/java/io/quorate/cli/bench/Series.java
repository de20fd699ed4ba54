// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The rounds of one protocol in one situation. */
final class Series {
    private final Histogram all = Samples.newHistogram();
    private final List<Long> medians = new ArrayList<>();
    private double perSecondSum;

    /** A round: what nodes measured at the same time. */
    void add(List<Samples> round) {
        Histogram together = Samples.newHistogram();
        double perSecond = 0;
        for (Samples samples : round) {
            together.add(samples.nanos());
            perSecond += samples.nanos().getTotalCount() * 1e9 / samples.elapsedNanos();
        }
        all.add(together);
        medians.add(together.getValueAtPercentile(50));
        perSecondSum += perSecond;
    }

    /** Its summary; times in microseconds. The medians of the rounds show how steady the machine was. */
    record Result(
            String situation,
            String protocol,
            double p50Micros,
            double p99Micros,
            double lowestRoundP50Micros,
            double highestRoundP50Micros,
            double perSecond,
            long samples) {}

    Result result(String situation, String protocol) {
        return new Result(
                situation,
                protocol,
                all.getValueAtPercentile(50) / 1e3,
                all.getValueAtPercentile(99) / 1e3,
                medians.stream().mapToLong(Long::longValue).min().orElse(0) / 1e3,
                medians.stream().mapToLong(Long::longValue).max().orElse(0) / 1e3,
                perSecondSum / Math.max(1, medians.size()),
                all.getTotalCount());
    }
}
