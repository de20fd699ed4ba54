// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a run is true of its protocol, also of one that asks no quorum. */
final class ComparedProtocolsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "quorumlock, 'Quorums of K = 3: alone, an entry costs 3(K-1) = 6; under contention at most 7(K-1) = 14 on average.'",
        "sequential, 'under contention 3'",
        "central, 'A node asks 0.80 others on average: alone, an entry costs 3 for each = 2.40; under contention 3 = 2.40.'",
        "ricart-agrawala, 'N = 5 nodes: a request costs 2(N-1) = 8, alone or under contention.'",
        "ricart-agrawala:counted+readers-writers, 'a request costs 2(N-1) = 8'",
        "lamport, 'N = 5 nodes: a request costs 3(N-1) = 12, alone or under contention.'"
    })
    void theFormulaIsThatOfTheProtocol(String protocol, String sentence) {
        assertThat(simulate(protocol)).contains(sentence);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cyclic",
                "lamport:sparing",
                "suzuki-kasami",
                "raymond",
                "naimi-trehel",
                "ricart-agrawala:ring",
                "ricart-agrawala:implicit-reply",
                "ricart-agrawala:standing-replies"
            })
    void whereThereIsNoSuchFormulaNoneIsPrinted(String protocol) {
        assertThat(simulate(protocol)).contains("for each entry").doesNotContain("costs", "Quorums of K");
    }

    /** Two threads of a node that wait together share what it sends. */
    @Test
    void whyAnEntryCostsLessThanARequestIsSaid() {
        String shared = "Claims that wait at one node share its request, so an entry may cost less.";
        assertThat(simulate("ricart-agrawala")).contains(shared);
        assertThat(CommandRun.of("simulate", "ricart-agrawala", "--claims", "50", "--arrivals", "closed:constant:0:1")
                        .out())
                .contains("together   400            8.00")
                .doesNotContain(shared);
    }

    @ParameterizedTest
    @CsvSource({"ricart-agrawala, true", "ricart-agrawala:counted, false", "raymond, false"})
    void severalRunsLeaveNothingOnlyIfIdleLocksAreForgotten(String protocol, boolean forgets) {
        CommandRun run = CommandRun.of("simulate", protocol, "--claims", "50", "--runs", "2");
        assertThat(run.out())
                .contains("no two held at once, everybody was served" + (forgets ? ", nothing remained." : "."));
    }

    @Test
    void whatARequestCostsIsPlottedOnlyIfItIsKnownHowFarItGoes() {
        assertThat(plotted("suzuki-kasami").get("messagesPerRequest").isJsonNull())
                .isTrue();
        assertThat(plotted("ricart-agrawala").get("messagesPerRequest").getAsDouble())
                .isEqualTo(8);
    }

    private JsonObject plotted(String protocol) {
        Path file = folder.resolve(protocol + ".svg");
        CommandRun run = CommandRun.of("simulate", protocol, "--claims", "50", "--plot", file.toString(), "--json");
        assertThat(run.exitCode()).isZero();
        return run.json().getAsJsonArray("plot").get(0).getAsJsonObject();
    }

    private static String simulate(String protocol) {
        CommandRun run = CommandRun.of("simulate", protocol, "--claims", "100");
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.out();
    }

    @Test
    void rulesMayStandBehindAColon() {
        CommandRun colon = CommandRun.of("check", "ricart-agrawala:as-printed", "--nodes", "2");
        assertThat(colon.exitCode()).isEqualTo(1);
        assertThat(colon.out())
                .contains("protocol ricart-agrawala  rules as-printed", "A shortest run that shows it, 6 steps");
        assertThat(CommandRun.of("check", "ricart-agrawala:broadcast+ring").err())
                .contains("\"broadcast\" and \"ring\" both say how messages travel");
        assertThat(CommandRun.of("simulate", "ricart-agrawala:ring", "--claims", "10")
                        .out())
                .contains("./quorate simulate ricart-agrawala --seed 1 --nodes 5 --rules ring");
    }

    @Test
    void rulesGivenTwiceAreRefused() {
        CommandRun run = CommandRun.of("check", "ricart-agrawala:counted", "--rules", "modulo");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("rules are given twice, as \"counted\" behind the colon and as \"modulo\" by --rules");
    }

    @Test
    void ofTwoNodesTwoAsk() {
        CommandRun run = CommandRun.of("check", "ricart-agrawala", "--nodes", "2");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("2 nodes ask once each.");
        assertThat(CommandRun.of("check", "ricart-agrawala", "--nodes", "2", "--contenders", "3")
                        .err())
                .contains("There must be 1 to 2 contenders");
    }
}
