package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.protocol.maekawa.ThiareFall;
import io.quorate.lab.world.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with section 4.2 of Thiare and Fall; that it is right when corrected stands in {@link StandardChecksTest}. */
class ThiareFallChecksTest {
    private static CheckReport asPrinted(String system) {
        CheckSystem corrected = StandardChecksTest.named("thiare-fall-" + system);
        Setup setup = corrected.setup();
        Setup printed = new Setup(ThiareFall.asPrinted(), "", setup.placement(), setup.nodes(), setup.network());
        return ModelChecker.check(corrected.with(printed), Progress.NONE);
    }

    @ParameterizedTest
    @CsvSource({"4-3x1, 14", "shared-3x1, 16", "shared-arbiter-asks-3x1, 14"})
    void asPrintedItDeadlocks(String system, int steps) {
        Counterexample deadlock = asPrinted(system).counterexample();
        assertThat(deadlock.property().sentence()).startsWith("in a quiet state somebody waits only if somebody holds");
        assertThat(deadlock.trace().choices()).hasSize(steps);
    }

    @Test
    void withOneArbiterForAllThereIsNothingToDeadlock() {
        assertThat(asPrinted("hub-4x1").verdict()).isEqualTo(Verdict.VALID);
    }

    @Test
    void everyRuleAgainstDeadlockThatSection42LacksIsNeeded() {
        assertThat(MutantSuite.run(new ThiareFall(), Progress.NONE))
                .extracting(verdict -> verdict.mutant().rule() + ": "
                        + verdict.rejection().system().name() + ", "
                        + verdict.rejection().counterexample().trace().choices().size() + " steps")
                .containsExactly(
                        "A1b: thiare-fall-shared-3x1, 16 steps",
                        "A2: thiare-fall-shared-3x1, 16 steps",
                        "R8: thiare-fall-4-3x1, 14 steps");
    }
}
