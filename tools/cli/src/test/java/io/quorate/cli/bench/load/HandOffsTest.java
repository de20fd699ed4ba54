// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.bench.load.HandOffs.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is made of the holds of several clients. */
final class HandOffsTest {
    private static final long MILLI = 1_000_000;

    private static Held held(int client, long asked, long granted, long released) {
        return new Held(client, asked * MILLI, granted * MILLI, released * MILLI);
    }

    @Test
    void aHandOffLastsFromTheReleaseToTheGrantOfAnotherThatWaited() {
        HandOffs handOffs = HandOffs.of(List.of(held(1, 0, 12, 20), held(0, 0, 1, 10), held(0, 10, 25, 30)), 0);
        assertThat(handOffs.waits()).isEqualTo(new Timeline.Waits(2, 2, 5, 5, 5, 0));
        assertThat(handOffs.overlaps()).isZero();
    }

    @Test
    void nobodyWaitedForALockThatWasAskedForLaterOrTakenAgain() {
        HandOffs handOffs = HandOffs.of(List.of(held(0, 0, 1, 10), held(0, 10, 15, 20), held(1, 21, 22, 30)), 0);
        assertThat(handOffs.waits().count()).isZero();
    }

    @Test
    void handOffsBeforeTheFaultAreLeftOut() {
        HandOffs handOffs =
                HandOffs.of(List.of(held(0, 0, 1, 10), held(1, 0, 12, 20), held(0, 10, 25, 30)), 15 * MILLI);
        assertThat(handOffs.waits().count()).isEqualTo(1);
        assertThat(handOffs.waits().longest()).isEqualTo(5);
    }

    @Test
    void aGrantBeforeTheReleaseIsAnOverlap() {
        HandOffs handOffs = HandOffs.of(List.of(held(0, 0, 1, 10), held(1, 0, 9, 20)), 0);
        assertThat(handOffs.overlaps()).isEqualTo(1);
        assertThat(handOffs.waits().count()).isZero();
    }

    @Test
    void aLineIsReadAsItWasWritten() {
        List<Held> all = List.of(held(3, 0, 1, 10), held(3, 10, 15, 20));
        assertThat(HandOffs.ofLine(3, HandOffs.toLine(all))).isEqualTo(all);
        assertThat(HandOffs.ofLine(3, HandOffs.toLine(List.of()))).isEmpty();
    }
}
