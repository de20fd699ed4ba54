// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.quorate.lab.check.CheckReport;
import io.quorate.lab.simulate.Simulation;
import io.quorate.lab.simulate.Simulator;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.ricartagrawala.RicartAgrawala;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.QuickRun;
import io.quorate.reproduce.Verdict;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaCompliance;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaConflicts;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaRuns;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaSearch.Fault;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaWatch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the items say what the report says, and that they would notice if it came out otherwise. */
@Tag("slow")
class RicartAgrawalaItemsTest {
    private static final Map<String, Finding> FINDINGS = new TreeMap<>();

    /** Each item is run once. */
    private static Finding finding(String name) {
        return FINDINGS.computeIfAbsent("ricart-agrawala-" + name, QuickRun::of);
    }

    private static Comparison comparison(String item, String what) {
        return finding(item).comparisons().stream()
                .filter(each -> each.what().startsWith(what))
                .findFirst()
                .orElseThrow(() -> new AssertionError(item + " does not compare: " + what));
    }

    /** The numbers here were read in the report. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            introduction      | messages of an entry, N = 10                       | 18
            introduction      | of Lamport's algorithm, N = 10                     | 27
            decision-table    | rule 1                                             | REPLY
            decision-table    | rule 2                                             | REPLY
            decision-table    | rule 3                                             | defer
            decision-table    | rule 4                                             | REPLY
            decision-table    | rule 5                                             | defer
            figures-a-to-j    | they enter in the order                            | n2, n3, n1
            figures-a-to-j    | messages of the three entries                      | 12
            section-2.4       | how often another enters once                      | 1
            section-4.1       | messages of an entry, N = 5                        | 8
            section-4.2       | messages of an entry, N = 5                        | 5
            bound-1           | delay in trips, N = 10, longest                    | 2
            bound-3           | trips between a release and the next entry, N = 10 | 1, 1, 1
            section-5.4       | entries that are neither                           | 0
            section-6.1       | least messages, N = 10                             | 9
            section-6.2       | messages of an entry, N = 10                       | 10
            section-6.2       | with implicit reply, least, N = 10                 | 1
            section-6.2.1     | REQUESTs and REPLYs of an entry, N = 10, no pause  | 1, 1
            section-6.3       | messages of an entry, N = 10, no pause             | 10
            section-6.3       | with notes, alone, N = 10                          | 10
            section-6.4-range | the farthest that can be, N = 5                    | 4
            section-6.4-range | different numbers modulo M that occur, N = 5       | 9
            section-7.2.3     | e. the fourth REQUEST of a single node             | 4
            appendix-any-order | entries of others while A waits, N = 5            | 14
            appendix-any-order | of one N, of another N-1, and so on down to 2, N = 5 | 5, 4, 3, 2
            appendix-in-order | entries of others while A waits, N = 5             | 8
            appendix-in-order | of the same node, N = 5                            | 2
            appendix-fourth-request | REQUESTs of one node                         | 4
            """)
    void theNumberOfTheReportComesOut(String item, String what, String number) {
        Comparison comparison = comparison(item, what);
        assertThat(comparison.paper()).isEqualTo(number);
        assertThat(comparison.ours()).isEqualTo(number);
        assertThat(comparison.verdict()).isEqualTo(Verdict.EQUAL);
    }

    @Test
    void halfOfTheConflictsWaitForTheLaterRequest() {
        assertThat(comparison("bound-2", "share of the conflicts").paper()).isEqualTo("0.5");
        assertThat(finding("bound-2").holds()).isTrue();
    }

    /** As the page about the algorithm says; the second half of the nodes against the first. */
    @Test
    void theBiasOfTiesIsAsThePageSays() {
        assertThat(ratio("section-6.5-ties", "unit steps, all ask at once, N = 4"))
                .isCloseTo(2.22, within(0.02));
        assertThat(ratio("section-6.5-ties", "random steps, all ask at once, N = 4"))
                .isCloseTo(1.08, within(0.02));
        assertThat(ratio("section-6.5-ties", "unit steps, all ask at once, N = 8"))
                .isCloseTo(2.31, within(0.02));
        assertThat(ratio("section-6.5-ties", "random steps, all ask at once, N = 8"))
                .isCloseTo(1.01, within(0.02));
        List<Comparison> priority = finding("section-6.5-priority").comparisons();
        assertThat(Double.parseDouble(priority.get(0).ours())).isCloseTo(0.45, within(0.02));
        assertThat(Double.parseDouble(priority.get(1).ours())).isCloseTo(0.43, within(0.02));
    }

    private static double ratio(String item, String what) {
        return Double.parseDouble(comparison(item, what).ours());
    }

    @Test
    void anImplicitReplyTakesMoreMessagesThanThePaperSays() {
        Comparison most = comparison("section-6.1", "most messages, N = 10");
        assertThat(most.verdict()).isEqualTo(Verdict.DIFFERS);
        assertThat(most.paper()).isEqualTo("18");
        assertThat(Double.parseDouble(most.ours())).isBetween(26.5, 27.0);
    }

    @Test
    void everyErratumOfThePagesIsShownByAnItem() {
        Pattern erratum = Pattern.compile("E-R\\d+");
        List<String> shown = RicartAgrawalaItems.all().stream()
                .flatMap(item -> finding(item.name().substring("ricart-agrawala-".length())).comparisons().stream())
                .filter(each -> each.verdict() == Verdict.DIFFERS || each.verdict() == Verdict.OURS)
                .flatMap(each -> erratum.matcher(each.what() + each.reason()).results())
                .map(MatchResult::group)
                .distinct()
                .sorted()
                .toList();
        assertThat(shown)
                .containsExactly(
                        "E-R1", "E-R10", "E-R12", "E-R13", "E-R14", "E-R2", "E-R3", "E-R5", "E-R6", "E-R7", "E-R8",
                        "E-R9");
    }

    /** What is wrong must be noticed. */
    @Nested
    class Noticed {
        private static final Setup BROKEN = RicartAgrawalaSearch.without("D1", "corrected", 3, Network.UNORDERED);

        private static CheckReport brokenAfterSixSteps() {
            return RicartAgrawalaSearch.check(
                    RicartAgrawalaSearch.without("D1", "corrected", 2, Network.UNORDERED),
                    RicartAgrawalaSearch.wishes("w", "w"));
        }

        @Test
        void aSearchThatFindsSomethingElseIsUnexplained() {
            CheckReport broken = brokenAfterSixSteps();
            CheckReport sound = RicartAgrawalaSearch.check(
                    RicartAgrawalaSearch.setup("corrected", 2, Network.UNORDERED),
                    RicartAgrawalaSearch.wishes("w", "w"));
            assertThat(RicartAgrawalaSearch.needed("a", "b", broken, Fault.TWO_INSIDE, 6)
                            .verdict())
                    .isEqualTo(Verdict.EQUAL);
            assertThat(List.of(
                            RicartAgrawalaSearch.needed("a", "b", broken, Fault.TWO_INSIDE, 5),
                            RicartAgrawalaSearch.needed("a", "b", broken, Fault.STUCK, 6),
                            RicartAgrawalaSearch.needed("a", "b", sound, Fault.TWO_INSIDE, 6),
                            RicartAgrawalaSearch.erratum("a", "b", sound, Fault.TWO_INSIDE, 6, "known"),
                            RicartAgrawalaSearch.verified("a", "b", broken)))
                    .extracting(Comparison::verdict)
                    .containsOnly(Verdict.UNEXPLAINED);
        }

        private static RicartAgrawalaWatch.Counts watched(Setup setup) {
            RicartAgrawalaWatch.Counts counts = new RicartAgrawalaWatch.Counts();
            for (int seed = 1; seed <= 5; seed++) {
                Simulation simulation =
                        Simulation.of(setup, seed, RicartAgrawalaRuns.load(RicartAgrawalaRuns.SATURATED, 100));
                Simulator.run(simulation, List.of(), clock -> new RicartAgrawalaWatch(setup.nodes(), counts));
            }
            return counts;
        }

        @Test
        void aRequestThatIsNotDeferredAlthoughItShouldBe() {
            assertThat(watched(BROKEN).againstTheTable).isPositive();
        }

        @Test
        void twoRequestsOfWhichNeitherIsDeferred() {
            RicartAgrawalaWatch.Counts counts =
                    watched(RicartAgrawalaSearch.without("D2", "corrected", 3, Network.UNORDERED));
            assertThat(counts.againstTheCases).isPositive();
        }

        @Test
        void aNumberThatIsNotHigherThanThoseSeen() {
            RicartAgrawalaWatch.Counts counts =
                    watched(RicartAgrawalaSearch.without("N3", "counted", 3, Network.UNORDERED));
            assertThat(counts.numbersNotHigher).isPositive();
        }

        @Test
        void entriesThatComeTooLate() {
            RicartAgrawalaCompliance compliance = new RicartAgrawalaCompliance();
            RicartAgrawalaConflicts conflicts = new RicartAgrawalaConflicts();
            Simulation slower = RicartAgrawalaRuns.simulation(new RicartAgrawala(), 2, RicartAgrawalaRuns.thinking(3))
                    .with(RandomDuration.constant(RicartAgrawalaRuns.TRIP + 1));
            RicartAgrawalaRuns.run(slower, compliance::watch);
            RicartAgrawalaRuns.run(slower, conflicts::watch);
            assertThat(compliance.others()).isPositive();
            assertThat(conflicts.others()).isPositive().isEqualTo(conflicts.count());
        }

        @Test
        void aRunThatBreaksAPromiseEndsTheItemAndTellsHowToSeeItAgain() {
            Simulation broken = Simulation.of(BROKEN, 1, RicartAgrawalaRuns.load(RicartAgrawalaRuns.SATURATED, 100));
            assertThatIllegalStateException()
                    .isThrownBy(() -> RicartAgrawalaRuns.run(broken))
                    .withMessageContaining("BROKEN")
                    .withMessageContaining("again: ./quorate simulate ricart-agrawala");
        }
    }
}
