// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.lab.mutant.Mutant;
import org.junit.jupiter.api.Tag;

/** Tries each mutant on all systems, from small to large: no system before the pinned one rejects it. */
@Tag("long")
class MutantHuntsTest extends MutantSuiteTest {
    @Override
    MutantVerdict triedOn(Mutant mutant, String pinned) {
        return MutantSuite.hunt(mutant, Progress.NONE);
    }
}
