// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Trace;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class SearchTest {
    private static final CheckSystem TWO_CONTENDERS =
            new CheckSystem("two contenders", Setup.usual(new QuorumLock(), 3), Limits.contenders(2, 1));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a1-2x1-abandon",
                "m3-2x2-fences",
                "m3-3x1",
                "a1-2x1-abandon-unordered",
                "a1-2x1-half-reset",
                "a1-2x1-reset",
                "a1-2+1-unordered",
                "a2-2x1-unordered",
                "m3-1x1-suspicion",
                "m3-2x1-abandon-unordered-copy",
                "m3-2x1-2-half-resets",
                "a2-2x1",
                "central-3x2",
                "ricart-agrawala-counted-2x3-passed-2"
            })
    void rememberedTurnsFindTheStatesThatLiveTurnsFind(String name) {
        CheckSystem system = StandardChecksTest.named(name);
        CheckReport report = ModelChecker.check(system, Progress.NONE);
        PlainSearch plain = new PlainSearch(system, true);
        plain.run();
        assertThat(report.states()).isEqualTo(plain.states());
        assertThat(report.terminalStates()).isEqualTo(plain.terminalStates());
    }

    @Test
    void forgettingClocksLosesNoStateThatDiffersInAnythingElse() {
        assertNothingIsLostWithTheClocks(StandardChecksTest.named("m3-3x1"));
    }

    @Test
    void clocksAreKeptWhileAClaimIsQueuedForWhichItsNodeHasStillToAsk() {
        Limits twoClaimsAtOnce = Limits.of(
                        List.of(List.of(Wish.SHARED, Wish.EXCLUSIVE), List.of(Wish.EXCLUSIVE, Wish.SHARED)))
                .withClaimsAtOnce(2);
        assertNothingIsLostWithTheClocks(
                new CheckSystem("two claims a node", Setup.usual(new QuorumLock(), 3), twoClaimsAtOnce));
    }

    private static void assertNothingIsLostWithTheClocks(CheckSystem system) {
        PlainSearch withClocks = new PlainSearch(system, false);
        withClocks.run();
        int reduced = (int) ModelChecker.check(system, Progress.NONE).states();
        assertThat(withClocks.states()).isGreaterThan(reduced);
        assertThat(withClocks.statesButForClocks()).isEqualTo(reduced);
    }

    @Test
    void aShortestRunIsShownAsAScenarioAndCanBeReplayed() {
        CheckSystem broken = broken("R8", Limits.contenders(3, 1));
        CheckReport report = ModelChecker.check(broken, Progress.NONE);
        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        Counterexample shown = report.counterexample();
        assertThat(shown).isNotNull();
        assertThat(shown.trace().choices()).hasSize(9);
        Trace read = Trace.parse(shown.trace().toText());
        Cluster replayed = read.replay(ClusterObserver.NONE);
        assertThat(shown.property().holds().test(replayed)).isFalse();
        assertThat(shown.toScenario())
                .startsWith("# Violates: in a quiet state somebody waits only if somebody holds")
                .contains("nodes 3  protocol quorumlock  without R8  quorums majority  network fifo\n")
                .contains("\nacquire n1\n----\nn1 -> n2  Request 1.n1\n");
        assertThat(report.isDeadlock()).isTrue();
        assertThat(report.toText()).contains("VIOLATED by a deadlock: nobody holds, nothing is under way");
    }

    @Test
    void twoHoldersAreNoDeadlock() {
        CheckReport report = ModelChecker.check(broken("R7", Limits.contenders(3, 1)), Progress.NONE);
        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.isDeadlock()).isFalse();
        assertThat(report.toText()).doesNotContain("deadlock");
    }

    @Test
    void noShorterRunThanTheOneShownBreaksTheProperty() {
        CheckSystem broken = broken("R8", Limits.contenders(3, 1));
        CheckReport report = ModelChecker.check(broken, Progress.NONE);
        int shown = report.counterexample().trace().choices().size();
        List<Cluster> level = List.of(Cluster.of(broken.setup()));
        for (int steps = 1; steps < shown; steps++) {
            List<Cluster> next = new ArrayList<>();
            PlainSearch distinct = new PlainSearch(broken, true);
            for (Cluster cluster : level) {
                for (var choice : cluster.enabled(broken.limits())) {
                    Cluster fork = cluster.fork();
                    fork.apply(choice);
                    if (distinct.isNew(fork)) {
                        assertThat(report.counterexample().property().holds().test(fork))
                                .isTrue();
                        next.add(fork);
                    }
                }
            }
            level = next;
        }
        assertThat(level).isNotEmpty();
    }

    @Test
    void aSearchThatIsCutOffSaysThatNothingIsVerified() {
        CheckReport report = ModelChecker.check(TWO_CONTENDERS.within(20), Progress.NONE);
        assertThat(report.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(report.complete()).isFalse();
        assertThat(report.toText()).contains("stopped at the limit of 20 states: NOT verified");
    }

    @Test
    void whatIsNeverReachedIsReportedAsInvalid() {
        Property never = Property.sometimes("pigs fly", cluster -> false);
        CheckReport report = ModelChecker.check(TWO_CONTENDERS, List.of(never), Progress.NONE);
        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.complete()).isTrue();
        assertThat(report.counterexample()).isNull();
    }

    @Test
    void aTerminalStateIsNearerThanAViolationOneStepFarther() {
        Property endless = Property.eventually("there is no end", cluster -> false);
        Property calm =
                Property.always("n1 never asks", cluster -> cluster.usage().claims(0) == 0);
        CheckSystem nobodyAsks = new CheckSystem("nobody", Setup.usual(new QuorumLock(), 3), Limits.contenders(0, 0));
        CheckReport report = ModelChecker.check(nobodyAsks, List.of(endless, calm), Progress.NONE);
        assertThat(report.counterexample().trace().choices()).isEmpty();
    }

    @Test
    void wishesThatRepeatLeadToRunsThatAreLongerThanTheWishes() {
        Setup tooSmall = Setup.parse("nodes 2  protocol ricart-agrawala  rules modulo  without B2");
        Limits once = Limits.contenders(2, 1);
        assertThat(ModelChecker.check(new CheckSystem("once", tooSmall, once), Progress.NONE)
                        .verdict())
                .isEqualTo(Verdict.VALID);
        CheckReport report =
                ModelChecker.check(new CheckSystem("again and again", tooSmall, once.repeating()), Progress.NONE);
        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.counterexample().trace().choices().stream().filter(Choice.Acquire.class::isInstance))
                .hasSizeGreaterThan(2);
    }

    @Test
    void whoIsPassedIsCountedUntilItEntersOrGivesUp() {
        Cluster cluster = Cluster.of(Setup.parse("nodes 2  protocol central  passed at-most-5"));
        List.of("acquire n1", "acquire n2", "deliver n2->n1").forEach(text -> cluster.apply(Choice.parse(text)));
        assertThat(cluster.usage().passes()).hasToString("[0, 0]");
        List.of("release n1", "acquire n1", "deliver n1->n2").forEach(text -> cluster.apply(Choice.parse(text)));
        assertThat(cluster.node(0).waiting()).hasSize(1);
        assertThat(cluster.usage().passes()).hasToString("[1, 0]");
        cluster.apply(Choice.parse("abandon n1"));
        assertThat(cluster.usage().passes()).hasToString("[0, 0]");
    }

    @Test
    void progressIsTold() {
        List<Long> told = new ArrayList<>();
        CheckSystem large = new CheckSystem(
                        "large", Setup.usual(new QuorumLock(), 3).over(Network.UNORDERED), Limits.contenders(3, 2))
                .within(80_000);
        ModelChecker.check(large, (states, frontier, depth) -> told.add(states));
        assertThat(told).hasSizeGreaterThanOrEqualTo(2).isSorted();
    }

    private static CheckSystem broken(String rule, Limits limits) {
        Setup setup = Setup.parse("nodes 3  protocol quorumlock  without " + rule);
        return new CheckSystem("without " + rule, setup, limits);
    }
}
