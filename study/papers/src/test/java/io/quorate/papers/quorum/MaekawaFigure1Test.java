// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.ProjectivePlane;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figure 1 of Maekawa's paper: its sets as printed have the properties that it asks for, and so have our planes. */
class MaekawaFigure1Test {
    /** The S_i in the order of i (the figure lists them by their members), for K = 2, 3, 4 and 5; nodes count from one. */
    private static final List<String> FIGURE = List.of(
            "1,2 2,3 1,3",
            "1,2,3 2,4,6 3,5,6 1,4,5 2,5,7 1,6,7 3,4,7",
            "1,2,3,4 2,5,8,11 3,6,8,13 4,6,10,11 1,5,6,7 2,6,9,12 2,7,10,13 1,8,9,10 3,7,9,11 3,5,10,12 "
                    + "1,11,12,13 4,7,8,12 4,5,9,13",
            "1,2,3,4,5 2,6,10,14,18 3,7,10,16,21 4,7,13,14,20 5,7,12,17,18 1,6,7,8,9 2,7,11,15,19 2,8,12,16,20 "
                    + "2,9,13,17,21 1,10,11,12,13 3,6,11,17,20 3,9,12,14,19 3,8,13,15,18 1,14,15,16,17 "
                    + "4,6,12,15,21 4,9,11,16,18 4,8,10,17,19 1,18,19,20,21 5,6,13,16,19 5,9,10,15,20 "
                    + "5,8,11,14,21");

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void thePrintedSetsHaveAllPropertiesAndSoHasOurPlane(int quorumSize) {
        QuorumSystem printed = printed(quorumSize);
        assertProperties(printed, quorumSize);
        assertProperties(new ProjectivePlane(printed.size()), quorumSize);
    }

    private static QuorumSystem printed(int quorumSize) {
        List<NodeSet> sets = Arrays.stream(FIGURE.get(quorumSize - 2).split(" "))
                .map(MaekawaFigure1Test::set)
                .toList();
        return new Explicit(quorumSize * (quorumSize - 1) + 1, sets);
    }

    private static NodeSet set(String members) {
        return NodeSet.ofIndexes(Arrays.stream(members.split(","))
                .mapToInt(member -> Integer.parseInt(member) - 1)
                .toArray());
    }

    private static void assertProperties(QuorumSystem system, int quorumSize) {
        List<NodeSet> sets = IntStream.range(0, system.size())
                .mapToObj(node -> system.quorumOf(NodeId.of(node)))
                .toList();
        assertThat(sets)
                .doesNotHaveDuplicates()
                .allSatisfy(set -> assertThat(set.size()).as("(c) equal size").isEqualTo(quorumSize));
        for (int node = 0; node < system.size(); node++) {
            int index = node;
            assertThat(sets.get(node).contains(node)).as("(b) own membership").isTrue();
            assertThat(sets.stream().filter(set -> set.contains(index)))
                    .as("(d) equal responsibility")
                    .hasSize(quorumSize);
            for (NodeSet other : sets.subList(0, node)) {
                assertThat(sets.get(node).intersection(other).size())
                        .as("(a) exactly one common node")
                        .isOne();
            }
        }
    }
}
