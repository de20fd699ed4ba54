// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 6.4 of Ricart and Agrawala's report, where it says nothing. What it says is in the items of {@code RicartAgrawalaItems}. */
class RicartAgrawalaPaperTest {
    private static final String EXCLUSION = "at no instant there are two conflicting holds";

    private static void assertTwoInside(Setup setup, Limits limits, int steps) {
        CheckReport report = ModelChecker.check(new CheckSystem("paper", setup, limits), Progress.NONE);
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.INVALID);
        assertThat(report.counterexample().property().sentence()).isEqualTo(EXCLUSION);
        assertThat(report.counterexample().trace().choices()).hasSize(steps);
    }

    @Test
    void copiesAndLinkResetsAreNotSurvivedByNumbersModuloM() {
        Setup two = Setup.usual(RicartAgrawala.with("modulo"), 2).over(Network.UNORDERED);
        Limits endless = Limits.contenders(2, 1).repeating();
        assertThat(two.protocol().traits().survivesDuplicates()).isFalse();
        assertThat(two.protocol().traits().survivesLinkResets()).isFalse();
        assertTwoInside(two, endless.withDuplicates(1), 14);
        assertTwoInside(two, endless.withResets(1), 15);
    }

    /** E-R5, of which an item shows that two nodes are enough. */
    @Test
    void withReadersOfThreeNodesAReaderAndAWriterEnterTogether() {
        Protocol<?> refused = RicartAgrawala.evenIfRefused("modulo+readers-writers");
        Limits limits = Limits.of(List.of(List.of(Wish.SHARED), List.of(Wish.SHARED), List.of(Wish.EXCLUSIVE)))
                .repeating();
        assertTwoInside(Setup.usual(refused, 3).over(Network.UNORDERED), limits, 22);
    }
}
