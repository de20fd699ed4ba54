// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.JoinFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.CommandRun;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.ClusterNode;
import io.quorate.node.GuestSettings;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A guest takes protocol, quorums and lease from the cluster, but never from one node alone. */
@Tag("slow")
@Tag("threads")
final class GuestSettingsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final List<ClusterNode> nodes = new ArrayList<>();

    @AfterEach
    void stop() {
        nodes.forEach(ClusterNode::close);
    }

    private static String text(Roster roster) {
        return roster.members().stream().map(Roster.Member::toString).collect(Collectors.joining(","));
    }

    private void start(Roster roster, int member, String quorums) {
        LocksConfig config = LocksConfig.of(text(roster).split(","))
                .nodeId(roster.members().get(member).id())
                .quorums(quorums)
                .lease(Duration.ofSeconds(3));
        nodes.add(ClusterNode.open(config, UnaryOperator.identity()));
    }

    private static GuestSettings settings(Roster roster) {
        return new GuestSettings(LocksConfig.of(text(roster).split(",")).guest("cli"), "a test", TIMEOUT);
    }

    @Test
    void aCommandRunsUnderALockOfAClusterWithAPlane() throws IOException {
        Roster roster = FreePorts.roster("quorate", 7);
        for (int member = 0; member < 7; member++) {
            start(roster, member, "plane");
        }
        GuestSettings.Answer answer = settings(roster).ask();
        LocksConfig agreed = Objects.requireNonNull(answer.config());
        try (Locks guest = Locks.join(agreed.joinTimeout(TIMEOUT))) {
            assertThat(guest.roster().quorums()).isEqualTo("plane");
            assertThat(guest.roster().lease()).isEqualTo(Duration.ofSeconds(3));
        }
        CommandRun run = CommandRun.of("lock", "x", "--roster", text(roster), "--", "true");
        assertThat(run.exitCode()).as(run.err()).isZero();
        String one = roster.members().get(4).address();
        assertThat(CommandRun.of("lock", "x", "--roster", one, "--", "true").exitCode())
                .as("one member tells who the others are")
                .isZero();
    }

    @Test
    void aNodeThatSaysThatItsOwnVoteIsEnoughIsNotBelieved() throws IOException {
        Roster roster = FreePorts.roster("quorate", 3);
        start(roster, 0, "majority");
        start(roster, 1, "singleton:n2"); // the liar: by these quorums a hold needs its vote only
        start(roster, 2, "majority");
        LocksConfig agreed = Objects.requireNonNull(settings(roster).ask().config());
        assertThatThrownBy(() -> Locks.join(agreed.joinTimeout(TIMEOUT)))
                .isInstanceOf(JoinFailedException.class)
                .hasMessageContainingAll("are of different clusters by one name", "none of them is believed");
        CommandRun run = CommandRun.of("lock", "x", "--roster", text(roster), "--timeout", "5s", "--", "true");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(71);
        assertThat(run.err()).contains("none of them is believed");
    }

    @Test
    void aNodeThatAnswersAloneIsNotBelievedEither() throws IOException {
        Roster roster = FreePorts.roster("quorate", 3);
        start(roster, 1, "singleton:n2");
        GuestSettings.Answer answer = settings(roster).ask();
        assertThat(answer.config()).isNull();
        assertThat(answer.silent()).containsOnlyKeys("n1", "n3");
        CommandRun run = CommandRun.of("lock", "x", "--roster", text(roster), "--timeout", "0s", "--", "true");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(69);
        assertThat(run.err()).contains("too few members", "--quorums");
    }

    @Test
    void whoNamesTheSettingsIsHeldToThemByEveryNode() throws IOException {
        Roster roster = FreePorts.roster("quorate", 3);
        for (int member = 0; member < 3; member++) {
            start(roster, member, "majority");
        }
        LocksConfig wrong = LocksConfig.of(text(roster).split(","))
                .guest("cli")
                .quorums("singleton:n2")
                .lease(Duration.ofSeconds(3))
                .joinTimeout(TIMEOUT);
        assertThatThrownBy(() -> Locks.join(wrong).close()).hasMessageContaining("differ in the cluster settings");
    }
}
