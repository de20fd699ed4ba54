// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import io.quorate.core.quorum.systems.ProjectivePlane;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DegeneratePlaneTest extends QuorumSystemLaws {
    /** The example of section 7: the plane of seven, with 5 standing in for 7 and 4 for 6. */
    private static final Explicit PRINTED_FOR_FIVE = new Explicit(
            5,
            List.of(
                    NodeSet.ofIndexes(0, 1, 2),
                    NodeSet.ofIndexes(1, 3),
                    NodeSet.ofIndexes(2, 4, 3),
                    NodeSet.ofIndexes(0, 3, 4),
                    NodeSet.ofIndexes(1, 4)));

    @Override
    public Stream<QuorumSystem> systems(int voters) {
        QuorumSystem ours = new DegeneratePlane(voters);
        return voters == 5 ? Stream.of(ours, PRINTED_FOR_FIVE) : Stream.of(ours);
    }

    @Test
    void forFiveNodesTheQuorumsHaveTheSizesOfThePrintedExample() {
        assertThat(sizes(PRINTED_FOR_FIVE)).containsExactly(3, 2, 3, 3, 2);
        assertThat(sizes(new DegeneratePlane(5))).containsExactlyInAnyOrder(3, 3, 3, 2, 2);
    }

    /** In the plane of seven, {2,5,7} and {3,4,7} have only 7 in common: one stand-in must serve both. */
    @Test
    void anotherStandInOnEachLineWouldDestroyTheIntersection() {
        assertThatThrownBy(() -> new Explicit(5, List.of(NodeSet.ofIndexes(1, 4), NodeSet.ofIndexes(2, 3))))
                .hasMessageContaining("have no node in common");
    }

    /** The paper has 4.8, 5.5, 8.1 and 11.7: the last is one member more than its method needs. */
    @ParameterizedTest
    @CsvSource({"5, 4.8, 3", "6, 5.5, 4", "10, 8.1, 4", "18, 11.5, 6", "25, 14.28, 8"})
    void messagesOnAverageAreThoseOfTableTwoOrFewer(int voters, double messages, int membershipsMax) {
        DegeneratePlane plane = new DegeneratePlane(voters);
        assertThat(sizes(plane).map(size -> 3 * (size - 1)).average().orElseThrow())
                .isCloseTo(messages, Offset.offset(1e-9));
        assertThat(IntStream.range(0, voters)
                        .map(voter -> plane.coterie().quorumsWith(voter))
                        .max())
                .hasValue(membershipsMax);
    }

    @Test
    void everyNodeHasAQuorumOfItsOwnThatItIsInAndEveryDeletedPointSavesOneMember() {
        for (int voters = 3; voters <= 300; voters++) {
            DegeneratePlane plane = new DegeneratePlane(voters);
            int order = ProjectivePlane.smallestOrderFor(voters);
            int deleted = ProjectivePlane.points(order) - voters;
            assertThat(sizes(plane).sum()).as("for %d", voters).isEqualTo(voters * (order + 1) - deleted);
            assertThat(plane.coterie().count()).isEqualTo(voters);
            assertThat(IntStream.range(0, voters)
                            .map(voter -> plane.coterie().placeAskedBy(NodeId.of(voter)))
                            .distinct())
                    .hasSize(voters);
            assertThat(IntStream.range(0, voters)
                            .allMatch(voter -> plane.quorumOf(NodeId.of(voter)).contains(voter)))
                    .isTrue();
        }
    }

    /** Planes of order 7 and less, where more points are deleted than the argument of the class allows, end at 57. */
    @Test
    void everyTwoQuorumsMeetAndNoneContainsAnother() {
        for (int voters = 1; voters <= 60; voters++) {
            Coterie coterie = new DegeneratePlane(voters).coterie();
            for (int one = 0; one < coterie.count(); one++) {
                for (int other = 0; other < coterie.count(); other++) {
                    NodeSet quorum = coterie.quorum(one);
                    boolean legal = quorum.intersects(coterie.quorum(other))
                            && (one == other || !quorum.containsAll(coterie.quorum(other)));
                    assertThat(legal)
                            .as("%s and %s", quorum, coterie.quorum(other))
                            .isTrue();
                }
            }
        }
    }

    @Test
    void fromOrderEightOnEveryLineKeepsTwoPointsThatArePlainlyThere() {
        IntStream.rangeClosed(8, 128).filter(ProjectivePlane::isOrder).forEach(order -> {
            int points = ProjectivePlane.points(order);
            int votersMin = ProjectivePlane.points(ProjectivePlane.largestOrderWithin(points - 1)) + 1;
            int withoutTheTwoLargestCoordinates = (order - 2) * (order - 1) + 1;
            assertThat(2 * (points - votersMin))
                    .as("deleted points and stand-ins of order %d", order)
                    .isLessThanOrEqualTo(withoutTheTwoLargestCoordinates);
        });
    }

    /** A stand-in is on at most as many lines as two points together, of which they share one. */
    @ParameterizedTest
    @ValueSource(ints = {14, 32, 92, 134, 1000})
    void nobodyIsInMoreThanTwiceAsManyQuorumsAsInThePlane(int voters) {
        Coterie coterie = new DegeneratePlane(voters).coterie();
        int order = ProjectivePlane.smallestOrderFor(voters);
        assertThat(IntStream.range(0, voters).map(coterie::quorumsWith).max().orElseThrow())
                .isLessThan(2 * order + 1);
    }

    @Test
    void whereThereIsAPlaneItIsThatPlane() {
        assertThat(sizes(new DegeneratePlane(57))).containsOnly(8);
        assertThat(IntStream.range(0, 57).map(new DegeneratePlane(57).coterie()::quorumsWith))
                .containsOnly(8);
    }

    @Test
    void twoNodesAskEachOther() {
        assertThat(new DegeneratePlane(2).quorumOf(NodeId.of(1))).isEqualTo(NodeSet.first(2));
    }

    @Test
    void tooManyVotersAreRefused() {
        assertThat(DegeneratePlane.fits(16_513)).isTrue();
        assertThat(DegeneratePlane.fits(16_514)).isFalse();
        assertThatThrownBy(() -> new DegeneratePlane(16_514)).hasMessageContaining("16513 voters at most, not 16514");
        assertThatThrownBy(() -> new DegeneratePlane(0)).hasMessageContaining("at least one voter");
    }

    private static IntStream sizes(QuorumSystem system) {
        return IntStream.range(0, system.size())
                .map(node -> system.quorumOf(NodeId.of(node)).size());
    }
}
