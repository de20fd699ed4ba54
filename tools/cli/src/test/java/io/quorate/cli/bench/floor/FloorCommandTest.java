// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The comparison with the floor runs; its numbers are the machine's and not tested. */
@Tag("threads")
final class FloorCommandTest {
    @Test
    @Tag("long")
    void floorAndOursAreMeasuredUnderEveryLoad() {
        CommandRun run = CommandRun.of("bench", "floor", "--quick", "--rounds", "1", "--tls", "both", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonObject report = run.json();
        assertThat(report.getAsJsonArray("rounds"))
                .hasSize(16)
                .allSatisfy(
                        each -> assertThat(each.getAsJsonObject().get("turns").getAsLong())
                                .isPositive());
    }

    @Test
    void tooFewVotersAreRejected() {
        CommandRun run = CommandRun.of("bench", "floor", "--voters", "1");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("3 voters at least");
    }
}
