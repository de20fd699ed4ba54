// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code tools/torture/run trial} makes the faults that it promises, and answers yes or no. */
@Tag("slow")
@Tag("threads")
final class TrialCommandTest {
    @Test
    @Tag("long")
    void waitingVotersAreKilledAndNodesRestarted() {
        CommandRun run = CommandRun.of(
                Torture::run,
                "trial",
                "kill",
                "restart",
                "--rounds",
                "2",
                "--restarts",
                "1",
                "--lease",
                "5s",
                "--json");
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        JsonObject report = run.json();
        assertThat(report.getAsJsonArray("kills")).hasSize(2 + 5);
        assertThat(report.getAsJsonArray("restarts"))
                .hasSize(3)
                .allSatisfy(each -> assertThat(
                                each.getAsJsonObject().get("voteMillis").getAsDouble())
                        .as("a restarted node votes at last")
                        .isPositive());
    }

    @Test
    @Tag("long")
    void membersGetTermAndTheWaitsOfOthersAreMeasured() {
        CommandRun run = CommandRun.of(Torture::run, "trial", "term", "--terms", "2", "--lease", "5s", "--json");
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1); // a busy machine stalls others too
        assertThat(run.json().getAsJsonArray("terms")).hasSize(2).allSatisfy(each -> {
            JsonObject term = each.getAsJsonObject();
            assertThat(term.get("taken").getAsLong()).as("others took locks").isPositive();
            assertThat(term.get("stallMillis").getAsDouble()).isPositive();
            assertThat(term.get("nextMillis").getAsDouble())
                    .as("after the close")
                    .isPositive();
        });
    }

    @Test
    void noRoundsAreRejected() {
        CommandRun run = CommandRun.of(Torture::run, "trial", "kill", "--rounds", "0");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("one round");
    }
}
