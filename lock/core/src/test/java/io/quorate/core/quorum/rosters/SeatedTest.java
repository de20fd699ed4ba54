// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum.rosters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.Tree;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A seated system is the system itself with other numbers, in every variant; others than its voters do not count. */
class SeatedTest {
    private static final int[] NUMBERS = {1, 2, 5, 70};

    @Test
    void itIsTheSystemWithOtherNumbers() {
        for (QuorumSystem system : List.of(new Majority(4), new Tree(4), new Grid(4))) {
            QuorumSystem seated = Seated.at(NodeSet.ofIndexes(NUMBERS), system);
            assertThat(seated.variants()).isEqualTo(system.variants());
            for (int which = 0; which < Math.min(20, system.variants()); which++) {
                assertAlike(system.variant(which), seated.variant(which));
            }
        }
    }

    private static void assertAlike(QuorumSystem system, QuorumSystem seated) {
        assertThat(seated.voters()).isEqualTo(NodeSet.ofIndexes(NUMBERS));
        for (int bits = 0; bits < 16; bits++) {
            NodeSet seats = NodeSet.ofBits(bits);
            NodeSet nodes = numbered(seats);
            assertThat(seated.isQuorum(nodes)).isEqualTo(system.isQuorum(seats));
            assertThat(seated.isQuorum(nodes.with(NodeId.of(0)).with(NodeId.of(3))))
                    .as("who has no seat does not count, whatever its number")
                    .isEqualTo(system.isQuorum(seats));
            for (int seat = 0; seat < 4; seat++) {
                assertThat(seated.quorumAvoiding(NodeId.of(NUMBERS[seat]), nodes))
                        .isEqualTo(system.quorumAvoiding(NodeId.of(seat), seats).map(SeatedTest::numbered));
            }
        }
        for (int seat = 0; seat < 4; seat++) {
            assertThat(seated.quorumOf(NodeId.of(NUMBERS[seat]))).isEqualTo(numbered(system.quorumOf(NodeId.of(seat))));
        }
        assertThat(seated.isQuorum(seated.quorumOf(NodeId.of(3))))
                .as("of a guest")
                .isTrue();
    }

    private static NodeSet numbered(NodeSet seats) {
        NodeSet nodes = NodeSet.EMPTY;
        for (int seat = seats.next(0); seat >= 0; seat = seats.next(seat + 1)) {
            nodes = nodes.with(NodeId.of(NUMBERS[seat]));
        }
        return nodes;
    }

    @Test
    void withoutGapsItIsTheSystemItself() {
        QuorumSystem majority = new Majority(3);
        assertThat(Seated.at(NodeSet.first(3), majority)).isSameAs(majority);
    }

    @Test
    void asManyAsThereAreSeats() {
        assertThatThrownBy(() -> Seated.at(NodeSet.first(4), new Majority(3)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
