package io.quorate.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.maekawa.Maekawa;
import io.quorate.core.protocol.maekawa.MaekawaMessage;
import io.quorate.core.quorum.All;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.Majority;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Singleton;
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
import io.quorate.lab.world.Limits;
import io.quorate.lab.world.Network;
import io.quorate.lab.world.Setup;
import io.quorate.lab.world.Wish;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Maekawa's paper, section by section: what it says, where it is right, and where it is not. */
class MaekawaPaperTest {
    private static final String FIGURE_1B = "n1,n2,n3/n2,n4,n6/n3,n5,n6/n1,n4,n5/n2,n5,n7/n1,n6,n7/n3,n4,n7";

    /** Two of the three sets are the same, the third meets them in one node. */
    private static final String THIRD_MEETS_ONCE = "n1=n4,n5/n2=n2,n4/n3=n4,n5";

    private static Setup asPrinted(String sets, int nodes) {
        return Setup.of(Maekawa.asPrinted(), Explicit.ofSets(sets, nodes), nodes);
    }

    /** Each of these nodes, counted from one, asks once. */
    private static Limits asking(Integer... nodes) {
        List<Integer> asking = List.of(nodes);
        List<List<Wish>> wishes = new ArrayList<>();
        for (int node = 1; node <= 7; node++) {
            wishes.add(asking.contains(node) ? List.of(Wish.EXCLUSIVE) : List.of());
        }
        return Limits.of(wishes);
    }

    private static CheckReport check(Setup setup, Limits limits) {
        return ModelChecker.check(new CheckSystem("paper", setup, limits), Progress.NONE);
    }

    private static void assertBroken(CheckReport report, String property, int steps) {
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.INVALID);
        assertThat(report.counterexample().property().sentence()).contains(property);
        assertThat(report.counterexample().trace().choices()).hasSize(steps);
    }

    private static void assertVerified(CheckReport report) {
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.VALID);
    }

    /** The nodes in the order in which they enter. */
    private static List<String> entries(String scenario) throws IOException {
        String text = Files.readString(Path.of("..", "scenarios", "maekawa", scenario));
        return ScenarioRunner.play(Scenario.parse(text))
                .text()
                .lines()
                .filter(line -> line.matches("n\\d+ +holds"))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    @Nested
    class Section2RequestResolution {
        @Test
        void otherAlgorithmsAreChoicesOfTheSets() {
            for (QuorumSystem sets : List.of(new Singleton(3), new Majority(3), new All(3))) {
                assertVerified(check(Setup.of(new Maekawa(), sets, 3), Limits.contenders(3, 1)));
            }
        }

        /** E-M9: the paper says K = N for Thomas's algorithm. */
        @ParameterizedTest
        @ValueSource(ints = {3, 4, 7, 20})
        void aMajorityHasHalfTheNodesAndOneMore(int nodes) {
            assertThat(new Majority(nodes).quorumOf(NodeId.of(0)).size()).isEqualTo(nodes / 2 + 1);
        }
    }

    @Nested
    class Section3TheChoiceOfTheSets {
        @ParameterizedTest
        @CsvSource({"3, 2", "7, 3", "13, 4", "21, 5", "133, 12", "381, 20"})
        void theUsualSetsAreAPlaneWhereThereIsOne(int nodes, int size) {
            QuorumSystem sets = new Maekawa().usualQuorums(nodes);
            assertThat(sets.name()).isEqualTo("plane");
            assertThat(sets.quorumOf(NodeId.of(0)).size()).isEqualTo(size);
        }

        @Test
        void elsewhereTheyHaveEqualSizeToo() {
            QuorumSystem sets = new Maekawa().usualQuorums(10);
            for (int node = 0; node < 10; node++) {
                assertThat(sets.quorumOf(NodeId.of(node)).size()).isEqualTo(4);
                assertThat(sets.quorumOf(NodeId.of(node)).contains(node)).isTrue();
            }
        }
    }

    /** E-M1 to E-M4: what is wrong with it as printed. Each run is a file below scenarios/maekawa. */
    @Nested
    class Section4Algorithm {
        private static final String DEADLOCK = "somebody waits only if somebody holds";
        private static final String TWO_INSIDE = "at no instant there are two conflicting holds";

        @Test
        void asPrintedFourNodesDeadlock() {
            assertBroken(check(Setup.usual(Maekawa.asPrinted(), 4), Limits.contenders(3, 1)), DEADLOCK, 13);
        }

        @Test
        void asPrintedThreeRequestersOfOneSetDeadlock() {
            assertBroken(check(asPrinted("n4,n5", 5), Limits.contenders(3, 1)), DEADLOCK, 16);
        }

        @Test
        void asPrintedItDeadlocksOnThePapersOwnSets() {
            assertBroken(check(asPrinted(FIGURE_1B, 7), asking(2, 3, 4, 5)), DEADLOCK, 18);
        }

        @Test
        @Tag("long")
        void threeRequestersAreTooFewForThatOnThePapersSets() {
            for (int one = 1; one <= 5; one++) {
                for (int two = one + 1; two <= 6; two++) {
                    for (int three = two + 1; three <= 7; three++) {
                        assertVerified(check(asPrinted(FIGURE_1B, 7), asking(one, two, three)));
                    }
                }
            }
        }

        @Test
        void asPrintedAStaleInquireLetsTwoIn() {
            assertBroken(check(asPrinted("n3,n4", 4), Limits.contenders(2, 2)), TWO_INSIDE, 30);
        }

        @Test
        void asPrintedItNeedsOrder() {
            Setup ordered = asPrinted(THIRD_MEETS_ONCE, 5);
            assertVerified(check(ordered, Limits.contenders(3, 1)));
            assertBroken(check(ordered.over(Network.UNORDERED), Limits.contenders(3, 1)), TWO_INSIDE, 19);
        }

        @Test
        @Tag("long")
        void correctedFourContendersOnThePlaneAndACopyAreCleanAsFarAsTenMillionStates() {
            Setup plane = Setup.usual(new Maekawa(), 7).over(Network.UNORDERED);
            Limits limits = Limits.contenders(4, 1).withDuplicates(1);
            CheckReport report =
                    ModelChecker.check(new CheckSystem("plane", plane, limits).within(10_000_000), Progress.NONE);
            assertThat(report.counterexample()).isNull();
        }
    }

    @Nested
    class Section5AnExample {
        @Test
        void nodesSevenEightAndElevenEnterInThisOrder() throws IOException {
            assertThat(entries("section-5-circular-locking.scn")).containsExactly("n7", "n8", "n11");
        }

        @Test
        void nodeThreeOvertakes() throws IOException {
            assertThat(entries("section-5-node-3-overtakes.scn")).containsExactly("n3", "n7", "n8", "n11");
        }
    }

    @Nested
    class Section6Proof {
        /** Figure 3. E-M5: that such a node "must receive a FAILED message" is what goes wrong in section 4. */
        @Test
        void theCircularWaitingOfTheFigureIsBroken() throws IOException {
            assertThat(entries("figure-3-circular-waiting.scn")).containsExactly("n2", "n1", "n4", "n6");
        }

        /** E-M7: 6.3 says that at most K-1 go first. K is 2 here; nodes 4 and 5 have numbers up to 4 to use up. */
        @Test
        void asPrintedAWaiterIsOvertakenMoreOftenThanKMinusOneTimes() {
            assertThat(overtakings(Maekawa.asPrinted(), false)).isEqualTo(7);
        }

        /**
         * The bound, over all that can happen: members n1 and n2 know of n3's request, whose number is higher than all that n4,
         * which is inside, and n5 have heard of. Both ask again and again. While n3 waits n4 is inside this once and once
         * more, n5 once: to enter they hear from a member, and then they know the number.
         */
        @ParameterizedTest
        @CsvSource({"3, 1, 45578", "2, 2, 87904"})
        void whateverHappensACompetitorIsInsideTwiceAtMostWhileAnOlderRequestWaits(
                int requestsOfN4, int requestsOfN5, long states) {
            Setup setup = Setup.of(new Maekawa(), Explicit.ofSets("n1,n2", 2), 5);
            assertOvertakingIsBound(setup, requestsOfN4, requestsOfN5, states);
        }

        @Test
        @Tag("long")
        void alsoOnANetworkWithoutOrder() {
            Setup setup =
                    Setup.of(new Maekawa(), Explicit.ofSets("n1,n2", 2), 5).over(Network.UNORDERED);
            assertOvertakingIsBound(setup, 3, 0, 494_592);
            assertOvertakingIsBound(setup, 1, 2, 496_896);
        }

        private void assertOvertakingIsBound(Setup setup, int requestsOfN4, int requestsOfN5, long states) {
            Limits limits = Limits.of(List.of(
                    List.of(),
                    List.of(),
                    Collections.nCopies(4, Wish.EXCLUSIVE),
                    Collections.nCopies(requestsOfN4, Wish.EXCLUSIVE),
                    Collections.nCopies(requestsOfN5, Wish.EXCLUSIVE)));
            CheckSystem system = new CheckSystem("overtaking", setup, limits).after(untilN3IsKnown(setup));
            List<Property> bound = List.of(
                    new Property(
                            Property.Kind.ALWAYS,
                            "while n3 waits, n4 is inside twice at most and n5 once",
                            cluster -> entriesWhileN3Waits(cluster, 3) <= 2 && entriesWhileN3Waits(cluster, 4) <= 1),
                    new Property(
                            Property.Kind.SOMETIMES,
                            "they are, if they ask so often",
                            cluster -> entriesWhileN3Waits(cluster, 3) == Math.min(2, requestsOfN4)
                                    && entriesWhileN3Waits(cluster, 4) == Math.min(1, requestsOfN5)));
            CheckReport report = ModelChecker.check(system, bound, Progress.NONE);
            assertVerified(report);
            assertThat(report.states()).isEqualTo(states);
        }

        /** n4 enters; n3 asks and gives up until its number is high, and asks; all that it said arrives. */
        private String[] untilN3IsKnown(Setup setup) {
            List<String> choices = new ArrayList<>(List.of("acquire n4"));
            for (String member : List.of("n1", "n2")) {
                choices.add("deliver n4->" + member);
                choices.add("deliver " + member + "->n4");
            }
            for (int request = 1; request <= 3; request++) {
                choices.addAll(List.of("acquire n3", "abandon n3"));
            }
            choices.add("acquire n3");
            Cluster cluster = Cluster.of(setup);
            choices.forEach(choice -> cluster.apply(Choice.parse(choice)));
            for (String member : List.of("n1", "n2")) {
                int frames = cluster.channel(NodeId.of(2), NodeId.parse(member)).size();
                choices.addAll(Collections.nCopies(frames, "deliver n3->" + member));
            }
            return choices.toArray(String[]::new);
        }

        private long entriesWhileN3Waits(Cluster cluster, int node) {
            boolean waits = !cluster.node(node).waiting().isEmpty();
            boolean n3Waits = !cluster.node(2).waiting().isEmpty();
            return n3Waits ? cluster.usage().claims(node) - (waits ? 1 : 0) : 0;
        }

        /** Each competitor once: with the entry that was under way, n4 is inside twice while n3 waits, and never again. */
        @Test
        void withTheClockInEveryFrameACompetitorOvertakesUntilItHasHeardOfTheNumber() {
            assertThat(overtakings(new Maekawa(), true)).isEqualTo(2);
            assertThat(overtakings(Maekawa.asPrinted(), true)).isEqualTo(2);
        }
    }

    /** E-M11, section 9: a node asks its own set only. */
    @Nested
    class Section9NodeFailure {
        @Test
        void aDeadMemberStopsWhoNeedsItThoughOthersAreThere() {
            Setup setup = Setup.usual(new Maekawa(), 3);
            NodeId asker = NodeId.of(0);
            NodeId member =
                    NodeId.of(setup.quorums().quorumOf(asker).without(asker).next(0));
            Cluster cluster = Cluster.of(setup);
            cluster.apply(new Choice.Crash(member));
            cluster.apply(new Choice.Detect(asker, member));
            cluster.apply(new Choice.Acquire(asker, Choice.USUAL_LOCK, Mode.EXCLUSIVE));
            assertThat(cluster.framesInFlight()).isZero();
            assertThat(cluster.node(asker).waiting()).hasSize(1);
        }
    }

    /**
     * Arbiters n1 and n2 that all need, a waiter n3 whose number is 5 and competitors n4 and n5 that ask again as soon as they
     * are out. How many enter after n3 has asked and before it enters.
     */
    private static int overtakings(Maekawa protocol, boolean clockInFrames) {
        BareCluster<MaekawaMessage> cluster =
                new BareCluster<>(protocol, 5, Explicit.ofSets("n1,n2", 2), clockInFrames);
        cluster.observe(2, 4);
        for (int node : new int[] {3, 2, 4}) {
            cluster.acquire(node);
            cluster.settle();
        }
        int entries = 0;
        while (cluster.machine(2).phase() != Phase.HOLDING) {
            int holder = cluster.holder();
            entries += entries == 0 && holder == 3 ? 0 : 1;
            cluster.release(holder);
            cluster.acquire(holder);
            cluster.settle();
            assertThat(entries).as("starved").isLessThan(100);
        }
        return entries;
    }
}
