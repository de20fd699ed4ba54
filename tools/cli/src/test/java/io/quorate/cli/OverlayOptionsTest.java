// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checking and simulating locks on an overlay. */
class OverlayOptionsTest {
    @TempDir
    private Path folder;

    @Test
    void aCheckTakesAnOverlayAndANumberOfReplicas() {
        CommandRun run = CommandRun.of(
                "check", "sigma", "--nodes", "4", "--overlay", "fixed:1", "--voters", "1", "--contenders", "1");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("nodes 4  protocol sigma  quorums majority  voters 1  network fifo  overlay fixed:1")
                .contains("Verified");
    }

    @Test
    void aViolationOnAnOverlayCanBeReplayed() throws IOException {
        CommandRun run = CommandRun.of(
                "check",
                "sigma",
                "--nodes",
                "3",
                "--voters",
                "1",
                "--contenders",
                "3",
                "--crashes",
                "1",
                "--without",
                "V3");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("NO       always     at no instant there are two conflicting holds");
        Path scenario = folder.resolve("two.scn");
        Files.writeString(scenario, run.out().substring(run.out().indexOf("# Violates")));
        assertThat(CommandRun.of("trace", "--transcript", scenario.toString()).out())
                .contains("Request 1.n3 at r1 to 7ab3", "BROKEN: two hold the lock L at once");
    }

    @Test
    void aSimulationTakesAnOverlayAndSaysHowToRunItAgain() {
        CommandRun run = CommandRun.of("simulate", "sigma", "--nodes", "6", "--overlay", "fixed:1", "--entries", "20");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("--voters 3", "--overlay fixed:1");
        assertThat(CommandRun.of("simulate", "sigma", "--entries", "20").out()).contains("--overlay fixed ");
    }

    @Test
    void nobodyIsCutOffFromTheOverlayOfASimulation() {
        CommandRun run = CommandRun.of("simulate", "sigma", "--faults", "outages=0.01");
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).contains("take outages and suspicions away");
    }

    /** The commands that run a protocol take the same three options. */
    @ParameterizedTest
    @ValueSource(strings = {"node", "demo", "bench", "check", "simulate", "trace"})
    void everyCommandThatRunsAProtocolTakesProtocolQuorumsAndOverlay(String command) {
        assertThat(CommandRun.of(command, "--help").out()).contains("--protocol", "--quorums", "--overlay", "pastry");
        CommandRun unknown = CommandRun.of(command, "--protocol", "sigma", "--overlay", "chord");
        assertThat(unknown.exitCode()).isNotZero();
        assertThat(unknown.err()).contains("chord").contains("pastry").contains("ring");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pastry", "ring", "fixed"})
    void checksSimulationsAndTracesTakeTheOverlaysOfProcessesToo(String overlay) {
        assertThat(run("simulate", overlay, "--nodes", "5", "--claims", "10")).contains("--overlay fixed ");
        assertThat(run("check", overlay, "--nodes", "3", "--voters", "1", "--contenders", "2"))
                .contains("Verified");
        assertThat(run("trace", overlay, "--nodes", "5")).contains("nodes 5  protocol sigma", "holds");
    }

    private static String run(String command, String overlay, String... more) {
        List<String> words = new ArrayList<>(List.of(command, "--protocol", "sigma", "--overlay", overlay));
        words.addAll(List.of(more));
        CommandRun run = CommandRun.of(words.toArray(new String[0]));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.out();
    }

    @Test
    void aRestingOverlayInWhichNotAllKnowEachOtherIsRefusedWithWhatToTake() {
        CommandRun large = CommandRun.of("simulate", "sigma", "--nodes", "40", "--overlay", "pastry");
        assertThat(large.exitCode()).isNotZero();
        assertThat(large.err()).contains("not all know each other", "--storm");
        assertThat(CommandRun.of("simulate", "sigma", "--nodes", "40", "--overlay", "ring", "--claims", "5")
                        .exitCode())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "demo", "bench"})
    void processesHaveNoFixedOverlayAndAreNotStartedWithOne(String command) {
        CommandRun run = CommandRun.of(command, "--protocol", "sigma", "--overlay", "fixed");
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).contains("take pastry or ring");
    }

    @Test
    void anOverlayThatThereIsNotOrThatNobodyNeedsIsRefused() {
        assertThat(CommandRun.of("check", "sigma", "--overlay", "chord").err()).contains("you gave \"chord\"");
        assertThat(CommandRun.of("check", "quorumlock", "--overlay", "fixed").err())
                .contains("take --overlay away");
    }
}
