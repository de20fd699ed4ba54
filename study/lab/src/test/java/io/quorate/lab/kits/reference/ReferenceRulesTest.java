// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.MutantSuite;
import io.quorate.lab.check.MutantSuiteTest;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.lamport.Lamport;
import io.quorate.papers.reference.suzukikasami.SuzukiKasami;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of the algorithms that are there to compare with, each left out once. */
class ReferenceRulesTest {
    private static List<String> rejections(Protocol<?> protocol) {
        return MutantSuite.run(protocol, Progress.NONE).stream()
                .map(MutantSuiteTest::summary)
                .toList();
    }

    @Test
    void everyRuleOfLamportIsMissed() {
        assertThat(rejections(new Lamport()))
                .containsExactly(
                        "R2: lamport-2x2, 2 steps",
                        "R3: lamport-2x2-abandon, 4 steps",
                        "R4: lamport-2x2-half-reset, 9 steps",
                        "R5i: lamport-2x2, 5 steps",
                        "R5ii: lamport-2x2, 2 steps",
                        "T1: lamport-2x2-abandon, 8 steps",
                        "S1: lamport-2x2-half-reset, 3 steps",
                        "S2: lamport-2x2-half-reset, 6 steps",
                        "S3: lamport-2x2-half-reset, 6 steps",
                        "F1: lamport-sparing-2x2, 5 steps",
                        "F2: lamport-sparing-2x2, 6 steps");
    }

    @Test
    void whereAcknowledgementsAreSparedTheRulesAboutThatAreMissed() {
        assertThat(rejections(Lamport.sparing()))
                .containsExactly("F1: lamport-sparing-2x2, 5 steps", "F2: lamport-sparing-2x2, 6 steps");
    }

    @Test
    void everyRuleOfSuzukiAndKasamiIsMissed() {
        assertThat(rejections(new SuzukiKasami()))
                .containsExactly(
                        "P1a: suzuki-kasami-2x2, 10 steps",
                        "P1b: suzuki-kasami-2x2, 4 steps",
                        "P1c: suzuki-kasami-2+1+1-order, 13 steps",
                        "P2a: suzuki-kasami-0+2+1, 13 steps",
                        "P2b: suzuki-kasami-2x2, 4 steps",
                        "P2c: suzuki-kasami-2x2, 2 steps",
                        "A1: suzuki-kasami-2x2-abandon, 6 steps",
                        "A2: suzuki-kasami-2x2-abandon, 5 steps",
                        "T1: suzuki-kasami-2x2-copy, 10 steps",
                        "S1: suzuki-kasami-2x2-half-reset, 3 steps",
                        "S2: suzuki-kasami-2x2-half-reset, 4 steps");
    }

    @Test
    void lamportLetsTwoInWhereMessagesOvertakeEachOther() {
        for (Lamport lamport : List.of(new Lamport(), Lamport.sparing())) {
            Setup unordered = Setup.usual(lamport, 2).over(Network.UNORDERED);
            CheckReport report =
                    ModelChecker.check(new CheckSystem("unordered", unordered, Limits.contenders(2, 1)), Progress.NONE);
            assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(report.counterexample().property().sentence())
                    .isEqualTo("at no instant there are two conflicting holds");
        }
    }
}
