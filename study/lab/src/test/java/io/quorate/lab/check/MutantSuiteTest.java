// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Trace;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.papers.sequential.Cyclic;
import io.quorate.papers.sequential.Sequential;
import io.quorate.papers.tree.TreeLock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every rule is left out once, and the checker must find a run that breaks. Each line pins the mutant, the smallest system that rejects it,
 * and the length of the shortest run. Here a mutant is tried on that system only; {@link MutantHuntsTest} tries all smaller ones before it.
 */
@Tag("slow")
public class MutantSuiteTest {
    @Test
    void everyRuleIsMissedWhenItIsLeftOut() {
        assertRejectedAsPinned(
                new QuorumLock(),
                "[RASPFG].*",
                "R2: a1-2x1-abandon-unordered, 5 steps",
                "R3: a1-2x1-trust, 8 steps",
                "R4a: a2-2x1-unordered, 12 steps",
                "R4b: a2-2x1-unordered, 14 steps",
                "R5: a2-2x1-reset, 18 steps",
                "R6: m3-2x1-suspicion, 6 steps",
                "R7: a1-2x1-trust, 8 steps",
                "R8: m3-2x1-suspicion, 7 steps",
                "R8b: a2-2x1-unordered-copy, 20 steps",
                "R9: a1-2x1-abandon, 8 steps",
                "A1a: a1-2x1-abandon-unordered, 8 steps",
                "A1b: a2-2x1-reset, 16 steps",
                "A1c: a1-2+1-unordered-copy, 12 steps",
                "A2: a1-2x2-standing-fences, 16 steps",
                "A3: a2-2x1-unordered, 13 steps",
                "A4a: a1-2x1, 4 steps",
                "A4b: a1-2x1, 6 steps",
                "A4d: a1-2x1, 4 steps",
                "A4c: a1-ses-abandon, 12 steps",
                "A5: a1-ses-abandon, 6 steps",
                "S3a: a1-2x1-trust, 8 steps",
                "S3b: a1-2x1-trust, 5 steps",
                "S4: a1-2x1-half-reset, 3 steps",
                "S5: star-3x1-trust-unordered-late-relinquish, 26 steps",
                "S6: a1-2x1-half-reset, 6 steps",
                "S7: a1-2x1-restart-fences, 4 steps",
                "S8: a1-2x1-restart-fences, 10 steps",
                "P1a: m3-1x1-suspicion, 2 steps",
                "P1b: m3-1x1-suspicion, 4 steps",
                "P1c: m3-2x1-suspicion, 9 steps",
                "F1: a1-2x2-standing-fences, 9 steps",
                "F2: a1-2x2-standing-fences, 9 steps",
                "F3: a1-3x1-unordered-fences, 13 steps",
                "F4: a1-2x1-restart-fences, 10 steps",
                "G1: a1-es-s-standing, 9 steps",
                "G2: a1-2x2-standing-fences, 8 steps");
    }

    @Test
    void everyRuleAboutSlowVotersSparesQuestionsStopsAndTwinsIsMissedToo() {
        assertRejectedAsPinned(
                new QuorumLock(),
                "[HVBWT].*",
                "H2a: m3-1x1-slow, 2 steps",
                "H2b: m3-1x1-slow, 2 steps",
                "H2c: m3-apart-2x1-frozen, 8 steps",
                "H2d: a2-1x1-slow, 2 steps",
                "H3a: m3-apart-2x1-frozen, 19 steps",
                "H3b: m3-apart-2x1-frozen, 17 steps",
                "H5: tree4-2x1, 3 steps",
                "V1: m3-2x1-spares, 7 steps",
                "B1a: a1-e-n-reset, 13 steps",
                "B1b: m3-s-e-sn, 11 steps",
                "B1c: a1-e-n-reset, 13 steps",
                "B1d: a1-e-n-reset, 11 steps",
                "B1e: a1-e-n-n, 16 steps",
                "B2: a1-e-n-n, 14 steps",
                "B2b: a1-e-n-n, 14 steps",
                "B3a: a1-e-n-n, 12 steps",
                "B5: m3-s-e-sn, 9 steps",
                "W2b: m3-2x1-twin, 8 steps",
                "W2c: m3-2x1-twin, 10 steps",
                "W2d: a2-1x1-stop, 4 steps",
                "W2e: a1-2x1-stop, 21 steps",
                "W3a: m3-2x1-stop, 10 steps",
                "W3b: a1-2x1-stop, 11 steps",
                "W3c: a1-2x1-restart-stop, 13 steps",
                "T1a: m3-two-locks-twin, 9 steps");
    }

    @Test
    void everyRuleAboutWritersBehindReadersOfTheirNodeIsMissedToo() {
        assertRejectedAsPinned(
                new QuorumLock(),
                "M.*",
                "M1a: v1-s-se-behind, 4 steps",
                "M1b: v1-s-se-behind-abandon, 8 steps",
                "M1c: v1-s-se-behind-half-reset, 7 steps",
                "M1d: v1-s-se-behind-abandon-unordered, 10 steps",
                "M2a: a1-se-ss-behind, 12 steps",
                "M2b: m3-se-s-behind-spares, 12 steps",
                "M2c: v1-s-se-behind, 7 steps",
                "M2d: v1-sn-se-behind, 7 steps",
                "M3a: a1-se-ss-behind, 15 steps",
                "M3b: m3-se-s-behind-slow, 11 steps");
    }

    @Test
    void everyRuleAboutRosterChangesIsMissedToo() {
        assertRejectedAsPinned(
                new QuorumLock(),
                "[ED].*",
                "E1: e-1-2-own12-restart, 8 steps",
                "E2a: e-1-2-own12, 5 steps",
                "E2b: e-1-2-own12, 3 steps",
                "E3: e-1-2-own12, 8 steps",
                "E4a: e-1-2-own12, 6 steps",
                "E4b: e-1-2-own12, 5 steps",
                "E4c: e-1-2-own12-restart, 9 steps",
                "E5a: e-1-123-own12, 10 steps",
                "E5b: e-1-2-own12, 6 steps",
                "E5c: e-1-2-own12-half-reset, 8 steps",
                "E6a: e-1-2-own12, 5 steps",
                "E6b: e-123-1-own12, 6 steps",
                "E6c: e-12-3-by-name-own13, 5 steps",
                "E7: e-1-2-2+1-fences, 8 steps",
                "D2: e-1-2-3-own13, 6 steps");
    }

    @Test
    void everyRuleOfTheSequentialLockIsMissed() {
        assertRejectedAsPinned(
                new Sequential(),
                ".*",
                "O1: sequential-triangle-3x1, 6 steps",
                "R1: sequential-a2-2x1, 8 steps",
                "R2: sequential-triangle-3x1-unordered-copy, 8 steps",
                "R3: sequential-a2-2x1-half-reset, 9 steps",
                "R4: sequential-a1-2+1-unordered-copy, 11 steps",
                "A2: sequential-a1-3-order, 10 steps",
                "A1: sequential-a1-2+1-unordered-copy, 7 steps",
                "S1: sequential-a2-2x1-half-reset, 3 steps",
                "S2: sequential-a2-2x1-half-reset, 4 steps");
    }

    @Test
    void everyRuleOfTheCyclicLockIsMissed() {
        assertRejectedAsPinned(
                new Cyclic(),
                ".*",
                "O1: cyclic-triangle-3x1, 6 steps",
                "R4: cyclic-a2-2+1-abandon, 11 steps",
                "A2: cyclic-a1-3-order, 10 steps",
                "A1: cyclic-a2-2+1-half-reset, 10 steps",
                "C1: cyclic-a2-2x1-abandon, 7 steps",
                "C2: cyclic-triangle-3x1-abandon, 5 steps",
                "S1: cyclic-a2-2x1-half-reset, 3 steps",
                "S2: cyclic-a2-2x1-half-reset, 4 steps",
                "S3: cyclic-a2-2x1-half-reset, 7 steps",
                "S4: cyclic-a2-2x1-half-reset, 7 steps");
    }

    @Test
    void everyRuleOfTheTreeAlgorithmIsMissedToo() {
        assertRejectedAsPinned(
                new TreeLock(),
                ".*",
                "R2: tree3-2x1-reset, 8 steps",
                "R3a: tree3-apart-2x1-unordered, 9 steps",
                "R3b: tree3-3x1-unordered-copy, 12 steps",
                "R4: tree3-apart-2x1-reset, 15 steps",
                "R5: tree3-2x1, 2 steps",
                "R6: tree3-2x1, 4 steps",
                "A1: tree3-2x2-unordered-copy, 14 steps",
                "A2: tree3-3x2, 14 steps",
                "A3: tree3-apart-3x1-unordered, 22 steps",
                "A4: tree3-2x1, 4 steps",
                "A5: tree3-3x1-order, 10 steps",
                "F1: tree3-2x1-crash, 8 steps",
                "F2: tree3-2x1-suspicion, 7 steps",
                "F3: tree3-2x1-suspicion, 9 steps",
                "F4: tree3-2x1-crash, 5 steps",
                "F5: tree3-2x1-crash, 8 steps",
                "F6: tree3-3x1-crash-unordered, 16 steps",
                "S1: tree3-2x1-reset, 4 steps",
                "S2: tree3-2x1-reset, 7 steps");
    }

    @Test
    void everyRuleOfMaekawaIsMissedWhenItIsLeftOut() {
        assertRejectedAsPinned(
                new Maekawa(),
                ".*",
                "R1: maekawa-a1-2x1-half-reset, 3 steps",
                "R2: maekawa-a1-2x1-half-reset, 6 steps",
                "R3: maekawa-a1-2+1-unordered-copy, 11 steps",
                "R4: maekawa-third-meets-once-unordered-copy, 21 steps",
                "R5: maekawa-a2-2x1-reset, 15 steps",
                "R6: maekawa-a1-2x1-abandon, 6 steps",
                "R7a: maekawa-3-3x1, 8 steps",
                "R7b: maekawa-3-3x1, 8 steps",
                "R7c: maekawa-a2-2x1-unordered, 11 steps",
                "R8: maekawa-a2-2x2, 29 steps",
                "R9: maekawa-a2-2x1-reset, 15 steps",
                "R10: maekawa-a1-2x1-abandon, 7 steps",
                "A1a: maekawa-3-3x1, 6 steps",
                "A1b: maekawa-a2-3x1, 16 steps",
                "A2: maekawa-a2-3x1, 16 steps",
                "A3: maekawa-3-3x1, 8 steps",
                "A4: maekawa-a2-3x1, 17 steps",
                "A10: maekawa-3-3x1-order, 10 steps",
                "A5a: maekawa-third-meets-once-unordered-copy, 17 steps",
                "A5b: maekawa-third-meets-once-unordered-copy, 22 steps",
                "A6: maekawa-3-3x1, 14 steps",
                "A7a: maekawa-a1-2x1-half-reset, 4 steps",
                "A7b: maekawa-a2-2x1-reset, 13 steps",
                "A8: maekawa-a1-2x1-half-reset, 4 steps",
                "A9: maekawa-a1-2x1-abandon, 8 steps");
    }

    @Test
    void everyRuleOfATakeOverIsMissedToo() {
        assertRejectedAsPinned(
                Maekawa.takingOver(),
                ".*",
                "T1: take-over-hub-2x1-crash, 8 steps",
                "T2: take-over-hub-2x1-crash, 10 steps",
                "T3: take-over-hub-2x1-crash, 10 steps",
                "T4: take-over-3-2x1-crash, 5 steps",
                "T5: take-over-3-2x1-crash, 5 steps",
                "T6: take-over-hub-2x1-2-crashes, 8 steps",
                "T7: take-over-4-2x1-crash, 16 steps",
                "T8: take-over-hub-2x1-crash-half-reset, 8 steps");
    }

    @Test
    void everyRuleOfRicartAndAgrawalaIsMissedWhenItIsLeftOut() {
        // Those of sections 6.1 to 6.3 (I, M, L, G) and 7 (P) have tests of their own: RicartAgrawalaMediaChecksTest,
        // RicartAgrawalaPracticeChecksTest.
        assertThat(Kits.mutants(new RicartAgrawala()))
                .allMatch(mutant -> mutant.rule().matches("[RDNBWCIMLGP]\\d+"));
        assertRejectedAsPinned(
                new RicartAgrawala(),
                "[RDNBWC]\\d+",
                "R1: ricart-agrawala-2x2, 2 steps",
                "R2: ricart-agrawala-2x2-abandon, 8 steps",
                "R3: ricart-agrawala-3x1-reset, 12 steps",
                "R4: ricart-agrawala-3x1-reset, 6 steps",
                "D1: ricart-agrawala-2x2, 6 steps",
                "D2: ricart-agrawala-2x2, 6 steps",
                "D3: ricart-agrawala-2x2, 6 steps",
                "D4: ricart-agrawala-2x2-abandon, 10 steps",
                "D5: ricart-agrawala-2x2, 6 steps",
                "D6: ricart-agrawala-priority+delay-acting-2x1, 2 steps",
                "N1: ricart-agrawala-counted-2x3-passed-2, 12 steps",
                "N2: ricart-agrawala-counted-3x1, 16 steps",
                "N3: ricart-agrawala-counted-2x2, 6 steps",
                "B1: ricart-agrawala-modulo-2-endless, 6 steps",
                "B2: ricart-agrawala-modulo-2-endless, 10 steps",
                "B3: ricart-agrawala-modulo-2-endless, 10 steps",
                "B4: ricart-agrawala-modulo-2-endless-abandon, 8 steps",
                "W1: ricart-agrawala-readers-writers-r-w, 6 steps",
                "W2: ricart-agrawala-writers-first-r-w, 6 steps",
                "W3: ricart-agrawala-writers-first-r-w, 6 steps",
                "W4: ricart-agrawala-writers-first-r-w, 6 steps",
                "C1: ricart-agrawala-standing-replies-2+1+1, 20 steps",
                "C2: ricart-agrawala-standing-replies-2x2, 8 steps",
                "C3: ricart-agrawala-standing-replies-2x2, 8 steps");
    }

    private void assertRejectedAsPinned(Protocol<?> protocol, String rules, String... pins) {
        Map<String, String> pinnedSystems = new TreeMap<>();
        for (String pin : pins) {
            pinnedSystems.put(
                    pin.substring(0, pin.indexOf(':')), pin.substring(pin.indexOf(':') + 2, pin.indexOf(',')));
        }
        assertThat(Kits.mutants(protocol).stream()
                        .filter(mutant -> mutant.rule().matches(rules))
                        .map(mutant -> triedOn(mutant, pinnedSystems.getOrDefault(mutant.rule(), "not pinned")))
                        .map(MutantSuiteTest::summary))
                .containsExactly(pins);
    }

    /** What becomes of the mutant on the system that is pinned for it. */
    MutantVerdict triedOn(Mutant mutant, String pinned) {
        List<CheckSystem> systems = MutantSuite.systemsFor(mutant).stream()
                .filter(system -> system.name().equals(pinned))
                .toList();
        assertThat(systems)
                .as("systems called %s, for the mutant without %s", pinned, mutant.rule())
                .hasSize(1);
        return MutantSuite.hunt(mutant, systems, Progress.NONE);
    }

    /** Rule, system and length of a counterexample that can be read, replayed and played as a scenario. */
    public static String summary(MutantVerdict verdict) {
        if (verdict.rejection() == null) {
            return verdict.mutant().rule() + ": not rejected";
        }
        Trace trace = verdict.rejection().counterexample().trace();
        Trace read = Trace.parse(trace.toText());
        assertThat(verdict.rejection().counterexample().property().holds().test(read.replay(ClusterObserver.NONE)))
                .as(verdict.toScenario())
                .isFalse();
        Scenario scenario = Scenario.parse(verdict.toScenario());
        // The player adds a line where its own audits notice the break.
        assertThat(ScenarioRunner.play(scenario).text()).startsWith(verdict.toScenario());
        return verdict.mutant().rule() + ": " + verdict.rejection().system().name() + ", "
                + trace.choices().size() + " steps";
    }
}
