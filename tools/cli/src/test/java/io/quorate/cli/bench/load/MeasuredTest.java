// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MeasuredTest {
    @Test
    void whatAClientMeasuredComesOverWhole() {
        Measured.Tally thread = new Measured.Tally();
        thread.turn(20_000, 30_000);
        thread.handOff();
        thread.overlap();
        thread.failure();
        thread.failure();
        Measured.Tally all = new Measured.Tally();
        all.add(thread);
        Measured sent = all.during(1_000_000);
        assertThat(Measured.ofLine(sent.toLine())).isEqualTo(sent);
        assertThat(sent.handOffs()).isEqualTo(1);
        assertThat(sent.overlaps()).isEqualTo(1);
        assertThat(sent.failures()).isEqualTo(2);
        assertThat(sent.turns().nanos().getMaxValue())
                .isGreaterThan(sent.acquires().nanos().getMaxValue());
    }
}
