// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code overlay}, as a person uses it. */
@Tag("threads")
final class OverlayCommandTest {
    @Test
    void hopsAreCountedAndWhatANodeKnowsIsTold() {
        CommandRun run = CommandRun.of("overlay", "--nodes", "100", "--routes", "500", "--churn", "20");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("pastry, 100 nodes, seed 1", "A node has 16 neighbours", "bytes", "log16 of 100 is 1.66")
                .contains("Then 10 nodes failed and 10 new ones joined", "yes  in the end all neighbours are right")
                .contains("./quorate overlay --kind pastry --nodes 100 --routes 500 --churn 20 --seed 1")
                .containsPattern("2 +\\d{3} +#{40}");
    }

    @Test
    void theTrialIsADocumentToo() {
        JsonObject report = CommandRun.of(
                        "overlay", "--kind", "ring", "--nodes", "30", "--routes", "100", "--settled", "--json")
                .json();
        assertThat(report.get("ok").getAsBoolean()).isTrue();
        assertThat(report.getAsJsonObject("routes").get("arrived").getAsInt()).isEqualTo(100);
        assertThat(report.getAsJsonObject("build")
                        .getAsJsonObject("sizes")
                        .get("knownMost")
                        .getAsInt())
                .isEqualTo(29);
        assertThat(report.get("churn").isJsonNull()).isTrue();
        assertThat(report.get("settled").getAsBoolean()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--kind pastri|Did you mean \"pastry\"?",
                "--nodes 0|you gave 0",
                "--nodes many|'many' is not a whole number",
                "--routes 0|At least one message must be routed",
                "--nodes 4 --churn 9|0 to 7 can change; you gave 9"
            })
    void whatIsWrittenWronglyIsRefusedWithWhatToDo(String arguments, String answer) {
        CommandRun run = CommandRun.of(("overlay " + arguments).split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(answer);
    }
}
