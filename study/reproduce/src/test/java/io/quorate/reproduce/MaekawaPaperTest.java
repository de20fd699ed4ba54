// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.reproduce.maekawa.Overtaking;
import io.quorate.reproduce.maekawa.TakeOver;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.measure.SetProperties;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Maekawa's paper, section by section: what goes beyond its items, and that these would see it if something else came out. */
class MaekawaPaperTest {
    private static void assertVerified(CheckReport report) {
        assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.VALID);
    }

    @Nested
    class Section2RequestResolution {
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
            SetProperties sets = SetProperties.of(new Maekawa().usualQuorums(10));
            assertThat(sets.areAll()).isTrue();
            assertThat(sets.size()).isEqualTo(new SetProperties.Span(4, 4));
        }
    }

    @Nested
    class Section4Algorithm {
        @Test
        void theDeadlockIsSeenOnlyWithTheRulesThatHaveIt() {
            Setup corrected = Setup.usual(new Maekawa(), 4);
            Explored explored = Explored.of(corrected, Limits.contenders(3, 1));
            assertThat(explored.breaks("4 nodes", "no deadlock", Explored.DEADLOCK, 13, "E-M1")
                            .verdict())
                    .isEqualTo(io.quorate.reproduce.Verdict.UNEXPLAINED);
        }

        @Test
        void aRunOfAnotherLengthOrOfAnotherHarmIsNotTheOneThatIsKnown() {
            Explored explored = Explored.of(Setup.usual(Maekawa.asPrinted(), 4), Limits.contenders(3, 1));
            assertThat(explored.breaks("4 nodes", "no deadlock", Explored.DEADLOCK, 13, "E-M1")
                            .verdict())
                    .isEqualTo(io.quorate.reproduce.Verdict.DIFFERS);
            assertThat(explored.breaks("4 nodes", "no deadlock", Explored.DEADLOCK, 12, "E-M1")
                            .verdict())
                    .isEqualTo(io.quorate.reproduce.Verdict.UNEXPLAINED);
            assertThat(explored.breaks("4 nodes", "one inside", Explored.TWO_INSIDE, 13, "E-M1")
                            .verdict())
                    .isEqualTo(io.quorate.reproduce.Verdict.UNEXPLAINED);
            assertThat(explored.verified("4 nodes", "no deadlock").verdict())
                    .isEqualTo(io.quorate.reproduce.Verdict.UNEXPLAINED);
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
        void aStoryThatIsToldInAnotherOrderIsNotThePapers() {
            PlayedScenario circle = PlayedScenario.of("maekawa/section-5-circular-locking");
            assertThat(circle.tellsInOrder(List.of("n1 -> n11 Failed", "n11 -> n13 Relinquish")))
                    .isEqualTo(2);
            assertThat(circle.tellsInOrder(List.of("n11 -> n13 Relinquish", "n1 -> n11 Failed")))
                    .isEqualTo(1);
            assertThat(circle.entries()).containsExactly("n7", "n8", "n11");
        }
    }

    @Nested
    class Section6Proof {
        /** E-M7: 6.3 says that at most K-1 go first. K is 2 here; nodes 4 and 5 have numbers up to 4 to use up. */
        @Test
        void asPrintedAWaiterIsOvertakenMoreOftenThanKMinusOneTimes() {
            assertThat(Overtaking.measured(Maekawa.asPrinted(), false)).isEqualTo(7);
        }

        @ParameterizedTest
        @CsvSource({"3, 1, 45578", "2, 2, 87904"})
        void whateverHappensACompetitorIsInsideTwiceAtMostWhileAnOlderRequestWaits(
                int requestsOfN4, int requestsOfN5, long states) {
            assertOvertakingIsBound(Overtaking.twoMembers(), requestsOfN4, requestsOfN5, states);
        }

        @Test
        @Tag("long")
        void alsoOnANetworkWithoutOrder() {
            Setup unordered = Overtaking.twoMembers().over(Network.UNORDERED);
            assertOvertakingIsBound(unordered, 3, 0, 494_592);
            assertOvertakingIsBound(unordered, 1, 2, 496_896);
        }

        private void assertOvertakingIsBound(Setup setup, int requestsOfN4, int requestsOfN5, long states) {
            CheckReport report =
                    Overtaking.bound(setup, requestsOfN4, requestsOfN5).report();
            assertVerified(report);
            assertThat(report.states()).isEqualTo(states);
        }

        /** Each competitor once: with the entry that was under way, n4 is inside twice while n3 waits, and never again. */
        @Test
        void withTheClockInEveryFrameACompetitorOvertakesUntilItHasHeardOfTheNumber() {
            assertThat(Overtaking.measured(new Maekawa(), true)).isEqualTo(2);
            assertThat(Overtaking.measured(Maekawa.asPrinted(), true)).isEqualTo(2);
        }
    }

    /** E-M11, section 9: a node asks its own set only. */
    @Nested
    class Section9NodeFailure {
        @ParameterizedTest
        @CsvSource({"3, 1", "7, 2", "13, 3"})
        void aDeadMemberStopsWhoNeedsItThoughOthersAreThere(int nodes, int stopped) {
            assertThat(TakeOver.stoppedWithoutTakeOver(nodes)).isEqualTo(stopped);
        }
    }
}
