package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.protocol.maekawa.Maekawa;
import io.quorate.core.protocol.quorumlock.QuorumLock;
import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutantSuiteTest {
    @Test
    void everyRuleIsMissedWhenItIsLeftOut() {
        List<MutantVerdict> verdicts = MutantSuite.run(new QuorumLock(), Progress.NONE);
        assertThat(verdicts).hasSameSizeAs(new QuorumLock().mutants()).allMatch(MutantVerdict::isRejected);
        assertThat(verdicts.stream().map(MutantSuiteTest::summary))
                .containsExactly(
                        "R2: a1-2x1-abandon-unordered, 5 steps",
                        "R4a: a2-2x1-unordered, 12 steps",
                        "R4b: a2-2x1-unordered, 14 steps",
                        "R5: a2-2x1-reset, 18 steps",
                        "R6: m3-2x2, 6 steps",
                        "R7: m3-2x2, 2 steps",
                        "R8: m3-3x1, 9 steps",
                        "R8b: a2-2x1-unordered-copy, 20 steps",
                        "R9: a1-2x1-abandon, 8 steps",
                        "A1a: a1-2x1-abandon-unordered, 8 steps",
                        "A1b: a2-2x1-reset, 16 steps",
                        "A1c: a1-2+1-unordered-copy, 12 steps",
                        "A2: m3-2x2, 13 steps",
                        "A3: a2-2x1-unordered, 13 steps",
                        "A4a: a1-2x1, 4 steps",
                        "A4b: a1-2x1, 6 steps",
                        "A4c: a1-ses-abandon, 12 steps",
                        "A5: a1-ses-abandon, 6 steps",
                        "S4: a1-2x1-half-reset, 3 steps",
                        "S6: a1-2x1-half-reset, 6 steps",
                        "P1: m3-1x1-suspicion, 2 steps");
    }

    @Test
    void everyRuleOfMaekawaIsMissedWhenItIsLeftOut() {
        List<MutantVerdict> verdicts = MutantSuite.run(new Maekawa(), Progress.NONE);
        assertThat(verdicts).hasSameSizeAs(new Maekawa().mutants()).allMatch(MutantVerdict::isRejected);
        assertThat(verdicts.stream().map(MutantSuiteTest::summary))
                .containsExactly(
                        "R1: maekawa-a1-2x1-half-reset, 3 steps",
                        "R2: maekawa-a1-2x1-half-reset, 6 steps",
                        "R3: maekawa-a1-2+1-unordered-copy, 11 steps",
                        "R4: maekawa-third-meets-once-unordered-copy, 21 steps",
                        "R5: maekawa-a2-2x1-reset, 15 steps",
                        "R6: maekawa-a1-2x1-abandon, 6 steps",
                        "R7a: maekawa-3-3x1, 8 steps",
                        "R7b: maekawa-3-3x1, 8 steps",
                        "R7c: maekawa-a2-2x1-unordered, 11 steps",
                        "R8: maekawa-a2-2x2, 29 steps",
                        "A1a: maekawa-3-3x1, 6 steps",
                        "A1b: maekawa-a2-3x1, 16 steps",
                        "A2: maekawa-a2-3x1, 16 steps",
                        "A3: maekawa-3-3x1, 8 steps",
                        "A4: maekawa-a2-3x1, 17 steps",
                        "A5a: maekawa-third-meets-once-unordered-copy, 17 steps",
                        "A5b: maekawa-third-meets-once-unordered-copy, 22 steps",
                        "A6: maekawa-3-3x1, 14 steps",
                        "A7a: maekawa-a1-2x1-half-reset, 4 steps",
                        "A7b: maekawa-a2-2x1-reset, 13 steps");
    }

    private static String summary(MutantVerdict verdict) {
        Trace trace = verdict.rejection().counterexample().trace();
        Trace read = Trace.parse(trace.toText());
        assertThat(verdict.rejection().counterexample().property().holds().test(read.replay(ClusterObserver.NONE)))
                .as(verdict.toScenario())
                .isFalse();
        Scenario scenario = Scenario.parse(verdict.toScenario());
        // The player adds a line where its own audits notice the break.
        assertThat(ScenarioRunner.play(scenario).text()).startsWith(verdict.toScenario());
        return verdict.mutant().rule() + ": " + verdict.rejection().system().name() + ", "
                + trace.choices().size() + " steps";
    }
}
