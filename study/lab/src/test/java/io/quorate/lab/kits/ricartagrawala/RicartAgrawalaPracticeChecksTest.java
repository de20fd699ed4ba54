// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.ricartagrawala;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.check.Counterexample;
import io.quorate.lab.check.MutantSuite;
import io.quorate.lab.check.MutantVerdict;
import io.quorate.lab.check.Progress;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RicartAgrawalaPracticeChecksTest {
    private static final String TWO_INSIDE = "at no instant there are two conflicting holds";

    @Test
    void everyRuleOfSection7IsMissedWhenItIsLeftOut() {
        assertThat(MutantSuite.run(RicartAgrawala.with("practical"), Progress.NONE).stream()
                        .map(RicartAgrawalaPracticeChecksTest::summary))
                .containsExactly(
                        "P1: practical-2x1-early, 7 steps: " + TWO_INSIDE,
                        "P2: practical-2x1-crash, 5 steps: in the end nobody waits",
                        "P3: practical-3-2x1-crash, 11 steps: " + TWO_INSIDE,
                        "P4: practical-3-rejoin, 25 steps: " + TWO_INSIDE,
                        "P5: practical-3-rejoin, 25 steps: " + TWO_INSIDE,
                        "P6: practical-3-rejoin, 25 steps: " + TWO_INSIDE,
                        "P7: practical-3-rejoin, 24 steps: " + TWO_INSIDE,
                        "P8: practical-2x2-crash-restart, 8 steps: " + TWO_INSIDE,
                        "P9: practical-2x2-leave-copy, 14 steps: " + TWO_INSIDE,
                        "P10: practical-2x2-after-a-wrong-suspicion, 6 steps: " + TWO_INSIDE,
                        "P11: practical-2x1-crash-restart-leave-reset, 17 steps: " + TWO_INSIDE,
                        "P12: practical-3-all-leave, 28 steps: " + TWO_INSIDE,
                        "P13: practical-3-rejoin-crash, 21 steps: in the end nobody waits");
    }

    /** Section 7.2.2, the alternative. As printed the newcomer asks to be included, and waits for nobody. */
    @Test
    void everyRuleOfTheInsertionByBroadcastIsMissedWhenItIsLeftOut() {
        assertThat(MutantSuite.run(RicartAgrawala.with("practical+insert-by-broadcast"), Progress.NONE).stream()
                        .map(RicartAgrawalaPracticeChecksTest::summary))
                .containsExactly(
                        "P14: practical-by-broadcast-3-rejoin, 21 steps: " + TWO_INSIDE,
                        "P15: practical-by-broadcast-3-two-join, 30 steps: " + TWO_INSIDE);
    }

    private static String summary(MutantVerdict verdict) {
        Counterexample counterexample = verdict.rejection().counterexample();
        return verdict.mutant().rule() + ": " + verdict.rejection().system().name() + ", "
                + counterexample.trace().choices().size() + " steps: "
                + counterexample.property().sentence();
    }
}
