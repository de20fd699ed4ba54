// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.LocksConfig;
import io.quorate.node.ClusterNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code quorate node} tells the operator who restarts nodes by hand. */
@Tag("slow")
@Tag("threads")
final class NodeLinesTest {
    @TempDir
    private Path folder;

    /** It once said that locks are available a second after its start; an operator who then restarted the next node lost all holds. */
    @Test
    void aNodeThatHasJoinedAndDoesNotVoteYetSaysSo() throws Exception {
        try (Stage stage = new Stage(folder, List.of("a", "b"));
                ClusterNode other = ClusterNode.open(
                        LocksConfig.of(stage.members().split(",")).nodeId("a").lease(Duration.ofHours(1)),
                        UnaryOperator.identity())) {
            assertThat(other.roster().size()).isEqualTo(2);
            Path log = folder.resolve("b.log");
            List<String> command = List.of(
                    folder.resolve("quorate").toString(),
                    "node",
                    "--id",
                    "b",
                    "--roster",
                    stage.members(),
                    "--lease",
                    "60m");
            try (ManagedNode node = ManagedNode.start(command, Map.of(), log)) {
                await().atMost(Stage.DEADLINE).until(() -> Files.readString(log).contains("joined; silent for 3"));
                node.stop("SIGTERM", Stage.DEADLINE);
            }
            assertThat(Files.readString(log))
                    .doesNotContain("locks are available")
                    .contains("a is there");
        }
    }
}
