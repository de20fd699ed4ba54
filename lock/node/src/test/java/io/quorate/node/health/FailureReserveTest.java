// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** How many members may fail, and which must not. */
final class FailureReserveTest {
    private static NodeSet of(int... nodes) {
        NodeSet set = NodeSet.EMPTY;
        for (int node : nodes) {
            set = set.with(NodeId.of(node));
        }
        return set;
    }

    private static Predicate<NodeSet> majorityOf(int members) {
        return without -> members - without.size() > members / 2;
    }

    @Test
    void ofAMajorityOfFiveTwoMayFail() {
        assertThat(new FailureReserve(NodeSet.first(5), of(), majorityOf(5)).tolerated())
                .isEqualTo(2);
        assertThat(new FailureReserve(NodeSet.first(5), of(4), majorityOf(5)).tolerated())
                .isEqualTo(1);
        FailureReserve none = new FailureReserve(NodeSet.first(5), of(0, 4), majorityOf(5));
        assertThat(none.tolerated()).isZero();
        assertThat(none.isNeeded(NodeId.of(1))).isTrue();
        assertThat(none.isNeeded(NodeId.of(4))).as("it has failed already").isFalse();
        assertThat(new FailureReserve(NodeSet.first(5), of(0, 1, 4), majorityOf(5)).tolerated())
                .isEqualTo(-1);
        assertThat(new FailureReserve(NodeSet.first(5), of(0, 1, 4), majorityOf(5)).isNeeded(NodeId.of(2)))
                .isFalse();
    }

    @Test
    void whereOneMemberCountsTwiceOnlyThatOneIsNeeded() {
        Predicate<NodeSet> weighted = without -> {
            int weight = 0;
            for (int node = 0; node < 3; node++) {
                weight += without.contains(NodeId.of(node)) ? 0 : node == 0 ? 2 : 1;
            }
            return weight > 2;
        };
        FailureReserve reserve = new FailureReserve(NodeSet.first(3), of(2), weighted);
        assertThat(reserve.tolerated()).isZero();
        assertThat(reserve.isNeeded(NodeId.of(0))).isTrue();
        FailureReserve whole = new FailureReserve(NodeSet.first(3), of(), weighted);
        assertThat(whole.tolerated())
                .as("without the heavy one two of four are left")
                .isZero();
        assertThat(whole.isNeeded(NodeId.of(0))).isTrue();
        assertThat(whole.isNeeded(NodeId.of(1))).isFalse();
    }

    @Test
    void manyMembersAreCountedWithinALimit() {
        assertThat(new FailureReserve(NodeSet.first(101), of(), majorityOf(101)).tolerated())
                .isBetween(1, 50);
    }
}
