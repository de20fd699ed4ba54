// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorum.systems.Majority;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.Counterexample;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.MutantSuite;
import io.quorate.lab.check.MutantSuiteTest;
import io.quorate.lab.check.MutantVerdict;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.overlay.dht.endtoend.EndToEnd;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class EndToEndChecksTest {
    /** Muhammad, Cheema and Gupta 2005, section IV.A, by its words. */
    @Nested
    class AsPrinted {
        private static final String[] N1_ENTERS = {
            "acquire n1", "deliver n1->n4", "deliver n4->n2", "deliver n2->n1", "deliver n1->n4", "deliver n4->n2"
        };

        private final Setup oneReplica =
                Setup.of(EndToEnd.asPrinted(), new Majority(1), 4).withReach(1);

        private String violatedIn(CheckSystem system) {
            CheckReport report = ModelChecker.check(system, Progress.NONE);
            assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
            Counterexample shown = report.counterexample();
            return shown == null
                    ? ""
                    : shown.property().sentence() + " "
                            + shown.trace().choices().size();
        }

        private CheckSystem system(int... contenders) {
            return new CheckSystem("as-printed", oneReplica, EndToEndChecks.asking(contenders)).after(N1_ENTERS);
        }

        @Test
        void step7LetsTwoInBecauseStep6HasFreedTheReplica() {
            CheckSystem queued = new CheckSystem("as-printed", oneReplica, EndToEndChecks.asking(1, 0, 1, 1))
                    .after(
                            "acquire n1",
                            "deliver n1->n4",
                            "deliver n4->n2",
                            "deliver n2->n1",
                            "deliver n1->n4",
                            "deliver n4->n2",
                            "acquire n4",
                            "deliver n4->n1");
            assertThat(violatedIn(queued)).startsWith("at no instant there are two conflicting holds");
        }

        @Test
        void step3NeverQueuesWhoReachesTheReplica() {
            assertThat(violatedIn(system(1, 0, 1))).startsWith("in a quiet state somebody waits only if");
        }

        @Test
        void step5LosesWhoComesToAnOwnerThatHasLeft() {
            assertThat(violatedIn(system(1, 0, 0, 1))).startsWith("in a quiet state somebody waits only if");
        }

        @Test
        void withOneReplicaAndTwoWhoAskFiveStepsAreEnoughToStarve() {
            CheckSystem two = new CheckSystem(
                    "as-printed", Setup.of(EndToEnd.asPrinted(), new Majority(1), 4), Limits.contenders(2, 1));
            assertThat(violatedIn(two)).endsWith(" 5");
        }
    }

    @Test
    void everyRuleIsMissedThatIsLeftOut() {
        List<MutantVerdict> verdicts = MutantSuite.run(new EndToEnd(), Progress.NONE);
        assertThat(verdicts).hasSameSizeAs(Kits.mutants(new EndToEnd())).allMatch(MutantVerdict::isRejected);
        assertThat(verdicts.stream().map(MutantSuiteTest::summary))
                .containsExactly(
                        "E1: endtoend-r1-2x1-abandon, 8 steps",
                        "E2: endtoend-r2-2x1, 20 steps",
                        "E3: endtoend-r1-3x1, 22 steps",
                        "E4: endtoend-r1-2x1-trust-abandon, 11 steps",
                        "E5: endtoend-r1-3x1, 20 steps",
                        "E6: endtoend-r1-2x1-trust-abandon, 21 steps",
                        "E7: endtoend-r1-2x1-abandon, 13 steps",
                        "E8: endtoend-r2-2x1, 19 steps",
                        "T1b: endtoend-r1-2x1-abandon, 13 steps",
                        "T1c: endtoend-r1-2x1-trust-abandon, 18 steps",
                        "T1d: endtoend-r1-3x1-abandon, 19 steps",
                        "V1d: endtoend-r1-3x1, 22 steps",
                        "A5: endtoend-r2-2x1, 21 steps",
                        "T1a: endtoend-r1-2x2-fences, 22 steps");
    }
}
