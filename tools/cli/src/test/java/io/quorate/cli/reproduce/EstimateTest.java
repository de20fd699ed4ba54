// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.reproduce.Item;
import io.quorate.reproduce.Scale;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
final class EstimateTest {
    private static final Item LONG = item("tree-long", 60);
    private static final Item SHORT = item("tree-short", 20);
    private static final Item LAST = item("tree-last", 10);

    private final AtomicLong nanos = new AtomicLong();
    private final Estimate estimate = new Estimate(List.of(LONG, SHORT, LAST), Scale.FULL, 2, nanos::get);

    private static Item item(String name, double effort) {
        return ReproduceRun.item(
                name, effort, (scale, progress) -> ReproduceRun.finding("").found());
    }

    private void pass(double seconds) {
        nanos.addAndGet((long) (seconds * 1e9));
    }

    @Test
    void beforeAnythingIsKnownItIsWhatItemsAreSaidToTake() {
        assertThat(estimate.secondsLeft()).isCloseTo(60, within(0.01)); // the longest alone; the others fit beside it
    }

    @Test
    void aMachineThatIsTwiceAsSlowTakesTwiceAsLong() {
        estimate.begin(LONG);
        estimate.begin(SHORT);
        pass(40);
        estimate.end(SHORT);
        estimate.at(LONG, 1 / 3.0);
        assertThat(estimate.secondsLeft()).isCloseTo(80, within(0.01));
        assertThat(estimate.text()).isEqualTo("1 of 3 measured; now tree-long (33 %); about 80 s left");
        estimate.begin(LAST);
        pass(80);
        estimate.end(LAST);
        estimate.end(LONG);
        assertThat(estimate.secondsLeft()).isZero();
    }

    @Test
    void manyMinutesAreToldInMinutes() {
        estimate.begin(LONG);
        pass(600);
        estimate.at(LONG, 0.5);
        assertThat(estimate.text()).isEqualTo("0 of 3 measured; now tree-long (50 %); about 10 min left");
    }
}
