// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Grid;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Method 2 to the letter: where it differs from the grid, and that it still excludes. */
class GridAsPrintedTest {
    private static List<NodeSet> sets(QuorumSystem system) {
        return IntStream.range(0, system.size())
                .mapToObj(node -> system.quorumOf(NodeId.of(node)))
                .toList();
    }

    @Test
    void withThreeAndFiveNodesEachAsksItsOwnRowAndItsOwnColumn() {
        assertThat(sets(new GridAsPrinted(3)))
                .containsExactly(NodeSet.ofIndexes(0, 1, 2), NodeSet.ofIndexes(0, 1), NodeSet.ofIndexes(0, 1, 2));
        assertThat(sets(new GridAsPrinted(5)))
                .containsExactly(
                        NodeSet.ofIndexes(0, 1, 2, 3),
                        NodeSet.ofIndexes(0, 1, 2, 4),
                        NodeSet.ofIndexes(0, 1, 2),
                        NodeSet.ofIndexes(0, 2, 3, 4),
                        NodeSet.ofIndexes(1, 2, 3, 4));
    }

    /** Request, grant and release for each other member: 8.4 where the grid has 6. */
    @Test
    void fiveNodesNeedMoreMessagesThanTheGridAsks() {
        assertThat(messages(new GridAsPrinted(5))).isCloseTo(8.4, within(1e-9));
        assertThat(messages(new Grid(5))).isCloseTo(6, within(1e-9));
    }

    private static double messages(QuorumSystem system) {
        return sets(system).stream()
                .mapToInt(set -> 3 * (set.size() - 1))
                .average()
                .orElseThrow();
    }

    @Test
    void forEveryOtherNumberOfNodesTheGridIsMethodTwo() {
        IntStream.rangeClosed(1, 200)
                .filter(nodes -> nodes != 3 && nodes != 5)
                .forEach(nodes -> assertThat(sets(new GridAsPrinted(nodes))).isEqualTo(sets(new Grid(nodes))));
    }

    @Test
    void everyTwoSetsMeetAndEveryNodeIsInItsOwn() {
        for (int nodes = 1; nodes <= 60; nodes++) {
            List<NodeSet> sets = sets(new GridAsPrinted(nodes));
            for (int node = 0; node < nodes; node++) {
                assertThat(sets.get(node).contains(node)).isTrue();
                assertThat(sets).allMatch(sets.get(node)::intersects);
            }
        }
    }

    @Test
    void itIsFoundByNameAndOfferedToNobody() {
        assertThat(Quorums.named("grid-as-printed", 5).name()).isEqualTo("grid-as-printed");
        assertThat(Quorums.possibleFor(5)).extracting(QuorumSystem::name).doesNotContain("grid-as-printed");
    }

    @Test
    void tooManyVotersAreRefusedWithAnotherName() {
        assertThatThrownBy(() -> new GridAsPrinted(32_769)).hasMessageContaining("take grid");
    }
}
