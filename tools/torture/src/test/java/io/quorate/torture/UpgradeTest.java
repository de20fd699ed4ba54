// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import io.quorate.cli.operate.NextRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster goes over to another release and back, node by node, under load. */
@Tag("threads")
final class UpgradeTest {
    private static final Path ROOT = NextRelease.ROOT;

    /** There and back: twice as many changes of all members. */
    private static final int UPGRADES = 10;

    @Test
    @Tag("long")
    void noHoldIsLostOnTheWayToTheNextReleaseAndBack(@TempDir Path next) throws Exception {
        NextRelease.build(next);
        upgradeAndDowngrade(next);
    }

    /** Its jars come from tools/package/baseline, which ./verify --long runs before. */
    @Test
    @Tag("long")
    void noHoldIsLostOnTheWayFromTheLastReleaseAndBack() throws Exception {
        List<String> last = lastRelease();
        assumeTrue(!last.isEmpty(), "there is no release before this one");
        Path jars = ROOT.resolve("target/baseline").resolve(last.get(0).split(" ")[1]);
        assertThat(jars).as("the jars of %s: run tools/package/baseline", last).isDirectory();
        upgradeAndDowngrade(jars);
    }

    private static void upgradeAndDowngrade(Path other) {
        CommandRun run = CommandRun.of(
                Torture::run,
                "trial",
                "upgrade",
                "--other",
                other.toString(),
                "--upgrades",
                Integer.toString(UPGRADES),
                "--lease",
                "5s",
                "--json");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        JsonObject upgrades = run.json().getAsJsonObject("upgrades");
        assertThat(upgrades.get("overlaps").getAsLong()).isZero();
        assertThat(upgrades.get("cutOff").getAsLong())
                .as("connections between nodes that do not understand each other")
                .isZero();
        assertThat(upgrades.getAsJsonArray("changes")).hasSize(2 * UPGRADES).allSatisfy(each -> {
            JsonObject change = each.getAsJsonObject();
            assertThat(change.get("lost").getAsLong()).isZero();
            assertThat(change.get("taken").getAsLong()).isPositive();
        });
    }

    /** Its version and its commit, or nothing. */
    private static List<String> lastRelease() throws IOException {
        return Files.readAllLines(ROOT.resolve("config/baseline")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }
}
