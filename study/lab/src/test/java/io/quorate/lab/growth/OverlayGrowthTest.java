// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.growth;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocols;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is measured lies near the formulas that the page on growth shows beside it. */
@Tag("slow")
final class OverlayGrowthTest {
    private static final int NODES = 1_000;

    @ParameterizedTest
    @ValueSource(strings = {"sigma", "endtoend", "nonendtoend"})
    void whatAnEntryCostsAloneFollowsFromTheLengthOfRoutes(String protocol) {
        double hops = OverlayGrowth.hops(NODES, 1);
        assertThat(hops).isCloseTo(OverlayGrowth.hopsByTheory(NODES), Offset.offset(0.2));
        OverlayGrowth growth = OverlayGrowth.measure(Protocols.named(protocol), NODES, hops, 1);
        assertThat(growth.violations()).isZero();
        assertThat(growth.alone())
                .isCloseTo(OverlayGrowth.aloneByTheory(protocol, hops), Percentage.withPercentage(10));
        assertThat(growth.contended()).isGreaterThan(growth.alone());
    }

    @Test
    void aNodeTakesSomeKilobytesAndSpeaks() {
        AtomicLong seconds = new AtomicLong();
        OverlayScale scale = OverlayScale.measure(
                Protocols.named("sigma"), NODES, 1, () -> seconds.getAndIncrement() * 1_000_000_000);
        assertThat(scale.seconds())
                .as("three readings after the first, and one second of them for the heap")
                .isEqualTo(2);
        assertThat(scale.framesASecond()).isEqualTo(scale.frames() / 2.0);
        assertThat(scale.frames()).isGreaterThan(10L * NODES);
        assertThat(scale.bytesANode()).isBetween(1_000L, 100_000L);
    }

    @Tag("long")
    @Test
    void aHundredThousandNodesFit() {
        OverlayGrowth growth = OverlayGrowth.measure(Protocols.named("sigma"), 100_000, 4, 1);
        assertThat(growth.violations()).isZero();
        assertThat(growth.contended()).isGreaterThan(growth.alone());
    }
}
