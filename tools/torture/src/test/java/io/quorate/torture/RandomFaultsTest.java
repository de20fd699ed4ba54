// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tools/torture/run random}, as a person runs it. */
@Tag("slow")
@Tag("threads")
final class RandomFaultsTest {
    @TempDir
    private Path folder;

    private CommandRun random(String time, String... more) {
        List<String> words = new ArrayList<>(List.of("random", "--time", time, "--out", folder.toString()));
        words.addAll(List.of(more));
        return CommandRun.of(Torture::run, words.toArray(String[]::new));
    }

    @Test
    void aShortOneIsValidAndSaysSoInOneLine() {
        CommandRun run = random("3s", "--seed", "5");
        assertThat(run.out().lines().reduce("", (first, second) -> second))
                .as(run.out())
                .startsWith("VALID: ")
                .contains("seed 5");
        assertThat(run.err()).contains("random faults with seed 5");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    @Tag("long")
    void tenMinutesOfRandomFaultsBreakNothing() {
        CommandRun run = random("10m", "--json");
        assertThat(run.exitCode()).as(run.out()).isZero();
        JsonObject report = run.json();
        assertThat(report.getAsJsonArray("violations")).isEmpty();
        assertThat(report.getAsJsonObject("audit").get("holds").getAsInt()).isGreaterThan(10_000);
        assertThat(report.getAsJsonObject("faults").size()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void whatShowsNothingOrWouldMixLogsIsRefused() throws IOException {
        assertThat(random("2s").err()).contains("--time 3s or more");
        Files.createFile(folder.resolve("n1-1.log"));
        CommandRun full = random("10s");
        assertThat(full.exitCode()).isEqualTo(2);
        assertThat(full.err()).contains("is not empty");
    }

    @Test
    void aProcessThatGrowsIsTold() {
        ResourceUsage before = new ResourceUsage(10 << 20, 20, 30);
        assertThat(new ResourceUsage(12 << 20, 22, 33).leakSince(before)).isEmpty();
        assertThat(new ResourceUsage(40 << 20, 20, 30).leakSince(before))
                .hasValueSatisfying(text -> assertThat(text).contains("from 10240 KiB", "to 40960 KiB"));
        assertThat(new ResourceUsage(10 << 20, 40, 30).leakSince(before)).isPresent();
        assertThat(new ResourceUsage(10 << 20, 20, 60).leakSince(before)).isPresent();
    }

    @Test
    void aStoreThatChecksFencesRefusesWhatIsLate() throws IOException {
        FencedFile store = new FencedFile(folder.resolve("store"));
        assertThat(store.write(5)).isTrue();
        assertThat(store.write(5)).as("the same hold writes again").isTrue();
        assertThat(store.write(7)).isTrue();
        assertThat(store.write(6)).isFalse();
        assertThat(store.write(8)).isTrue();
    }
}
