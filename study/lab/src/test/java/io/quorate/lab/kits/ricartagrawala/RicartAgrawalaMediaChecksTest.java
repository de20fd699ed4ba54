// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.ricartagrawala;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.MutantSuite;
import io.quorate.lab.check.MutantVerdict;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RicartAgrawalaMediaChecksTest {
    private static final Set<String> RULES = Set.of("I1", "I2", "M1", "M2", "L1", "G1", "G2", "G3", "G4", "G5");
    private static final String TWO_INSIDE = "at no instant there are two conflicting holds";
    private static final String STUCK =
            "in a quiet state somebody waits only if somebody holds, and another hold or wait conflicts";

    @Test
    void everyRuleIsMissedWhenItIsLeftOut() {
        List<String> summaries = Kits.mutants(new RicartAgrawala()).stream()
                .filter(mutant -> RULES.contains(mutant.rule()))
                .map(mutant -> summary(MutantSuite.hunt(mutant, Progress.NONE)))
                .toList();
        assertThat(summaries)
                .containsExactly(
                        "I1: implicit-reply-2x1, 6 steps, two inside",
                        "I2: implicit-reply-2x2-abandon, 11 steps, stuck",
                        "M1: sequenced-2x1, 2 steps, two inside",
                        "M2: sequenced-2x2-abandon, 8 steps, two inside",
                        "L1: broadcast-replies-2+1+1, 20 steps, two inside",
                        "G1: ring-2x1, 6 steps, two inside",
                        "G2: ring-2x1, 6 steps, stuck",
                        "G3: ring-2x2-abandon, 8 steps, two inside",
                        "G4: ring-notes-2x1, 6 steps, two inside",
                        "G5: ring-notes-2x1, 8 steps, stuck");
    }

    private static String summary(MutantVerdict verdict) {
        CheckReport report = verdict.rejection();
        if (report == null || report.counterexample() == null) {
            return verdict.toText();
        }
        String property = report.counterexample().property().sentence();
        return verdict.mutant().rule() + ": "
                + report.system().name().substring("ricart-agrawala-".length()) + ", "
                + report.counterexample().trace().choices().size() + " steps, "
                + property.replace(TWO_INSIDE, "two inside").replace(STUCK, "stuck");
    }

    private static CheckReport check(Setup setup, Limits limits) {
        return ModelChecker.check(new CheckSystem("check", setup, limits), Progress.NONE);
    }

    @Test
    void aDeferredThatTakesTooLongLetsTwoIn() {
        Setup setup = Setup.usual(RicartAgrawala.with("implicit-reply"), 2).over(Network.UNORDERED);
        Limits limits = Limits.contenders(2, 1);
        assertThat(check(setup, limits).verdict()).isEqualTo(Verdict.VALID);
        CheckReport unlimited = check(setup.withDelaysUnlimited(), limits);
        assertThat(unlimited.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(unlimited.counterexample().property().sentence()).isEqualTo(TWO_INSIDE);
        assertThat(unlimited.counterexample().trace().choices()).hasSize(4);
    }

    @Test
    void aDeferredThatIsLostUnnoticedLetsTwoInWhichTheTraitsSay() {
        RicartAgrawala protocol = RicartAgrawala.with("implicit-reply");
        Setup setup = Setup.usual(protocol, 2).over(Network.UNORDERED);
        CheckReport report = check(setup, Limits.contenders(2, 1).withOneSidedResets(1));
        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.counterexample().property().sentence()).isEqualTo(TWO_INSIDE);
        assertThat(protocol.traits().survivesLinkResets()).isFalse();
    }

    @Test
    void aRequestThatTheRingLosesIsWaitedForWhichTheTraitsSay() {
        RicartAgrawala protocol = RicartAgrawala.with("ring");
        CheckReport report = check(
                Setup.usual(protocol, 2).over(Network.UNORDERED),
                Limits.contenders(2, 1).withResets(1));
        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.counterexample().property().sentence()).isEqualTo(STUCK);
        assertThat(protocol.traits().survivesLinkResets()).isFalse();
    }

    @Test
    void requestsWithoutNumbersNeedTheOneOrder() {
        Setup setup = Setup.usual(RicartAgrawala.with("sequenced"), 2);
        Limits limits = Limits.contenders(2, 1);
        assertThat(check(setup, limits).verdict()).isEqualTo(Verdict.VALID);
        CheckReport overLinks = check(setup.over(Network.FIFO), limits);
        assertThat(overLinks.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(overLinks.counterexample().property().sentence()).isEqualTo(TWO_INSIDE);
    }
}
