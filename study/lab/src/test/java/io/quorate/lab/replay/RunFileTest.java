// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.SimulationReport;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.Swarm;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.setup.Setup;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class RunFileTest {
    @Test
    void aSavedRunIsReadAndPlayedAgainWithTheSameTraceHash() {
        for (Protocol<?> protocol : Protocols.all()) {
            assertIsPlayedAgain(Swarm.draw(protocol, 2));
        }
    }

    @Test
    void faultsAndCutsArePlayedAgainToo() {
        int withFaults = 0;
        int withCuts = 0;
        for (long seed = 1; seed <= 40; seed++) {
            SavedRun run = assertIsPlayedAgain(Swarm.draw(new QuorumLock(), seed));
            withFaults += run.choices().stream().anyMatch(step -> step.choice().isOptional()) ? 1 : 0;
            withCuts += run.steps().stream().anyMatch(SavedRun.Link.class::isInstance) ? 1 : 0;
        }
        assertThat(withFaults).isGreaterThan(10);
        assertThat(withCuts).isPositive();
    }

    private static SavedRun assertIsPlayedAgain(Simulation simulation) {
        SavedRun run = RunRecorder.record(simulation);
        SavedRun read = RunFile.read(RunFile.write(run));
        assertThat(read).as("%s", simulation).isEqualTo(run);
        SimulationReport report = Simulator.run(simulation);
        assertThat(Replay.play(read, clock -> ClusterObserver.NONE))
                .as("%s", simulation)
                .isEqualTo(new Replay.Outcome(report.traceHash(), null));
        return run;
    }

    @Test
    void aRunThatBreaksAPromiseBreaksItAgain() {
        SavedRun run = SampleRuns.broken("quorumlock", "without", "R7");
        SavedRun read = RunFile.read(RunFile.write(run));
        assertThat(read.broken()).contains("two hold the lock");
        assertThat(Replay.play(read, clock -> ClusterObserver.NONE))
                .isEqualTo(new Replay.Outcome(run.hash(), run.broken()));
    }

    @Test
    void aStepTakesAboutFiveBytes() {
        SavedRun run = RunRecorder.record(
                Simulation.of(Setup.usual(new QuorumLock(), 5), 1, Load.of(new Arrivals.Poisson(0.5), 2_000)));
        assertThat(run.steps()).hasSizeGreaterThan(10_000);
        assertThat((double) RunFile.write(run).length / run.steps().size()).isBetween(2.0, 6.0);
    }

    @Test
    void theTextInsideIsReadToo() throws IOException {
        SavedRun run = SampleRuns.broken("quorumlock", "without", "R7");
        byte[] text = text(run);
        assertThat(RunFile.isRun(text)).isTrue();
        assertThat(RunFile.read(text)).isEqualTo(run);
    }

    private static byte[] text(SavedRun run) throws IOException {
        try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(RunFile.write(run)))) {
            return unpacked.readAllBytes();
        }
    }

    @Test
    void whatIsDamagedForeignOrNewerIsRefusedWithWhatToDo() throws IOException {
        SavedRun run = SampleRuns.broken("quorumlock", "without", "R7");
        byte[] whole = RunFile.write(run);
        assertRefused(Arrays.copyOf(whole, whole.length / 2), "damaged: it cannot be unpacked");
        byte[] flipped = whole.clone();
        flipped[whole.length - 6] ^= 0x55; // the checksum
        assertRefused(flipped, "damaged: it cannot be unpacked");
        String text = new String(text(run), StandardCharsets.UTF_8);
        assertRefused(
                text.replace("quorate-run 1", "quorate-run 2"), "saved in form 2", "Take the version that saved it");
        assertRefused("#!/bin/sh\n", "no run that quorate has saved", "--save FILE");
        assertRefused(text + "more", "something stands behind the end");
        assertRefused("", "no run that quorate has saved");
        assertRefused(text.substring(0, text.length() / 2), "damaged: line", "Copy it again");
        assertRefused(text.replace("end " + run.steps().size(), "end 7"), "steps, but the last line says \"end 7\"");
        assertRefused(text.replaceFirst("\n\\+(\\d+) acquire", "\n+$1 aquire"), "this is not a choice");
        assertRefused(text.replaceFirst("\n\\+(\\d+) acquire", "\nnow acquire"), "is no step");
        assertRefused(text.replaceFirst("hash .", "hash x"), "line 3", "is no trace hash");
        assertRefused(text.replace("protocol quorumlock", "protocol quarumlock"), "quarumlock");
    }

    @Test
    void stepsThatTheProtocolDoesNotAllowAnyMoreAreNamed() throws IOException {
        String text = new String(text(SampleRuns.broken("quorumlock", "without", "R7")), StandardCharsets.UTF_8);
        SavedRun other = RunFile.read(text.replaceFirst("\n\\+", "\n+0 deliver n1->n2\n+")
                .replaceFirst("end .*", "end " + (lines(text) + 1))
                .getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> Replay.play(other, clock -> ClusterObserver.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("step 1 of the run cannot be taken any more");
    }

    private static long lines(String text) {
        return text.lines().filter(line -> line.startsWith("+")).count();
    }

    private static void assertRefused(String text, String... because) {
        assertRefused(text.getBytes(StandardCharsets.UTF_8), because);
    }

    private static void assertRefused(byte[] bytes, String... because) {
        assertThatThrownBy(() -> RunFile.read(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(because);
    }
}
