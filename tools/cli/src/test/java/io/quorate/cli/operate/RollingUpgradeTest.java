package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster goes over to the next release and back, node by node, under load. */
@Tag("threads")
final class RollingUpgradeTest {
    /** The next release is made from these sources by replacing pieces of them, which must be there. */
    @Test
    void theSourcesHaveWhatTheNextReleaseChanges() throws Exception {
        assertThat(NextRelease.sources()).hasSizeGreaterThan(5);
    }

    @Test
    @Tag("long")
    void noHoldIsLostOnTheWayToTheNextReleaseAndBack(@TempDir Path next) throws Exception {
        NextRelease.build(next);
        CommandRun run = CommandRun.of(
                "soak", "trial", "upgrade", "--other", next.toString(), "--upgrades", "2", "--lease", "5s", "--json");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        JsonObject upgrades = run.json().getAsJsonObject("upgrades");
        assertThat(upgrades.get("overlaps").getAsLong()).isZero();
        assertThat(upgrades.get("cutOff").getAsLong())
                .as("connections between nodes that do not understand each other")
                .isZero();
        assertThat(upgrades.getAsJsonArray("changes")).hasSize(4).allSatisfy(each -> {
            JsonObject change = each.getAsJsonObject();
            assertThat(change.get("lost").getAsLong()).isZero();
            assertThat(change.get("taken").getAsLong()).isPositive();
        });
    }
}
