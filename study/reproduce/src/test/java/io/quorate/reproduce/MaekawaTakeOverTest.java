// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.reproduce.maekawa.TakeOver;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 9 on planes: what it costs that another node takes over the role of a failed one. */
class MaekawaTakeOverTest {
    @ParameterizedTest
    @CsvSource({"7, 3", "13, 4", "21, 5", "31, 6"})
    void staticInformationChangesAtSqrtNMinusOneNodes(int nodes, int members) {
        assertThat(TakeOver.setsChanged(new ProjectivePlane(nodes))).isEqualTo(members - 1);
    }

    /** All who have the failed node in their sets wait, and all notice at once. */
    @ParameterizedTest
    @CsvSource({"7, 3", "13, 4", "21, 5", "31, 6"})
    void dynamicInformationIsRegainedWithOrderSqrtNMessages(int nodes, int members) {
        TakeOver.Cost cost = TakeOver.whileAllWait(new ProjectivePlane(nodes));
        assertThat(cost.toRegain()).as("%s", cost).isBetween(members - 1L, 3L * (members - 1));
        assertThat(cost.allMessages()).as("with all that it leads to: %s", cost).isLessThan(6L * members);
        assertThat(cost.isOver()).isTrue();
    }

    /** Table III, what is lost with a node. One control node is a quorum of one. */
    @ParameterizedTest
    @CsvSource({"plane, 7, 3", "plane, 13, 4", "plane, 21, 5", "singleton, 7, 7", "singleton, 13, 13"})
    void whatIsLostIsAboutWhoHasTheNodeInItsSet(String sets, int nodes, int lost) {
        assertThat(TakeOver.nodesLost(Quorums.named(sets, nodes))).isEqualTo(lost);
    }

    /** Table III, third column: with a node its own request is lost and nothing else, and removing it needs no message. */
    @ParameterizedTest
    @CsvSource({"3", "7", "13"})
    void byRicartAndAgrawalaOnlyTheRequestOfTheFailedNodeIsLost(int nodes) {
        TakeOver.Removal removal = TakeOver.byRicartAndAgrawala(nodes);
        assertThat(removal.sent()).as("nothing had to be asked").isZero();
        assertThat(removal.entered())
                .containsExactlyElementsOf(IntStream.range(0, nodes)
                        .filter(node -> node != 1)
                        .boxed()
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"7, 3", "13, 4", "21, 5", "31, 6"})
    void aRoleThatNobodyUsedIsAskedForOnceMore(int nodes, int members) {
        TakeOver.Cost cost = TakeOver.whenOneAsks(new ProjectivePlane(nodes));
        assertThat(cost.isOver()).isTrue();
        assertThat(cost.states() - cost.takeOvers())
                .as("all who were asked tell their state; so does the one that asks, unless it takes over itself")
                .isBetween(0L, 1L);
        assertThat(cost.toRegain()).isBetween(members - 1L, 2L * (members - 1) - 1);
    }
}
