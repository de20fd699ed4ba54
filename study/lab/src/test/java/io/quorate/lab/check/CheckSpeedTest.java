// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prints how fast the search is; asserts only that it found the same every time. */
@Tag("long")
class CheckSpeedTest {
    @ParameterizedTest
    @CsvSource({"m4-3x1, 20", "m3-3x2, 6", "m3-3x1-2-suspicions, 2"})
    void theSameSearchSeveralTimes(String name, int times) {
        CheckSystem system = StandardChecksTest.named(name);
        long start = System.nanoTime();
        CheckReport first = ModelChecker.check(system, Progress.NONE);
        double atFirst = rate(first, start);
        double best = atFirst;
        for (int time = 1; time < times; time++) {
            start = System.nanoTime();
            CheckReport report = ModelChecker.check(system, Progress.NONE);
            best = Math.max(best, rate(report, start));
            assertThat(report.states()).isEqualTo(first.states());
            assertThat(report.transitions()).isEqualTo(first.transitions());
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %,d states; states a second: %,.0f at first, %,.0f at best%n",
                name,
                first.states(),
                atFirst,
                best);
    }

    private static double rate(CheckReport report, long start) {
        return report.states() * 1e9 / (System.nanoTime() - start);
    }
}
