// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of the simulator are saved, played again and shortened. */
final class SavedRunsTest {
    @TempDir
    private Path folder;

    @Test
    void aBrokenPromiseIsTheAnswerNoAndIsSavedAndShortened() throws IOException {
        String failures = folder.resolve("failures").toString();
        CommandRun run =
                CommandRun.of("simulate", "quorumlock", "--without", "R7", "--entries", "100", "--failures", failures);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("BROKEN: two hold the lock", "the same run again")
                .containsPattern("Shortened: [0-9,]+ -> [0-9]+ steps, in [0-9,]+ attempts; without any one of them")
                .contains("quorumlock-without-R7-seed-1.scn");
        Path saved = folder.resolve("failures").resolve("quorumlock-without-R7-seed-1.run.gz");
        Path scenario = folder.resolve("failures").resolve("quorumlock-without-R7-seed-1.scn");
        CommandRun again = CommandRun.of("trace", saved.toString());
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.err()).contains("as when it was saved. BROKEN: two hold the lock");
        assertThat(again.out()).contains("n1", "waits");
        assertThat(CommandRun.of("trace", scenario.toString()).exitCode()).isZero();
        Path shorter = folder.resolve("again.scn");
        assertThat(CommandRun.of("trace", saved.toString(), "--shorten", shorter.toString())
                        .err())
                .contains("Shortened: ");
        assertThat(Files.readString(shorter)).isEqualTo(Files.readString(scenario));
        byte[] bytes = Files.readAllBytes(saved);
        Files.write(saved, Arrays.copyOf(bytes, bytes.length / 2));
        assertThat(CommandRun.of("trace", saved.toString()).err()).contains("This run is damaged", "Copy it again");
    }

    @Test
    void aRunIsSavedAndPlayedAgainAndNothingIsShortenedUnlessWanted() throws IOException {
        Path saved = folder.resolve("run.gz");
        CommandRun run = CommandRun.of(
                "simulate", "quorumlock", "--entries", "20", "--save", saved.toString(), "--delay", "zones:2");
        assertThat(run.err()).contains("Saved: ");
        CommandRun again = CommandRun.of("trace", saved.toString(), "--holds", "2");
        assertThat(again.exitCode()).isZero();
        String hash = run.out().replaceAll("(?s).*trace hash (\\S+);.*", "$1");
        assertThat(again.err()).contains("trace hash " + hash + " as when it was saved.");
        assertThat(CommandRun.of("trace", saved.toString(), "--shorten", "x.scn")
                        .err())
                .contains("nothing to shorten");
        CommandRun whole = CommandRun.of(
                "simulate", "quorumlock", "--without", "R7", "--failures", folder.toString(), "--no-shorten", "--json");
        JsonObject failure = whole.json().getAsJsonObject("failure");
        assertThat(failure.get("run").getAsString()).endsWith("quorumlock-without-R7-seed-1.run.gz");
        assertThat(failure.get("shortenedSteps").isJsonNull()).isTrue();
    }
}
