// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.dht;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.Counterexample;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is right with the Non End-to-End protocol as printed, and the shortest runs that show what is not. */
class NonEndToEndAsPrintedTest {
    private static final String EXCLUSION = "at no instant there are two conflicting holds";
    private static final Limits TWO = SigmaChecks.asking(1, 0, 0, 1);

    private static Setup printed(String text) {
        return Setup.parse("protocol nonendtoend  rules as-printed  " + text);
    }

    private static CheckReport check(Setup setup, Limits limits, String... prefix) {
        return ModelChecker.check(new CheckSystem("as printed", setup, limits).after(prefix), Progress.NONE);
    }

    private static void assertBroken(CheckReport report, String property, int steps) {
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.INVALID);
        Counterexample shown = Objects.requireNonNull(report.counterexample());
        assertThat(shown.property().sentence()).isEqualTo(property);
        assertThat(shown.trace().choices()).hasSize(steps);
    }

    /** In order, with nothing lost or copied; three contenders on six nodes are among the large systems. */
    @Test
    void whereNothingGoesWrongItHolds() {
        CheckReport twice = check(
                printed("nodes 4  quorums majority  voters 3  network fifo  overlay fixed:1"),
                SigmaChecks.asking(2, 0, 0, 2));
        assertThat(twice.verdict()).as(twice::toText).isEqualTo(Verdict.VALID);
    }

    @Test
    void aNodeOnTheWayAnswersACopyOfARequestAsIfItHadGotTheVote() {
        assertBroken(
                check(
                        printed("nodes 4  quorums majority  voters 3  network unordered  overlay fixed:1"),
                        TWO.withDuplicates(1)),
                EXCLUSION,
                8);
    }

    @Test
    void aReleaseThatOvertakesItsRequestLeavesAVoteThatNobodyGivesBack() {
        assertBroken(
                check(printed("nodes 4  quorums majority  voters 3  network unordered  overlay fixed:1"), TWO),
                "in a quiet state in which nobody holds or waits, no node remembers anything",
                10);
    }

    /** Each of n1, n4 and n5 has one vote; n4 and n5 have yielded theirs, and a copy of the one that n4 got is still under way. */
    @Test
    void aCopyOfAGrantCountsAfterTheVoteWasYielded() {
        assertBroken(
                check(
                        printed("nodes 6  quorums majority  voters 3  network unordered"),
                        SigmaChecks.asking(0),
                        "acquire n1",
                        "acquire n4",
                        "acquire n5",
                        "deliver n1->n2",
                        "deliver n4->n3",
                        "deliver n5->n6",
                        "duplicate n3->n4",
                        "deliver n4->n2",
                        "deliver n4->n6",
                        "deliver n5->n2",
                        "deliver n5->n3",
                        "deliver n1->n3",
                        "deliver n3->n4",
                        "deliver n2->n4",
                        "deliver n6->n4",
                        "deliver n6->n5",
                        "deliver n2->n5",
                        "deliver n3->n5",
                        "fire n4 YIELD",
                        "deliver n4->n3",
                        "fire n5 YIELD",
                        "deliver n5->n6"),
                EXCLUSION,
                26);
    }
}
