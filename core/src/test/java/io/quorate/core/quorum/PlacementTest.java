package io.quorate.core.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
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
            assertThatThrownBy(() -> Numbering.of(3, 6)).hasMessageContaining("there are 6 numberings of 3 voters");
        }
    }

    @Nested
    class ByName {
        @Test
        void isTheSameOnEveryMachineAndInEveryVersion() {
            // Nodes of different versions place locks by these numbers: whoever changes them lets two holders in.
            assertThat(LockName.of("a").digest()).isEqualTo(0xABF42ACC138FEDBEL);
            assertThat(LockName.of("billing").digest()).isEqualTo(0x2ABF8FA9DDC018C7L);
            QuorumSystem majority = Placement.byName(new Majority(5)).of(LockName.of("billing"));
            assertThat(majority.quorumOf(NodeId.of(0))).hasToString("{n1,n4,n5}");
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
