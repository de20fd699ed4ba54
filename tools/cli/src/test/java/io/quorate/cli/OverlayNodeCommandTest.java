// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.ClusterNode;
import io.quorate.overlay.runtime.OverlayLocks;
import io.quorate.overlay.runtime.OverlayNode;
import io.quorate.overlay.runtime.OverlayPlace;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes of an overlay from the command line: what can be wrong, and what is shown. */
@Tag("threads")
final class OverlayNodeCommandTest {
    private static String freeAddress() throws IOException {
        return FreePorts.roster("any", 1).members().get(0).address();
    }

    private static ClusterNode open(String address) {
        LocksConfig config = OverlayLocks.config().lease(Duration.ofMillis(500));
        return OverlayNode.open(config, OverlayPlace.first().withAddress(address))
                .node();
    }

    @Test
    void aNodeNeedsARosterOrAnOverlayAndNotBoth() {
        CommandRun neither = CommandRun.of("node", "--id", "a");
        assertThat(neither.exitCode()).isEqualTo(2);
        assertThat(neither.err()).contains("--roster", "--overlay pastry --join");
        CommandRun both = CommandRun.of("node", "--overlay", "pastry", "--roster", "a=localhost:7401");
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.err()).contains("omit --roster or --overlay");
        CommandRun contact = CommandRun.of("node", "--id", "a", "--roster", "a=localhost:7401", "--join", "b:1");
        assertThat(contact.exitCode()).isEqualTo(2);
        assertThat(contact.err()).contains("or a place in an overlay, as in --overlay pastry");
        CommandRun torn = CommandRun.of("node", "--overlay", "pastry", "--begin", "--join", "b:1");
        assertThat(torn.err()).contains("omit one of them");
    }

    @Test
    void whatDoesNotGoWithAnOverlayIsSaid() {
        assertThat(CommandRun.of("node", "--overlay", "pastrie").err()).contains("pastry");
        assertThat(CommandRun.of("node", "--overlay", "pastry", "--protocol", "quorumlock")
                        .err())
                .contains("runs on no overlay", "sigma");
        assertThat(CommandRun.of("node", "--overlay", "pastry", "--id", "a").err())
                .contains("n1 to n65536");
        assertThat(CommandRun.of("node", "--overlay", "pastry", "--join", "a=localhost:7400")
                        .err())
                .contains("A node to join is written host:port", "a=localhost:7400");
        assertThat(CommandRun.of("node", "--overlay", "pastry", "--replicas", "0")
                        .err())
                .contains("3 or 5 are usual");
        assertThat(CommandRun.of("node", "--id", "a", "--roster", "a=localhost:7401", "--protocol", "sigma")
                        .err())
                .contains("Its nodes find each other by an overlay");
    }

    @Test
    void aNodeThatNobodyLetsInSaysWhomItHasCalled() throws IOException {
        String nobody = freeAddress();
        CommandRun run = CommandRun.of("node", "--overlay", "pastry", "--join", nobody, "--wait", "1s");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("no contact lets this node in, trying again", nobody);
        assertThat(run.err()).contains("no contact lets it in", nobody);
    }

    @Test
    void aNumberThatIsTakenIsRefused() throws IOException {
        String address = freeAddress();
        try (ClusterNode first = open(address)) {
            CommandRun run = CommandRun.of(
                    "node",
                    "--overlay",
                    "pastry",
                    "--join",
                    address,
                    "--lease",
                    "500ms",
                    "--id",
                    first.locks().nodeId());
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("is there already, at " + address);
        }
    }

    @Test
    void thePlaceOfANodeIsShown() throws IOException {
        String address = freeAddress();
        try (ClusterNode node = open(address)) {
            CommandRun run = CommandRun.of("place", "--roster", address);
            assertThat(run.exitCode()).isZero();
            assertThat(run.out().lines())
                    .anyMatch(line -> line.equals("overlay     pastry"))
                    .anyMatch(line ->
                            line.startsWith("node        " + node.locks().nodeId() + " at " + address))
                    .anyMatch(line -> line.matches("key         [0-9a-f]{32}"))
                    .anyMatch(line -> line.equals("neighbours  none"));
            assertThat(CommandRun.of("place", "--roster", address, "--json")
                            .json()
                            .getAsJsonArray("place"))
                    .hasSize(5);
            assertThat(CommandRun.of("locks", "--roster", address).out()).contains("No locks are in use");
        }
    }

    @Test
    void aNodeWithARosterHasNoPlace() throws IOException {
        String member = "a=" + freeAddress();
        try (ClusterNode node = ClusterNode.open(LocksConfig.of(member), UnaryOperator.identity())) {
            CommandRun run = CommandRun.of("place", "--roster", member);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("part of no overlay");
            assertThat(node.cluster()).isEqualTo(LocksConfig.DEFAULT_CLUSTER);
        }
    }
}
