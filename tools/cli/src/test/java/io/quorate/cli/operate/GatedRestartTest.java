// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.cli.CommandRun;
import io.quorate.cli.QuorateCli;
import io.quorate.cli.cluster.ChildProcess;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rolling restart of the run book, by its commands: TERM, start again, and {@code quorate health} before the next node. */
@Tag("slow")
@Tag("threads")
final class GatedRestartTest {
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final List<String> COMMAND = ChildProcess.javaCommand(
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"), QuorateCli.class);

    @TempDir
    private Path folder;

    private final Map<String, ChildProcess> nodes = new LinkedHashMap<>();
    private final List<String> lost = new CopyOnWriteArrayList<>();
    private Roster roster;
    private String members = "";
    private int starts;

    @BeforeEach
    void choosePorts() throws IOException {
        roster = FreePorts.roster("quorate", 3);
        members = roster.members().stream().map(Roster.Member::toString).collect(Collectors.joining(","));
    }

    @AfterEach
    void stop() {
        nodes.values().forEach(ChildProcess::close);
    }

    /** In every build {@code RollingRecipesTest} does the same by the commands of the page. */
    @Test
    @Tag("long")
    void noHoldIsLostWithDataDirectories() throws Exception {
        restartAll(2, true);
    }

    @Test
    void noHoldIsLostWithoutThem() throws Exception {
        restartAll(1, false);
    }

    @Test
    @Tag("long")
    void noHoldIsLostInTwentyRoundsWithDataDirectories() throws Exception {
        restartAll(20, true);
    }

    @Test
    @Tag("long")
    void noHoldIsLostInTwentyRoundsWithoutThem() throws Exception {
        restartAll(20, false);
    }

    private void restartAll(int rounds, boolean keepsData) throws Exception {
        for (Roster.Member member : roster.members()) {
            start(member.id(), keepsData);
        }
        awaitReady();
        LocksConfig config = LocksConfig.of(members.split(",")).lease(LEASE).joinTimeout(TIMEOUT);
        try (Locks first = Locks.join(config.guest("first"));
                Locks second = Locks.join(config.guest("second"))) {
            List<Hold> holds = new ArrayList<>();
            for (int number = 1; number <= 4; number++) {
                holds.add(hold(first, "first/" + number));
                holds.add(hold(second, "second/" + number));
            }
            for (int round = 1; round <= rounds; round++) {
                for (Roster.Member member : roster.members()) {
                    ChildProcess ending = nodes.get(member.id());
                    ending.signal("TERM");
                    assertThat(ending.awaitEnd(TIMEOUT)).isZero();
                    start(member.id(), keepsData);
                    awaitReady();
                    first.lock("short").acquire(TIMEOUT).close();
                    assertThat(lost)
                            .as("round %s, after %s", round, member.id())
                            .isEmpty();
                }
            }
            for (Hold hold : holds) {
                hold.close();
                assertThat(hold.outcome()).as(hold.lockName()).isEqualTo(Hold.Outcome.RELEASED);
            }
        }
    }

    private Hold hold(Locks locks, String name) throws InterruptedException {
        Hold hold = locks.lock(name).acquire(TIMEOUT);
        hold.onLost(reason -> lost.add(name + ": " + reason));
        return hold;
    }

    private void start(String id, boolean keepsData) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("node", "--id", id, "--roster", members, "--lease", LEASE.toMillis() + "ms"));
        if (keepsData) {
            arguments.addAll(List.of("--data", folder.resolve(id).toString()));
        }
        nodes.put(id, ChildProcess.start(id, COMMAND, arguments, folder.resolve(id + "-" + ++starts + ".err")));
    }

    private void awaitReady() {
        CommandRun health = CommandRun.of("health", "--roster", members, "--wait", "2m", "--timeout", "10s");
        assertThat(health.exitCode()).as(health.out() + health.err()).isZero();
    }
}
