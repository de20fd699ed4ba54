// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.twins;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.twins.Split.Flaw;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** T1 over messages: one id in two processes, a partition between them, and its end. */
@Tag("slow")
class SplitsTest {
    private static final QuorumLock QUORUM_LOCK = new QuorumLock();

    @Test
    void afterTheHealBothProcessesEndAndNoOverlapBeginsLaterThanOneHeartbeat() {
        requireKept(1, 20);
    }

    @Test
    @Tag("long")
    void soItIsInManySplits() {
        requireKept(1_000_000, 3_000);
    }

    private static void requireKept(long firstSeed, int seeds) {
        Map<String, Long> happened = new TreeMap<>();
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            SplitReport report = Split.draw(QUORUM_LOCK, seed).run();
            assertThat(report.broken()).as("seed %d", seed).isNull();
            assertThat(report.count("told to end")).as("seed %d", seed).isEqualTo(2);
            assertThat(report.grants()).isPositive();
            report.happened().forEach((what, count) -> happened.merge(what, count, Long::sum));
        }
        assertThat(happened)
                .as("without overlaps before there is nothing to end")
                .containsKeys("overlaps while the network is split", "overlaps within a heartbeat of the heal")
                .containsKeys("reports of two processes", "connections refused");
    }

    @Test
    void theSameSeedTwiceIsTheSameRun() {
        assertThat(Split.draw(QUORUM_LOCK, 7).run())
                .isEqualTo(Split.draw(QUORUM_LOCK, 7).run());
    }

    @Test
    void ifBothCountUntilTheyEndAnOverlapWithAThirdBeginsTooLate() {
        assertThat(broken(20, Flaw.BOTH_COUNT)).anyMatch(text -> text.contains("heartbeats after the heal"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Flaw.class,
            names = {"NO_REPORTS", "NOBODY_ENDS"})
    void withoutReportsOrTheWordToEndBothRunOn(Flaw flaw) {
        assertThat(broken(5, flaw)).hasSize(5).anyMatch(text -> text.endsWith("and it still runs"));
    }

    private static List<String> broken(int seeds, Flaw flaw) {
        return LongStream.rangeClosed(1, seeds)
                .mapToObj(seed -> Split.draw(QUORUM_LOCK, seed).with(flaw).run())
                .filter(report -> !report.isOk())
                .map(report -> String.valueOf(report.broken()))
                .toList();
    }
}
