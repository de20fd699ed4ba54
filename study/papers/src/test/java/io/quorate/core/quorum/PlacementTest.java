// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.core.quorum.systems.Singleton;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.papers.quorum.CyclicCover;
import io.quorate.papers.quorum.DegeneratePlane;
import io.quorate.papers.quorum.PlaneOnSubset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the name of a lock spreads the load of many locks over the voters. */
class PlacementTest {
    private static final int NAMES = 10_000;

    private static LockName name(int number) {
        return LockName.of("job-" + number);
    }

    @Nested
    class ANumbering {
        @ParameterizedTest
        @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 13, 24})
        void givesEachPartToOneVoterAndBack(int size) {
            for (int which = 0; which < Numbering.count(size); which++) {
                Numbering numbering = Numbering.of(size, which);
                assertThat(IntStream.range(0, size).map(numbering::voter).distinct())
                        .hasSize(size);
                for (int part = 0; part < size; part++) {
                    assertThat(numbering.voter(part)).isBetween(0, size - 1);
                    assertThat(numbering.part(numbering.voter(part))).isEqualTo(part);
                }
            }
        }

        @Test
        void ofNumberZeroLeavesEverybodyInPlace() {
            for (int size = 1; size < 50; size++) {
                assertThat(IntStream.range(0, size).map(Numbering.of(size, 0)::voter))
                        .containsExactlyElementsOf(
                                IntStream.range(0, size).boxed().toList());
            }
        }

        @Test
        void thatDoesNotExistIsRefused() {
            assertThatThrownBy(() -> Numbering.of(3, 576)).hasMessageContaining("there are 576 numberings of 3 voters");
        }
    }

    @Nested
    class ByName {
        @Test
        void isTheSameOnEveryMachineAndInEveryVersion() {
            // Nodes of different versions place locks by these numbers: whoever changes them lets two holders in.
            assertThat(LockName.of("a").digest()).isEqualTo(0xABF42ACC138FEDBEL);
            assertThat(LockName.of("orders").digest()).isEqualTo(0xABB5F380C786DB2FL);
            QuorumSystem majority = Placement.byName(new Majority(5)).of(LockName.of("orders"));
            assertThat(majority.quorumOf(NodeId.of(0))).hasToString("{n1,n2,n5}");
        }

        @ParameterizedTest
        @ValueSource(ints = {3, 4, 5, 7, 9, 13, 21})
        void aMajorityLoadsAllVotersAlikeWhoeverAsks(int size) {
            Placement placement = Placement.byName(new Majority(size));
            for (int requester = 0; requester < size; requester++) {
                assertThat(busiestOverMean(otherVotersAsked(placement, NodeId.of(requester)), size - 1))
                        .as("n%d asks", requester + 1)
                        .isLessThan(1.2);
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {3, 7, 13, 21, 57, 133})
        void aPlaneLoadsAllVotersAlikeWhoeverAsks(int size) {
            Placement placement = Placement.byName(new ProjectivePlane(size));
            for (int requester = 0; requester < size; requester += 1 + size / 20) {
                assertThat(busiestOverMean(otherVotersAsked(placement, NodeId.of(requester)), size - 1))
                        .as("n%d asks", requester + 1)
                        .isLessThan(1.2);
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {5, 10, 15, 40})
        void constructionsWithPartsOfDifferentWeightLoadAllVotersAlikeToo(int size) {
            for (QuorumSystem system : List.of(
                    new Tree(size),
                    new Tree(size, 3),
                    new Grid(size),
                    new DegeneratePlane(size),
                    new PlaneOnSubset(size))) {
                Placement placement = Placement.byName(system);
                for (int requester = 0; requester < size; requester++) {
                    assertThat(busiestOverMean(otherVotersAsked(placement, NodeId.of(requester)), size - 1))
                            .as("%s of %d, n%d asks", system.name(), size, requester + 1)
                            .isLessThan(1.2);
                }
            }
        }

        @Test
        void theRootOfATreeIsNoLongerEverybodysVoter() {
            Tree tree = new Tree(15);
            int[] rootOf = new int[15];
            for (int number = 0; number < NAMES; number++) {
                // Whoever is in the quorums of all leaves is the root.
                QuorumSystem system = Placement.byName(tree).of(name(number));
                NodeSet common = NodeSet.first(15);
                for (int requester = 0; requester < 15; requester++) {
                    common = common.intersection(system.quorumOf(NodeId.of(requester)));
                }
                assertThat(common.size()).isEqualTo(1);
                rootOf[common.next(0)]++;
            }
            assertThat(tree.quorumOf(NodeId.of(14)).contains(0))
                    .as("as numbered it is")
                    .isTrue();
            assertThat(busiestOverMean(rootOf, 15)).isLessThan(1.2);
        }

        @Test
        void systemsAndPlacementsThatDifferHaveFingerprintsThatDiffer() {
            List<QuorumSystem> systems = List.of(
                    new Majority(7), new ProjectivePlane(7), new Tree(7), new Tree(7, 3), new Grid(7), new All(7));
            assertThat(systems.stream().map(each -> Placement.byName(each).fingerprint()))
                    .doesNotHaveDuplicates();
            assertThat(Placement.byName(new Tree(7)).fingerprint())
                    .isEqualTo(Placement.byName(new Tree(7)).fingerprint())
                    .isNotEqualTo(Placement.asNumbered(new Tree(7)).fingerprint());
        }

        @Test
        void aNameMakesNoDifferenceToWhatIsAMajority() {
            Placement placement = Placement.byName(new Majority(4));
            for (int number = 0; number < 100; number++) {
                QuorumSystem system = placement.of(name(number));
                for (int bits = 0; bits < 16; bits++) {
                    assertThat(system.isQuorum(NodeSet.ofBits(bits))).isEqualTo(Integer.bitCount(bits) >= 3);
                }
            }
        }

        @Test
        void everyLockHasItsOwnPicturesOfAListAndAllNodesTheSame() {
            Explicit triangle =
                    new Explicit(3, List.of(NodeSet.ofIndexes(0, 1), NodeSet.ofIndexes(1, 2), NodeSet.ofIndexes(0, 2)));
            Placement here = Placement.byName(triangle);
            Placement there = Placement.byName(triangle);
            assertThat(here).isEqualTo(there).hasSameHashCodeAs(there);
            assertThat(here.isByName()).isTrue();
            for (int number = 0; number < 100; number++) {
                for (int requester = 0; requester < 3; requester++) {
                    assertThat(here.of(name(number)).quorumOf(NodeId.of(requester)))
                            .isEqualTo(there.of(name(number)).quorumOf(NodeId.of(requester)));
                }
            }
        }
    }

    @Test
    void asNumberedEveryLockUsesTheSystemItself() {
        Majority majority = new Majority(5);
        assertThat(Placement.asNumbered(majority).of(name(7))).isSameAs(majority);
        assertThat(Placement.asNumbered(majority).isByName()).isFalse();
        assertThat(Placement.asNumbered(majority)).isNotEqualTo(Placement.byName(majority));
    }

    @Test
    void placementsOfSystemsThatWereMadeAlikeAreEqual() {
        assertThat(Placement.byName(new Tree(9, 3)))
                .isEqualTo(Placement.byName(new Tree(9, 3)))
                .hasSameHashCodeAs(Placement.byName(new Tree(9, 3)))
                .isNotEqualTo(Placement.byName(new Tree(9)))
                .isNotEqualTo(Placement.byName(new Tree(8, 3)));
        assertThat(Placement.byName(new CyclicCover(9))).isEqualTo(Placement.byName(new CyclicCover(9)));
    }

    @Test
    void whereOneVoterWasNamedOrAllMustAgreeNamesChangeNothing() {
        assertThat(Placement.byName(new Singleton(3)).isByName()).isFalse();
        assertThat(Placement.byName(new All(3)).isByName()).isFalse();
    }

    /** How often each voter is asked by this requester for 10,000 locks; its own vote costs nothing and is left out. */
    static int[] otherVotersAsked(Placement placement, NodeId requester) {
        int[] asked = new int[placement.system().size()];
        for (int number = 0; number < NAMES; number++) {
            NodeSet quorum = placement.of(name(number)).quorumOf(requester).without(requester);
            for (int index = quorum.next(0); index >= 0; index = quorum.next(index + 1)) {
                asked[index]++;
            }
        }
        return asked;
    }

    static double busiestOverMean(int[] asked, int voters) {
        return (double) Arrays.stream(asked).max().orElseThrow()
                * voters
                / Arrays.stream(asked).sum();
    }
}
