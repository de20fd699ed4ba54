// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import io.quorate.core.quorum.systems.ProjectivePlane;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaneOnSubsetTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        return Stream.of(new PlaneOnSubset(voters));
    }

    /** A guest is not; the points of the plane are: see below. */
    @Override
    public boolean everyVoterIsInItsOwnQuorum(QuorumSystem system) {
        return ProjectivePlane.fits(system.size());
    }

    @Test
    void thePointsAreInTheQuorumsThatTheyAskAndNoGuestIsInAny() {
        for (int voters = 1; voters <= 100; voters++) {
            PlaneOnSubset system = new PlaneOnSubset(voters);
            int points = system.points();
            assertThat(points).isEqualTo(ProjectivePlane.points(ProjectivePlane.largestOrderWithin(voters)));
            for (int node = 0; node < voters; node++) {
                NodeSet quorum = system.quorumOf(NodeId.of(node));
                assertThat(NodeSet.first(points).containsAll(quorum)).isTrue();
                assertThat(quorum.contains(node)).isEqualTo(node < points);
            }
        }
    }

    /** A request, a grant and a release for each member but oneself. */
    @ParameterizedTest
    @CsvSource({"7, 6", "8, 6.38", "10, 6.90", "12, 7.25", "16, 9.56", "18, 9.83", "20, 10.05", "25, 12.48"})
    void itNeedsFewerMessagesThanADegeneratePlane(int voters, double messages) {
        assertThat(messages(new PlaneOnSubset(voters))).isCloseTo(messages, Offset.offset(0.005));
        assertThat(messages(new PlaneOnSubset(voters))).isLessThanOrEqualTo(messages(new DegeneratePlane(voters)));
    }

    private static double messages(QuorumSystem system) {
        return IntStream.range(0, system.size())
                .map(node -> 3
                        * system.quorumOf(NodeId.of(node))
                                .without(NodeId.of(node))
                                .size())
                .average()
                .orElseThrow();
    }

    @Test
    void guestsTakeTurnsOverTheLinesAndLoadThePointsEvenly() {
        assertThat(timesAsked(new PlaneOnSubset(12)))
                .as("five guests of seven lines")
                .containsOnly(1, 2);
        assertThat(busiest(new PlaneOnSubset(27)))
                .as("six guests on six of 21 lines, no three of which have a point in common")
                .isEqualTo(5 + 2);
    }

    /** Only beyond the largest plane that we build, where the guests are more than the lines, do they begin again. */
    @Test
    void manyGuestsBeginAgain() {
        int points = ProjectivePlane.VOTERS_MAX;
        assertThat(timesAsked(new PlaneOnSubset(3 * points))).containsOnly(3);
    }

    private static int[] timesAsked(PlaneOnSubset system) {
        int[] times = new int[system.points()];
        for (int node = 0; node < system.size(); node++) {
            times[system.coterie().placeAskedBy(NodeId.of(node))]++;
        }
        return times;
    }

    private static int busiest(PlaneOnSubset system) {
        int[] requests = new int[system.size()];
        for (int node = 0; node < system.size(); node++) {
            NodeSet quorum = system.quorumOf(NodeId.of(node));
            for (int index = quorum.next(0); index >= 0; index = quorum.next(index + 1)) {
                requests[index]++;
            }
        }
        return Arrays.stream(requests).max().orElseThrow();
    }

    @Test
    void theFirstOfTwoNodesDecidesAlone() {
        assertThat(new PlaneOnSubset(2).quorumOf(NodeId.of(1))).isEqualTo(NodeSet.ofIndexes(0));
        assertThatThrownBy(() -> new PlaneOnSubset(0)).hasMessageContaining("at least one voter");
    }
}
