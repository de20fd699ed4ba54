package io.quorate.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Property;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.lab.world.Choice;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Limits;
import io.quorate.lab.world.Network;
import io.quorate.lab.world.Packet;
import io.quorate.lab.world.Setup;
import io.quorate.lab.world.Wish;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ricart and Agrawala's report, sections 2, 3, 6.4 to 6.6 and the appendix: what it says, where it is right, and where it is
 * not. The decision table of section 2.2 is in {@code RicartAgrawalaMachineTest}, beside the machine.
 */
class RicartAgrawalaPaperTest {
    private static final Path SCENARIOS = Path.of("..", "scenarios", "ricart-agrawala");
    private static final String EXCLUSION = "at no instant there are two conflicting holds";
    private static final String GETTING_ON = "in a quiet state somebody waits only if somebody holds";
    private static final String PASSES = "while somebody waits, others enter at most";

    private static Setup setup(Protocol<?> protocol, int nodes, Network network) {
        return Setup.usual(protocol, nodes).over(network);
    }

    private static Setup setup(String rules, int nodes, Network network) {
        return setup(RicartAgrawala.with(rules), nodes, network);
    }

    private static Setup without(String rule, String rules, int nodes, Network network) {
        return Setup.parse("nodes " + nodes + "  protocol ricart-agrawala  rules " + rules + "  without " + rule
                + "  network " + network.text());
    }

    /** For each node a text with a letter for each wish: w to write, r to read. */
    private static Limits wishes(String... nodes) {
        return Limits.of(Arrays.stream(nodes)
                .map(text -> text.chars()
                        .mapToObj(letter -> letter == 'r' ? Wish.SHARED : Wish.EXCLUSIVE)
                        .toList())
                .toList());
    }

    private static Limits endless(int nodes) {
        return Limits.contenders(nodes, 1).repeating();
    }

    private static CheckReport check(Setup setup, Limits limits) {
        return ModelChecker.check(new CheckSystem("paper", setup, limits), Progress.NONE);
    }

    /** Looks for two inside only: what else is wrong may show earlier. */
    private static CheckReport checkExclusion(Setup setup, Limits limits) {
        CheckReport all = check(setup, limits);
        List<Property> exclusion = all.properties().stream()
                .map(CheckReport.PropertyVerdict::property)
                .filter(property -> property.sentence().equals(EXCLUSION))
                .toList();
        return ModelChecker.check(all.system(), exclusion, Progress.NONE);
    }

    private static void assertBroken(CheckReport report, String property, int steps) {
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.INVALID);
        assertThat(report.counterexample().property().sentence()).contains(property);
        assertThat(report.counterexample().trace().choices()).hasSize(steps);
    }

    private static void assertVerified(CheckReport report) {
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.VALID);
    }

    /** Who enters, in this order, when the scenario is played. */
    private static List<String> entriesOf(String scenario) throws IOException {
        List<String> entries = new ArrayList<>();
        String text = Files.readString(SCENARIOS.resolve(scenario + ".scn"));
        ScenarioRunner.play(Scenario.parse(text))
                .text()
                .lines()
                .filter(line -> line.matches("n[0-9]+ +holds.*"))
                .forEach(line -> entries.add(line.substring(0, 2)));
        return entries;
    }

    @Nested
    class Section22Specification {
        @Test
        void anEntryTakesARequestToAndAReplyFromEachOtherNode() {
            List<String> sent = new ArrayList<>();
            Cluster cluster = Cluster.of(setup("counted", 5, Network.FIFO), new ClusterObserver() {
                @Override
                public void sent(NodeId from, NodeId to, Packet packet) {
                    sent.add(packet.toString());
                }
            });
            cluster.apply(Choice.parse("acquire n3"));
            settle(cluster);
            cluster.apply(Choice.parse("release n3"));
            settle(cluster);
            assertThat(sent).hasSize(2 * (5 - 1));
        }

        /** E-R1: "Defer_it" is decided within the semaphore, Reply_Deferred is set outside of it. */
        @Test
        void asPrintedADeferralCanBeLost() {
            assertBroken(check(setup("as-printed", 2, Network.FIFO), wishes("w", "w")), GETTING_ON, 6);
        }

        /** E-R8: the REPLYs are counted, and say nothing. */
        @Test
        void asPrintedAReplyThatComesTwiceLetsTwoIn() {
            assertBroken(
                    checkExclusion(
                            setup("as-printed", 2, Network.UNORDERED),
                            wishes("ww", "ww").withDuplicates(1)),
                    EXCLUSION,
                    10);
        }

        @Test
        void asPrintedItExcludesIfNothingIsLostOrComesTwice() {
            CheckReport report = checkExclusion(setup("as-printed", 2, Network.UNORDERED), wishes("www", "www"));
            assertVerified(report);
        }

        /** E-R12: the highest number is noted outside of the semaphore. */
        @Test
        void anUpdateOfTheHighestNumberThatIsLostLetsTwoIn() {
            assertBroken(check(without("N2", "counted", 3, Network.UNORDERED), wishes("w", "w", "w")), EXCLUSION, 16);
        }
    }

    @Nested
    class Section23Example {
        @Test
        void theyEnterInTheOrderTwoThreeOne() throws IOException {
            assertThat(entriesOf("figures-a-to-j")).containsExactly("n2", "n3", "n1");
        }
    }

    @Nested
    class Section3Assertions {
        @ParameterizedTest
        @CsvSource({"UNORDERED", "FIFO"})
        void mutualExclusionIsAchievedAndDeadlockImpossible(Network network) {
            assertVerified(check(setup("counted", 3, network), wishes("ww", "ww", "w")));
        }

        /** Section 3.3, for ever; for three nodes in the appendix. */
        @Test
        void starvationIsImpossible() {
            assertVerified(check(setup("modulo", 2, Network.UNORDERED).withPassesAtMost(2), endless(2)));
        }

        /** E-R2: the listing does not count the own number as seen. */
        @Test
        void butAsPrintedOneIsPassedMoreOftenThanTheAppendixSays() throws IOException {
            assertThat(entriesOf("as-printed-passed-without-end"))
                    .containsOnly("n1")
                    .hasSize(5);
            assertBroken(
                    check(without("N1", "counted", 2, Network.UNORDERED).withPassesAtMost(2), wishes("www", "www")),
                    PASSES,
                    12);
            assertBroken(
                    check(
                            without("N1", "counted", 2, Network.UNORDERED).withPassesAtMost(9),
                            wishes("wwwwwwwwwww", "w")),
                    PASSES,
                    40);
        }
    }

    @Nested
    class Section64BoundingSequenceNumbers {
        @ParameterizedTest
        @CsvSource({"2, UNORDERED, 72", "2, FIFO, 54", "3, UNORDERED, 13110", "3, FIFO, 9165"})
        void modulo2NMinus1IsEnoughForEver(int nodes, Network network, long states) {
            CheckReport report = check(setup("modulo", nodes, network), endless(nodes));
            assertVerified(report);
            assertThat(report.states()).isEqualTo(states);
        }

        /** E-R3. */
        @ParameterizedTest
        @CsvSource({"2, UNORDERED, 10", "2, FIFO, 10", "3, UNORDERED, 22", "3, FIFO, 22"})
        void butNotIfTheOwnNumberDoesNotCountAsSeen(int nodes, Network network, int steps) {
            assertBroken(check(without("B3", "modulo", nodes, network), endless(nodes)), EXCLUSION, steps);
        }

        @Test
        void asPrintedTwoAreInside() {
            assertBroken(checkExclusion(setup("modulo+as-printed", 2, Network.FIFO), endless(2)), EXCLUSION, 10);
        }

        @Test
        void andNoSmallerModulusDoes() {
            assertBroken(check(without("B1", "modulo", 2, Network.FIFO), endless(2)), EXCLUSION, 6);
            assertBroken(check(without("B1", "modulo", 3, Network.FIFO), endless(3)), GETTING_ON, 18);
        }

        @Test
        void whoeverGivesUpLetsItsRequestGoOn() {
            assertVerified(
                    check(setup("modulo", 3, Network.UNORDERED), endless(3).withAbandon()));
        }

        @Test
        void copiesAndLinkResetsAreNotSurvived() {
            Setup two = setup("modulo", 2, Network.UNORDERED);
            assertThat(two.protocol().traits().survivesDuplicates()).isFalse();
            assertThat(two.protocol().traits().survivesLinkResets()).isFalse();
            assertBroken(check(two, endless(2).withDuplicates(1)), EXCLUSION, 14);
            assertBroken(check(two, endless(2).withResets(1)), EXCLUSION, 15);
        }

        /** E-R5. */
        @Test
        void withReadersAReaderAndAWriterEnterTogether() {
            Protocol<?> refused = RicartAgrawala.evenIfRefused("modulo+readers-writers");
            Limits readAndWrite = wishes("rw", "rw").repeating();
            assertBroken(check(setup(refused, 2, Network.UNORDERED), readAndWrite), EXCLUSION, 10);
            assertBroken(
                    check(
                            setup(refused, 3, Network.UNORDERED),
                            wishes("r", "r", "w").repeating()),
                    EXCLUSION,
                    22);
        }

        /** E-R6. */
        @Test
        void withStandingRepliesTwoEnter() {
            Protocol<?> refused = RicartAgrawala.evenIfRefused("modulo+standing-replies");
            assertBroken(check(setup(refused, 2, Network.UNORDERED), endless(2)), EXCLUSION, 12);
        }
    }

    @Nested
    class Section65SequenceNumberIncrementation {
        /** The bias itself is measured in {@code RicartAgrawalaNumbersTest}. */
        @Test
        void anyIncrementExcludes() {
            assertVerified(check(setup("random-increments", 3, Network.UNORDERED), wishes("ww", "w", "w")));
            assertVerified(check(setup("priority", 3, Network.UNORDERED), wishes("ww", "w", "w")));
        }

        @Test
        void aNodeOfHighPriorityPassesAsOftenAsTheOthersStepAllows() throws IOException {
            Limits oneAgainstTwelve = wishes("w", "wwwwwwwwwwww");
            Setup unordered = setup("priority", 2, Network.UNORDERED);
            assertVerified(check(unordered.withPassesAtMost(8), oneAgainstTwelve));
            assertBroken(check(unordered.withPassesAtMost(7), oneAgainstTwelve), PASSES, 32);
            assertThat(entriesOf("priority-monopoly")).startsWith("n2", "n2", "n2", "n2", "n2", "n2", "n2", "n1");
        }

        @Test
        void butOnlyIfMessagesOvertakeOrAreActedUponLate() {
            assertVerified(check(setup("priority", 2, Network.FIFO).withPassesAtMost(2), wishes("w", "wwwwwwwwwwww")));
        }
    }

    @Nested
    class Section66ReadersAndWriters {
        @Test
        void aLaterReaderWaitsForAWriter() throws IOException {
            assertThat(entriesOf("readers-writers-a-later-reader-waits")).containsExactly("n1", "n2", "n4", "n3");
        }

        @Test
        void anEarlierReaderPassesAWriterAlthoughTheReportGivesWritersPriority() throws IOException {
            assertThat(entriesOf("readers-writers-an-earlier-reader-passes")).containsExactly("n1", "n2", "n3");
        }

        @Test
        void writersFirstServesTheWriterInTheSameRun() throws IOException {
            assertThat(entriesOf("writers-first-the-reader-gives-back")).containsExactly("n1", "n3", "n2");
        }

        @Test
        void whichTheNaiveComparisonPaysWithAReaderAndAWriterTogether() {
            for (String rule : List.of("W2", "W3", "W4")) {
                assertBroken(
                        check(without(rule, "writers-first", 2, Network.UNORDERED), wishes("r", "w")), EXCLUSION, 6);
            }
        }

        @Test
        void andReadersMayStarve() throws IOException {
            assertThat(entriesOf("writers-first-readers-starve"))
                    .as("passed 7 times, more than the appendix allows")
                    .containsExactly("n1", "n2", "n1", "n2", "n1", "n2", "n1", "n2", "n3");
        }
    }

    /** The bounds are exact: one less is exceeded, and they are not, whatever happens and for ever. */
    @Nested
    class Appendix {
        @ParameterizedTest
        @CsvSource({"2, UNORDERED, 2, 8", "3, UNORDERED, 5, 30", "2, FIFO, 2, 9", "3, FIFO, 4, 26"})
        void othersEnterAtMostSoOftenWhileOneWaits(int nodes, Network network, int most, int steps) {
            int formula = network == Network.FIFO ? 2 * (nodes - 1) : nodes * (nodes + 1) / 2 - 1;
            assertThat(most).isEqualTo(formula);
            Setup endlessly = setup("modulo", nodes, network);
            assertVerified(check(endlessly.withPassesAtMost(most), endless(nodes)));
            assertBroken(check(endlessly.withPassesAtMost(most - 1), endless(nodes)), PASSES, steps);
        }

        /** That it is not exceeded with counted numbers either is in {@code StandardChecksTest}. */
        @Test
        void withCountedNumbersItIsReachedToo() {
            Setup counted = setup("counted", 3, Network.UNORDERED);
            assertBroken(check(counted.withPassesAtMost(4), wishes("www", "ww", "w")), PASSES, 30);
        }

        @Test
        void theSchedulesReachTheBound() throws IOException {
            assertThat(entriesOf("appendix-passed-five-times")).containsExactly("n1", "n1", "n2", "n1", "n2", "n3");
            assertThat(entriesOf("appendix-passed-four-times")).containsExactly("n1", "n2", "n1", "n2", "n3");
        }
    }

    private static void settle(Cluster cluster) {
        List<Choice> possible = cluster.enabled(Limits.of(List.of()));
        while (possible.stream().anyMatch(Choice.Deliver.class::isInstance)) {
            cluster.apply(possible.stream()
                    .filter(Choice.Deliver.class::isInstance)
                    .findFirst()
                    .orElseThrow());
            possible = cluster.enabled(Limits.of(List.of()));
        }
    }
}
