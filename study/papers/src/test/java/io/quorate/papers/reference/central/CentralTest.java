// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.central;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CentralTest {
    private static LockNode<CentralMessage> node(String quorums) {
        QuorumSystem system = Quorums.named(quorums, 3);
        return new LockNode<>(new Central(), NodeId.of(0), 1, Placement.byName(system));
    }

    /** Each node would ask a centre of its own, and all of them would hold a lock at once. */
    @ParameterizedTest
    @ValueSource(strings = {"majority", "all", "plane", "tree", "grid", "weighted:2,2,1", "sets:n1,n2/n1,n3"})
    void isRefusedWithQuorumsOfSeveralNodes(String quorums) {
        assertThatThrownBy(() -> node(quorums))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("central needs one node that decides alone")
                .hasMessageContaining("singleton");
    }

    @ParameterizedTest
    @ValueSource(strings = {"singleton", "singleton:n2", "weighted:1,5,1", "sets:n3"})
    void worksWhereOneNodeDecidesAlone(String quorums) {
        assertThat(node(quorums).self()).isEqualTo(NodeId.of(0));
    }
}
