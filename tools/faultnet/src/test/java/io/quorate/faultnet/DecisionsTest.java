// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same seed leads to the same faults. Needs a C compiler, but not root. */
@Tag("threads")
final class DecisionsTest {
    private static final String[] RULES = {"drop=0.3", "duplicate=0.1", "reorder=0.2", "jitter=1000000"};
    private static final int COUNT = 10_000;

    @BeforeAll
    static void compile() throws InterruptedException {
        try {
            SwitchProgram.built();
        } catch (IOException notBuilt) {
            System.err.println("[WARNING] NOT TESTED: DecisionsTest. " + notBuilt.getMessage());
            assumeTrue(false, notBuilt.getMessage());
        }
    }

    private static List<String> decisions(long seed, String from, String to, String... rules) throws Exception {
        return Decisions.of(seed, from, to, COUNT, rules);
    }

    @Test
    void theSameSeedGivesTheSameDecisions() throws Exception {
        assertThat(decisions(7, "a", "b", RULES)).isEqualTo(decisions(7, "a", "b", RULES));
    }

    @Test
    void anotherSeedAndAnotherDirectionGiveOtherDecisions() throws Exception {
        List<String> decisions = decisions(7, "a", "b", RULES);
        assertThat(decisions(8, "a", "b", RULES)).isNotEqualTo(decisions);
        assertThat(decisions(7, "b", "a", RULES)).isNotEqualTo(decisions);
        assertThat(decisions(7, "ab", "b", RULES)).isNotEqualTo(decisions(7, "a", "bb", RULES));
    }

    @Test
    void oneFaultDoesNotChangeTheOthers() throws Exception {
        List<String> all = decisions(7, "a", "b", RULES);
        List<String> dropOnly = decisions(7, "a", "b", "drop=0.3");
        assertThat(all)
                .extracting(line -> line.charAt(0))
                .isEqualTo(dropOnly.stream().map(line -> line.charAt(0)).toList());
    }

    @Test
    void asManyAreHitAsAsked() throws Exception {
        List<String[]> words = decisions(7, "a", "b", RULES).stream()
                .map(line -> line.split(" "))
                .toList();
        assertThat(words.stream().filter(each -> each[0].equals("1")).count()).isBetween(2_800L, 3_200L);
        assertThat(words.stream().filter(each -> each[1].equals("1")).count()).isBetween(850L, 1_150L);
        assertThat(words.stream().filter(each -> !each[2].equals("0")).count()).isBetween(1_850L, 2_150L);
        assertThat(words.stream().map(each -> each[2]).distinct()).containsExactlyInAnyOrder("0", "1", "2", "3");
        assertThat(words).allMatch(each -> Integer.parseInt(each[3]) < 1_000_000);
    }
}
