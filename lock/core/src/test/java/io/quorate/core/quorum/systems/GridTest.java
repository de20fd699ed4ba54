// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.QuorumSystemLaws;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Grids, square and not. */
class GridTest extends QuorumSystemLaws {
    @Override
    public Stream<QuorumSystem> systems(int voters) {
        return Stream.of(new Grid(voters));
    }

    @Test
    void aNodeAsksTheRowAndTheColumnThroughIt() {
        assertThat(new Grid(9).quorumOf(NodeId.of(5))).isEqualTo(NodeSet.ofIndexes(3, 4, 5, 2, 8));
    }

    @Test
    void inASquareEveryQuorumHasTwoSidesLessOneMembersAndEveryNodeIsInAsMany() {
        for (int side = 1; side <= 14; side++) {
            Grid grid = new Grid(side * side);
            int[] asked = new int[grid.size()];
            for (int requester = 0; requester < grid.size(); requester++) {
                NodeSet quorum = grid.quorumOf(NodeId.of(requester));
                assertThat(quorum.size()).isEqualTo(2 * side - 1);
                for (int member = quorum.next(0); member >= 0; member = quorum.next(member + 1)) {
                    asked[member]++;
                }
            }
            assertThat(asked).containsOnly(2 * side - 1);
        }
    }

    /** Request, grant and release for each other member. With five nodes the two rows are quorums by themselves. */
    @ParameterizedTest(name = "{0} nodes: {1}")
    @CsvSource({
        "5, 6",
        "6, 9",
        "8, 11.25",
        "10, 13.8",
        "12, 15",
        "16, 18",
        "18, 20",
        "20, 21",
        "25, 24",
    })
    void messagesOnAverage(int voters, double messages) {
        Grid grid = new Grid(voters);
        double others = IntStream.range(0, voters)
                .map(node -> grid.quorumOf(NodeId.of(node)).size() - 1)
                .average()
                .orElseThrow();
        assertThat(3 * others).isCloseTo(messages, within(1e-9));
    }

    @Test
    void theLastRowIsCompletedByTheFirst() {
        // 0 1 2
        // 3 4 5
        // 6 (1) (2)
        assertThat(new Grid(7).quorumOf(NodeId.of(6))).isEqualTo(NodeSet.ofIndexes(6, 1, 2, 0, 3));
        assertThat(new Grid(7).quorumOf(NodeId.of(4))).isEqualTo(NodeSet.ofIndexes(3, 4, 5, 1));
    }

    @Test
    void whereARowContainsAColumnTheRowIsEnough() {
        assertThat(new Grid(3).quorumOf(NodeId.of(0))).isEqualTo(NodeSet.ofIndexes(0, 1));
        assertThat(new Grid(3).quorumOf(NodeId.of(2))).isEqualTo(NodeSet.ofIndexes(1, 2));
        assertThat(new Grid(5).quorumOf(NodeId.of(0))).isEqualTo(NodeSet.ofIndexes(0, 1, 2));
        assertThat(new Grid(5).quorumOf(NodeId.of(3))).isEqualTo(NodeSet.ofIndexes(2, 3, 4));
        assertThat(new Grid(2).quorumOf(NodeId.of(0))).isEqualTo(NodeSet.ofIndexes(0, 1));
    }

    @Test
    void aRequesterKeepsItsRowOrItsColumnIfOnlyTheOtherIsHit() {
        Grid grid = new Grid(16);
        NodeId requester = NodeId.of(5);
        assertThat(grid.quorumAvoiding(requester, NodeSet.ofIndexes(1)))
                .contains(NodeSet.ofIndexes(4, 5, 6, 7, 2, 10, 14));
        assertThat(grid.quorumAvoiding(requester, NodeSet.ofIndexes(4)))
                .contains(NodeSet.ofIndexes(8, 9, 10, 11, 1, 5, 13));
        assertThat(grid.quorumAvoiding(requester, NodeSet.ofIndexes(0, 5, 10, 15)))
                .isEmpty();
    }

    @Test
    void nobodyIsNoGrid() {
        assertThatThrownBy(() -> new Grid(0)).hasMessageContaining("at least one voter");
    }
}
