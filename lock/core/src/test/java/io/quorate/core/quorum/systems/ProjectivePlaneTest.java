// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Coterie;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import java.util.BitSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectivePlaneTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        return ProjectivePlane.fits(voters) ? Stream.of(new ProjectivePlane(voters)) : Stream.empty();
    }

    /** Laws at random rarely meet one of the few sizes that planes have; this meets all. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 25, 27})
    void everyTwoLinesMeetOnceAndEverybodyIsOnAsManyAndHasOneOfItsOwn(int order) {
        int points = order * (order + 1) + 1;
        ProjectivePlane plane = new ProjectivePlane(points);
        Coterie lines = plane.coterie();
        assertThat(plane.size()).isEqualTo(points);
        assertThat(plane.order()).isEqualTo(order);
        assertThat(lines.count()).isEqualTo(points);
        BitSet asked = new BitSet();
        for (int node = 0; node < points; node++) {
            assertThat(lines.sizeAt(node)).isEqualTo(order + 1);
            assertThat(lines.quorumsWith(node)).isEqualTo(order + 1);
            assertThat(plane.quorumOf(NodeId.of(node)).contains(node)).isTrue();
            asked.set(lines.placeAskedBy(NodeId.of(node)));
            for (int other = 0; other < node; other++) {
                NodeSet common = lines.quorum(node).intersection(lines.quorum(other));
                if (common.size() != 1) {
                    throw new AssertionError("lines " + node + " and " + other + " have in common " + common);
                }
            }
        }
        assertThat(asked.cardinality()).as("lines asked").isEqualTo(points);
    }

    @Test
    void tenThousandNodesHaveTheirPlaneToo() {
        ProjectivePlane plane = new ProjectivePlane(10_303);
        assertThat(plane.order()).isEqualTo(101);
        assertThat(IntStream.range(0, 10_303).allMatch(node -> plane.coterie().quorumsWith(node) == 102))
                .isTrue();
        assertThat(IntStream.range(0, 10_303)
                        .allMatch(node -> plane.quorumOf(NodeId.of(node)).contains(node)))
                .isTrue();
        NodeSet line = plane.quorumOf(NodeId.of(0));
        assertThat(IntStream.range(1, 10_303)
                        .allMatch(node -> plane.quorumOf(NodeId.of(node))
                                        .intersection(line)
                                        .size()
                                == 1))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "2, 0, 1", "3, 1, 1", "4, 1, 2", "42, 5, 7", "43, 5, 7", "57, 7, 7", "10000, 97, 101"})
    void theNextPlanesBelowAndAboveAreFound(int voters, int below, int above) {
        assertThat(ProjectivePlane.largestOrderWithin(voters)).isEqualTo(below);
        assertThat(ProjectivePlane.smallestOrderFor(voters)).isEqualTo(above);
        assertThat(ProjectivePlane.fits(voters)).isEqualTo(below == above);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "14 | 14 is not such a number, the nearest are 13 and 21",
                "43 | 43 is not such a number, the nearest are 31 and 57 (there is no plane of order 6)",
                "111 | the nearest are 91 and 133 (there is no plane of order 10)",
                "157 | the nearest are 133 and 183 (no plane of order 12 is known)",
                "1000000 | 1000000 is not such a number, the nearest is 16513, the largest there is here",
                "0 | at least one voter"
            })
    void otherNumbersOfVotersAreRefusedWithTheNearestThatAreRight(int voters, String message) {
        assertThat(ProjectivePlane.fits(voters)).isFalse();
        assertThatThrownBy(() -> new ProjectivePlane(voters))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(voters == 0 ? ", not 0" : "or cyclic-cover, which need no such number")
                .hasMessageContaining(message);
    }

    @Test
    void theOrdersUpToFiftyThatBruckAndRyserRuleOut() {
        assertThat(IntStream.rangeClosed(0, 50).filter(ProjectivePlane::isRuledOut))
                .containsExactly(6, 10, 14, 21, 22, 30, 33, 38, 42, 46);
        assertThat(IntStream.rangeClosed(0, 256)
                        .filter(ProjectivePlane::isOrder)
                        .noneMatch(ProjectivePlane::isRuledOut))
                .isTrue();
    }

    /** Section 7: how far the next plane's K is away from a K for which there is none. */
    @Test
    void theGapToTheNextPlaneIsTwoForKUpToTwentyAndFourForKUpToFifty() {
        assertThat(IntStream.rangeClosed(2, 20).map(ProjectivePlaneTest::gap).max())
                .hasValue(2);
        assertThat(gap(15)).isEqualTo(2);
        assertThat(IntStream.rangeClosed(2, 50).map(ProjectivePlaneTest::gap).max())
                .hasValue(4);
        assertThat(gap(34)).isEqualTo(4);
    }

    private static int gap(int quorumSize) {
        int points = ProjectivePlane.points(quorumSize - 1);
        return ProjectivePlane.smallestOrderFor(points) - (quorumSize - 1);
    }
}
