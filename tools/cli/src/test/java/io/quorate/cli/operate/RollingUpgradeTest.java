// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.CommandRun;
import io.quorate.cli.QuorateCli;
import io.quorate.cli.bench.Builds;
import io.quorate.node.log.LogEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of this release and nodes of the next. {@code UpgradeTest} of the torture upgrades a cluster. */
@Tag("threads")
final class RollingUpgradeTest {
    /** The next release is made from these sources by replacing pieces of them, which must be there. */
    @Test
    void theSourcesHaveWhatTheNextReleaseChanges() throws Exception {
        assertThat(NextRelease.sources()).hasSizeGreaterThan(5);
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
}
