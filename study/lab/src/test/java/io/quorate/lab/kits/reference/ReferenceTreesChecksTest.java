// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.MutantSuite;
import io.quorate.lab.check.MutantSuiteTest;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.StandardChecksTest;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.setup.Limits;
import io.quorate.papers.reference.naimitrehel.NaimiTrehel;
import io.quorate.papers.reference.raymond.Raymond;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without any rule of the two token algorithms on trees something breaks; that all is well with them: {@link StandardChecksTest}. */
class ReferenceTreesChecksTest {
    @Test
    void everyRuleOfRaymondIsMissed() {
        assertThat(MutantSuite.run(new Raymond(), Progress.NONE).stream().map(MutantSuiteTest::summary))
                .containsExactly(
                        "P1: raymond-2x2, 4 steps",
                        "P2: raymond-2x2, 4 steps",
                        "P3: raymond-2x2, 4 steps",
                        "P4: raymond-3x1, 8 steps",
                        "M1: raymond-3x1, 6 steps",
                        "M2: raymond-2x2, 9 steps",
                        "M3: raymond-3x1, 8 steps",
                        "Q1: raymond-3-order, 18 steps",
                        "W1: raymond-3x1-abandon, 6 steps");
    }

    @Test
    void everyRuleOfNaimiAndTrehelIsMissed() {
        assertThat(MutantSuite.run(new NaimiTrehel(), Progress.NONE).stream().map(MutantSuiteTest::summary))
                .containsExactly(
                        "F1: naimi-trehel-2x2, 7 steps",
                        "F2: naimi-trehel-2x2, 4 steps",
                        "N1: naimi-trehel-2x2, 4 steps",
                        "N2: naimi-trehel-3x2, 15 steps",
                        "T1: naimi-trehel-2x2, 4 steps",
                        "T2: naimi-trehel-3x2-order, 9 steps",
                        "W1: naimi-trehel-2x2-abandon, 6 steps",
                        "W2: naimi-trehel-2x2-abandon, 4 steps");
    }

    /** What the traits do not claim is not so: a token that is lost is gone, and of a copy there are two. */
    @ParameterizedTest
    @ValueSource(strings = {"raymond-3x1", "naimi-trehel-3x1"})
    void aLostTokenAndACopiedTokenAreNotSurvived(String name) {
        CheckSystem system = StandardChecksTest.named(name);
        Limits once = system.limits();
        assertThat(sentence(new CheckSystem("reset", system.setup(), once.withResets(1))))
                .startsWith("in a quiet state somebody waits only if somebody holds");
        Limits twice = Limits.contenders(3, 2);
        assertThat(sentence(new CheckSystem("copy", system.setup(), twice.withDuplicates(1))))
                .isEqualTo("at no instant there are two conflicting holds");
    }

    private static String sentence(CheckSystem system) {
        return ModelChecker.check(system, Progress.NONE)
                .counterexample()
                .property()
                .sentence();
    }

    @ParameterizedTest
    @ValueSource(strings = {"raymond-by-name-two-locks", "naimi-trehel-by-name-two-locks"})
    void theTokensOfTwoLocksBeginAtDifferentNodes(String name) {
        Placement placement = StandardChecksTest.named(name).setup().placement();
        assertThat(root(placement.of(Wish.EXCLUSIVE.lock())))
                .isNotEqualTo(root(placement.of(CheckSystem.OTHER_LOCK.lock())));
    }

    private static NodeId root(QuorumSystem tree) {
        return IntStream.range(0, tree.size())
                .mapToObj(NodeId::of)
                .filter(node -> tree.fatherOf(node).isEmpty())
                .findFirst()
                .orElseThrow();
    }
}
