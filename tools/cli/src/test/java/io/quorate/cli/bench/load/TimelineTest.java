// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.bench.load.Timeline.Waits;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is made of the times of an open loop. */
final class TimelineTest {
    private static final long MILLI = 1_000_000;

    @Test
    void percentilesAreValuesThatWereMeasured() {
        Waits waits = Waits.of(LongStream.rangeClosed(1, 200).map(millis -> millis * MILLI));
        assertThat(waits).isEqualTo(new Waits(200, 100, 180, 198, 200, 0));
    }

    @Test
    void oneValueIsEveryPercentile() {
        assertThat(Waits.of(LongStream.of(7 * MILLI))).isEqualTo(new Waits(1, 7, 7, 7, 7, 0));
    }

    @Test
    void failuresAreCountedAndTheirTimeIsAWait() {
        Waits waits = Waits.of(LongStream.of(MILLI, -20 * MILLI, 2 * MILLI));
        assertThat(waits.failures()).isEqualTo(1);
        assertThat(waits.longest()).isEqualTo(20);
        assertThat(waits.p50()).isEqualTo(2);
    }

    @Test
    void withoutAcquiresThereAreNoPercentiles() {
        Waits waits = Waits.of(LongStream.empty());
        assertThat(waits.count()).isZero();
        assertThat(waits.p99()).isNaN();
        assertThat(waits.longest()).isNaN();
    }

    @Test
    void acquiresBelongToTheTimeForWhichTheyWereScheduled() {
        Timeline timeline = new Timeline(1_000, 10, List.of(5L, 500L, 6L, 7L));
        assertThat(timeline.scheduled(1_010, 1_030)).containsExactly(500L, 6L);
        assertThat(timeline.scheduled(0, 2_000)).hasSize(4);
        assertThat(timeline.scheduled(1_031, 2_000)).isEmpty();
    }

    @Test
    void aLineIsReadAsItWasWritten() {
        for (Timeline timeline :
                List.of(new Timeline(-3, 10, List.of(5L, -500L)), new Timeline(Long.MAX_VALUE, 1, List.of()))) {
            assertThat(Timeline.ofLine(timeline.toLine())).isEqualTo(timeline);
        }
    }
}
