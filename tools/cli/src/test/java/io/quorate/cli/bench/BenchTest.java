// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The measurement itself; its numbers are the machine's and not tested. */
@Tag("threads")
final class BenchTest {
    @Test
    void samplesTravelBetweenProcessesUnchanged() {
        Histogram histogram = Samples.newHistogram();
        histogram.recordValue(1_000);
        histogram.recordValue(2_000_000);
        Samples copy = Samples.ofLine(new Samples(histogram, 7).toLine());
        assertThat(copy.nanos()).isEqualTo(histogram);
        assertThat(copy.elapsedNanos()).isEqualTo(7);
    }

    @Test
    @Tag("long")
    void bothProtocolsAreMeasuredInEverySituation() {
        CommandRun run = CommandRun.of("bench", "--quick", "--rounds", "1", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonObject report = run.json();
        assertThat(report.getAsJsonArray("results"))
                .hasSize(6)
                .allSatisfy(
                        each -> assertThat(each.getAsJsonObject().get("samples").getAsLong())
                                .isPositive());
        assertThat(report.getAsJsonArray("ratiosToFloor")).hasSize(3);
    }
}
