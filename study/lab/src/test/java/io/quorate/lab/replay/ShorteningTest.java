// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.audit.AuditFailure;
import io.quorate.lab.audit.MutualExclusion;
import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.lab.simulate.Swarm;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.Trace;
import io.quorate.lab.world.event.Choice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShorteningTest {
    private static Shortening.Result shortened(SavedRun run) {
        return Shortening.of(run, Shortening.USUAL_WORK, far -> {});
    }

    @ParameterizedTest
    @CsvSource({
        "quorumlock, without, R2",
        "quorumlock, without, R4a",
        "quorumlock, without, R7",
        "quorumlock, without, R8",
        "quorumlock, without, S4",
        "maekawa, rules, as-printed",
        "tree, rules, as-printed",
        "lamport, without, T1"
    })
    void aShortRunIsLeftThatBreaksTheSamePromise(String protocol, String option, String value) {
        SavedRun run = SampleRuns.broken(protocol, option, value);
        Shortening.Result result = shortened(run);
        assertThat(BrokenPromise.of(result.sentence())).isEqualTo(BrokenPromise.of(String.valueOf(run.broken())));
        assertThat(result.isMinimal()).isTrue();
        assertThat(result.stepsBefore()).isEqualTo(run.choices().size());
        assertThat(result.steps())
                .isLessThan(45)
                .isLessThanOrEqualTo(run.choices().size());
        // It is shown by its steps alone, and cannot be shortened again.
        List<SavedRun.Step> steps = new ArrayList<>();
        result.trace().choices().forEach(choice -> steps.add(new SavedRun.Chosen(Long.MAX_VALUE / 2, choice)));
        SavedRun again = new SavedRun("", result.trace().setup(), steps, 0, result.sentence());
        assertThat(shortened(again).trace()).isEqualTo(result.trace());
        // Played as a scenario it comes out as written.
        String text = ShortScenario.of(result, run.madeBy());
        assertThat(ScenarioRunner.play(Scenario.parse(text)).text()).isEqualTo(text);
        assertThat(Scenario.parse(text).title())
                .contains("Broken: ", "Shortened from " + run.choices().size());
    }

    @Test
    void noSingleStepCanBeLeftOut() {
        Trace trace =
                shortened(SampleRuns.broken("quorumlock", "without", "R7")).trace();
        assertThat(breaks(trace.choices(), trace)).isTrue();
        for (int place = 0; place < trace.choices().size(); place++) {
            List<Choice> fewer = new ArrayList<>(trace.choices());
            fewer.remove(place);
            assertThat(breaks(fewer, trace))
                    .as("without step %s of %s", place + 1, trace.toText())
                    .isFalse();
        }
    }

    /** Whether two hold at once, skipping what is not possible. */
    private static boolean breaks(List<Choice> choices, Trace trace) {
        Cluster cluster = Cluster.of(trace.setup(), new MutualExclusion());
        try {
            for (Choice choice : choices) {
                try {
                    cluster.apply(choice);
                } catch (IllegalArgumentException impossible) {
                    assertThat(impossible).hasMessageContaining("is not possible here");
                }
            }
            return false;
        } catch (AuditFailure twoHold) {
            return true;
        }
    }

    @Test
    void theWorkHasABound() {
        SavedRun run = SampleRuns.broken("quorumlock", "without", "R2");
        List<Shortening.Progress> heard = new ArrayList<>();
        Shortening.Result result = Shortening.of(run, 2L * run.choices().size(), heard::add);
        assertThat(result.isMinimal()).isFalse();
        assertThat(result.attempts()).isEqualTo(heard.size()).isLessThan(10);
        assertThat(BrokenPromise.of(result.sentence())).isEqualTo(BrokenPromise.of(String.valueOf(run.broken())));
    }

    @Test
    void aRunThatKeepsItsPromisesIsNotShortened() {
        SavedRun fine = RunRecorder.record(Swarm.draw(new QuorumLock(), 1));
        assertThatThrownBy(() -> shortened(fine)).hasMessageContaining("breaks no promise");
    }

    @Test
    void onePromiseIsToldFromAnotherWhoeverBrokeIt() {
        assertThat(BrokenPromise.of("two hold the lock L2 at once: n1#3 held it when n2#1 got it"))
                .isEqualTo(BrokenPromise.of("two hold the lock L at once: n3#1 held it when n1#7 got it"))
                .isNotEqualTo(BrokenPromise.of("nothing happens any more, and still wait: n1#1 for L"));
    }
}
