// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The measurement of grey voters runs; its numbers are the machine's and not tested. */
@Tag("threads")
final class GreyCommandTest {
    @Test
    @Tag("long")
    void aVoterThatPausesIsMeasuredBesideHealthyOnesWithoutRoot() {
        CommandRun run =
                CommandRun.of("bench", "grey", "--quick", "--loopback", "--faults", "pausing,silent", "--json");
        assertThat(run.err()).contains("NOT MEASURED: silent");
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        assertThat(run.json().getAsJsonArray("outcomes")).hasSize(1).allSatisfy(each -> {
            JsonObject figures = each.getAsJsonObject().getAsJsonObject("figures");
            for (String side : new String[] {"healthy", "grey"}) {
                JsonObject measured = figures.getAsJsonObject(side);
                assertThat(measured.getAsJsonObject("open").get("count").getAsLong())
                        .isPositive();
                assertThat(measured.get("turnsPerSecond").getAsDouble()).isPositive();
                assertThat(measured.get("overlaps").getAsLong()).isZero();
            }
        });
    }

    @Test
    void tooFewVotersAreRejected() {
        CommandRun run = CommandRun.of("bench", "grey", "--voters", "2");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("3 voters");
    }
}
