// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.maekawa;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.check.MutantSuite;
import io.quorate.lab.check.Progress;
import io.quorate.papers.maekawa.ThiareFall;
import org.junit.jupiter.api.Test;

/** What section 4.2 of Thiare and Fall lacks; that it deadlocks as printed is among the items that are reproduced. */
class ThiareFallChecksTest {
    @Test
    void everyRuleAgainstDeadlockThatSection42LacksIsNeeded() {
        assertThat(MutantSuite.run(new ThiareFall(), Progress.NONE))
                .extracting(verdict -> verdict.mutant().rule() + ": "
                        + verdict.rejection().system().name() + ", "
                        + verdict.rejection().counterexample().trace().choices().size() + " steps")
                .containsExactly(
                        "A1b: thiare-fall-shared-3x1, 16 steps",
                        "A2: thiare-fall-shared-3x1, 16 steps",
                        "R8: thiare-fall-4-3x1, 14 steps",
                        "A10: thiare-fall-4-3x1-order, 14 steps");
    }
}
