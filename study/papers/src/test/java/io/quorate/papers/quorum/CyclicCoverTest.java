// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Difference covers: equal size and equal responsibility for every number of voters. */
class CyclicCoverTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        return Stream.of(new CyclicCover(voters));
    }

    @Test
    void nodeIAsksTheCoverTurnedByI() {
        CyclicCover seven = new CyclicCover(7);
        assertThat(seven.quorumOf(NodeId.of(0))).isEqualTo(NodeSet.ofIndexes(0, 1, 3));
        assertThat(seven.quorumOf(NodeId.of(5))).isEqualTo(NodeSet.ofIndexes(5, 6, 1));
    }

    @Test
    void everyVoterIsInItsOwnQuorumAndAllAreAlike() {
        for (int voters = 1; voters <= 200; voters++) {
            CyclicCover system = new CyclicCover(voters);
            Coterie coterie = system.coterie();
            for (int voter = 0; voter < voters; voter++) {
                assertThat(system.quorumOf(NodeId.of(voter)).contains(voter)).isTrue();
                assertThat(coterie.sizeAt(voter)).isEqualTo(coterie.smallest());
                assertThat(coterie.quorumsWith(voter)).isEqualTo(coterie.smallest());
            }
        }
    }

    @Test
    void everyNumberIsADifference() {
        IntStream.concat(IntStream.rangeClosed(1, 2000), IntStream.of(4096, 9999, 10_000, 10_303))
                .forEach(modulus -> {
                    int[] cover = DifferenceCover.of(modulus);
                    boolean[] covered = new boolean[modulus];
                    for (int one : cover) {
                        for (int other : cover) {
                            covered[Math.floorMod(one - other, modulus)] = true;
                        }
                    }
                    assertThat(covered).as("modulo %d", modulus).doesNotContain(false);
                });
    }

    @ParameterizedTest(name = "{0} to {1} voters: {2}")
    @CsvSource({
        "1, 1, 1",
        "2, 3, 2",
        "4, 7, 3",
        "8, 13, 4",
        "14, 19, 5",
        "20, 20, 6",
        "21, 21, 5",
        "22, 28, 6",
        "29, 30, 7",
        "31, 31, 6",
        "32, 37, 7",
        "38, 38, 8",
        "39, 39, 7",
        "40, 40, 8",
    })
    void upToFortyVotersNoSmallerCoverExists(int from, int to, int size) {
        for (int voters = from; voters <= to; voters++) {
            assertThat(new CyclicCover(voters).coterie().smallest()).isEqualTo(size);
            assertNoCover(voters, size - 1);
            assertThat(size <= 2 || coverExists(voters, new int[] {0, 1}, size)).isTrue();
        }
    }

    @Tag("long")
    @Test
    void asFarAsIsSearchedNoSmallerCoverExists() {
        for (int voters = 41; voters <= DifferenceCover.SEARCHED_MAX; voters++) {
            assertNoCover(voters, DifferenceCover.of(voters).length - 1);
        }
    }

    /** By looking at every set of that size with 0 and 1 in it, unless counting its differences is proof enough. */
    private static void assertNoCover(int modulus, int size) {
        if (size * (size - 1) + 1 >= modulus) {
            assertThat(coverExists(modulus, new int[] {0, 1}, size)).isFalse();
        }
    }

    private static boolean coverExists(int modulus, int[] members, int size) {
        int[] longer = Arrays.copyOf(members, members.length + 1);
        for (int next = members[members.length - 1] + 1; next < modulus; next++) {
            longer[members.length] = next;
            if (longer.length == size ? isCover(modulus, longer) : coverExists(modulus, longer, size)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCover(int modulus, int[] members) {
        long differences = 1;
        for (int one : members) {
            for (int other : members) {
                int difference = Math.abs(one - other);
                differences |= 1L << Math.min(difference, modulus - difference);
            }
        }
        return Long.bitCount(differences) == modulus / 2 + 1;
    }

    /** Request, grant and release for each other member. */
    @ParameterizedTest(name = "{0} voters: {1} messages")
    @CsvSource({"5, 6", "6, 6", "8, 9", "10, 9", "12, 9", "16, 12", "18, 12", "20, 15", "25, 15"})
    void messagesForEveryNode(int voters, int messages) {
        assertThat(3 * (new CyclicCover(voters).coterie().smallest() - 1)).isEqualTo(messages);
    }

    @ParameterizedTest
    @ValueSource(ints = {66, 100, 200, 500, 1000, 2000, 5000, 10_000})
    void largeCoversAreAboutAFifthAboveWhatIsPossibleAtAll(int voters) {
        assertThat(DifferenceCover.of(voters).length).isLessThanOrEqualTo((int) (1.225 * Math.sqrt(voters) + 1));
    }

    /** 8, 9, 16, 25, 27 and 32 are powers of primes; there is no plane of order 6 or 10. */
    @Test
    void whereThereIsAPlaneACoverIsAsSmallAsItsLines() {
        for (int order : new int[] {2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 19, 25, 27, 31, 32, 64, 101, 128}) {
            int points = order * (order + 1) + 1;
            assertThat(DifferenceCover.of(points)).hasSize(order + 1);
            assertThat(SingerSet.of(points)).hasSize(order + 1).startsWith(0, 1);
        }
        assertThat(SingerSet.fits(43)).isFalse();
        assertThat(SingerSet.fits(111)).isFalse();
        assertThat(SingerSet.fits(92)).isFalse();
    }

    @Test
    void nobodyHasNoCoverAndTooManyAreSentElsewhere() {
        assertThatThrownBy(() -> new CyclicCover(0)).hasMessageContaining("at least one voter");
        assertThatThrownBy(() -> new CyclicCover(1_000_000)).hasMessageContaining("such as grid or tree");
    }
}
