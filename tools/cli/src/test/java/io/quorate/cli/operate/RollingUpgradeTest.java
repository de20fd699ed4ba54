// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonObject;
import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.CommandRun;
import io.quorate.cli.QuorateCli;
import io.quorate.cli.bench.Builds;
import io.quorate.node.log.LogEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster goes over to another release and back, node by node, under load. */
@Tag("threads")
final class RollingUpgradeTest {
    private static final Path ROOT = NextRelease.ROOT;

    /** There and back: twice as many changes of all members. */
    private static final int UPGRADES = 10;

    /** The next release is made from these sources by replacing pieces of them, which must be there. */
    @Test
    void theSourcesHaveWhatTheNextReleaseChanges() throws Exception {
        assertThat(NextRelease.sources()).hasSizeGreaterThan(5);
    }

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
        Path jars = ROOT.resolve("target/baseline").resolve(last.get(0));
        assertThat(jars).as("the jars of %s: run tools/package/baseline", last).isDirectory();
        upgradeAndDowngrade(jars);
    }

    /** The program of an operator is upgraded last. */
    @Test
    @Tag("long")
    void theCommandsOfThisReleaseAskNodesOfTheNext(@TempDir Path folder) throws Exception {
        Path next = folder.resolve("next");
        NextRelease.build(next);
        List<ManagedNode> nodes = new ArrayList<>();
        try (Stage stage = new Stage(folder, List.of("a", "b", "c"))) {
            String members = stage.members();
            for (String id : List.of("a", "b", "c")) {
                List<String> command =
                        new ArrayList<>(Builds.in(next, List.of("-Xmx64m", "-XX:+UseSerialGC"), QuorateCli.class));
                command.addAll(List.of("node", "--id", id, "--roster", members));
                nodes.add(ManagedNode.start(command, Map.of(), folder.resolve(id + ".log")));
            }
            assertAnswers("voting", "health", "--roster", members, "--wait", "120s");
            Path done = folder.resolve("done");
            assertAnswers("", "lock", "work", "--roster", members, "--", "touch", done.toString());
            assertThat(done).exists();
            try (Locks guest = Locks.join(LocksConfig.of(members.split(",")).guest("guest"));
                    Hold hold = guest.lock("work").acquire(Stage.DEADLINE)) {
                assertThat(hold.isValid()).isTrue();
                assertAnswers("work", "locks", "--roster", members);
                assertAnswers("guest", "describe", "work", "--roster", members);
            }
            assertThat(Files.readString(folder.resolve("a.log")))
                    .as("no node has understood something wrong")
                    .doesNotContain(LogEvent.CUT_OFF.id());
        } finally {
            nodes.forEach(ManagedNode::close);
        }
    }

    private static void assertAnswers(String word, String... command) {
        CommandRun run = CommandRun.of(command);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains(word);
    }

    private static void upgradeAndDowngrade(Path other) {
        CommandRun run = CommandRun.of(
                "soak",
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

    /** Its version, or nothing. */
    private static List<String> lastRelease() throws IOException {
        return Files.readAllLines(ROOT.resolve("config/api-baseline")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }
}
