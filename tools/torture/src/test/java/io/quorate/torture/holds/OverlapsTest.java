// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Overlaps are counted by pairs, and belong to the time at which they begin. */
final class OverlapsTest {
    private static ProcessLog log(String node, String... lines) {
        return ProcessLog.of(node, List.of(lines));
    }

    @Test
    void holdsOneAfterTheOtherAndHoldsOfOtherLocksDoNotOverlap() {
        Overlaps overlaps = Overlaps.of(List.of(
                log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "end 1 20"),
                log(
                        "b",
                        "ask 1 x exclusive 2",
                        "held 1 8 20",
                        "until 1 20 90",
                        "end 1 30",
                        "ask 2 y exclusive 2",
                        "held 2 8 12",
                        "until 2 12 90",
                        "end 2 30")));
        assertThat(overlaps.count()).isZero();
    }

    @Test
    void anOverlapBeginsWithTheLaterHold() {
        Overlaps overlaps = Overlaps.of(List.of(
                log("b", "ask 1 x exclusive 2", "held 1 8 15", "until 1 15 90", "end 1 30"),
                log("a", "ask 1 x exclusive 1", "held 1 7 10", "until 1 10 90", "end 1 20")));
        assertThat(overlaps.count()).isEqualTo(1);
        assertThat(overlaps.countAfter(14)).isEqualTo(1);
        assertThat(overlaps.countAfter(15)).isZero();
    }

    @Test
    void everyPairCountsUnlessBothAreShared() {
        Overlaps overlaps = Overlaps.of(List.of(
                log("a", "ask 1 x shared 1", "held 1 7 10", "until 1 10 90", "end 1 50"),
                log("b", "ask 1 x shared 1", "held 1 7 20", "until 1 20 90", "end 1 50"),
                log("c", "ask 1 x exclusive 1", "held 1 8 30", "until 1 30 90", "end 1 50")));
        assertThat(overlaps.count()).isEqualTo(2);
        assertThat(overlaps.countAfter(29)).isEqualTo(2);
    }
}
