// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.ThiareFall;
import io.quorate.papers.quorum.IntersectionOnly;
import io.quorate.reproduce.measure.Explored;
import io.quorate.reproduce.measure.SingleEntry;
import io.quorate.reproduce.thiarefall.ThiareFallItems;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThiareFallOracleTest {
    /** Section 5 and Theorem 6.1, over all families of up to four nodes; what nodes ask, and what an entry alone costs. */
    @ParameterizedTest
    @CsvSource({"2, 0", "3, 2", "4, 11"})
    void theIntersectionNodesOfAnyTwoQuorumsMeet(int nodes, int atLeast) {
        List<List<Integer>> families = ThiareFallOracle.families(nodes);
        assertThat(families).hasSizeGreaterThanOrEqualTo(atLeast);
        for (List<Integer> family : families) {
            List<Integer> restricted = ThiareFallOracle.restricted(family);
            assertThat(ThiareFallOracle.doMeet(restricted)).as("%s", family).isTrue();
            IntersectionOnly used = IntersectionOnly.of(
                    nodes, family.stream().map(NodeSet::ofBits).toList());
            Setup setup = Setup.of(new ThiareFall(), used, nodes);
            for (int node = 0; node < nodes; node++) {
                int self = node;
                List<Integer> own = family.stream()
                        .filter(set -> (set >> self & 1) == 1)
                        .map(set -> set & ThiareFallOracle.intersectionNodes(family))
                        .toList();
                int asked = mask(used.quorumOf(NodeId.of(node)), nodes);
                assertThat(own).as("%s, node %d", family, node).contains(asked);
                assertThat(SingleEntry.of(setup, NodeId.of(node)).all())
                        .isEqualTo(ThiareFallOracle.messagesAlone(asked, node));
            }
        }
    }

    private static int mask(NodeSet set, int nodes) {
        int mask = 0;
        for (int node = 0; node < nodes; node++) {
            mask |= set.contains(node) ? 1 << node : 0;
        }
        return mask;
    }

    /** Section 4.2 as printed on two arbiters that three clients ask: model and checker agree. */
    @Test
    void asPrintedThreeClientsDeadlock() {
        Search.Found model = Search.from(new ArbiterModel(ArbiterModel.Rules.THIARE_FALL_PRINTED));
        assertThat(model.mostInside()).isEqualTo(1);
        assertThat(model.deadlocks()).isPositive();
        assertThat(Explored.of(ThiareFallItems.asPrinted("shared-3x1")).summary())
                .startsWith("a deadlock");
        assertThat(Explored.of(ThiareFallItems.system("shared-3x1")).isVerified())
                .isTrue();
    }
}
