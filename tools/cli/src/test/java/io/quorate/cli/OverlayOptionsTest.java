// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void anOverlayThatThereIsNotOrThatNobodyNeedsIsRefused() {
        assertThat(CommandRun.of("check", "sigma", "--overlay", "chord").err()).contains("you gave \"chord\"");
        assertThat(CommandRun.of("check", "quorumlock", "--overlay", "fixed").err())
                .contains("take --overlay away");
    }
}
